import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';

/** How many of everything there are; not asked for by those who may not know. */
export const useCounts = () =>
  useQuery({ ...query.overview.counts.queryOptions(), enabled: useMay()('overview.counts') });
