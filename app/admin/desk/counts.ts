import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';

/** The counts of every list; not requested without the permission. */
export const useCounts = () =>
  useQuery({ ...query.overview.counts.queryOptions(), enabled: useMay()('overview.counts') });
