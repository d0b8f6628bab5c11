import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { transaction } from '#contract/accounts.ts';
import type { loan } from '#contract/loans.ts';
import type { withdrawal } from '#contract/withdrawals.ts';
import { query } from '../../api/queries.ts';
import { readerTimeZone } from '../frame/reader-time-zone.ts';

export type Movement = z.infer<typeof transaction>;
export type Loan = z.infer<typeof loan>;
export type Withdrawal = z.infer<typeof withdrawal>;

export const overviewOptions = () =>
  query.overview.client.queryOptions({ input: { timeZone: readerTimeZone } });

/** The dashboard's data, refetched by the live updates and shared by every section. */
export const useOverview = () => useQuery(overviewOptions());

export type Overview = NonNullable<ReturnType<typeof useOverview>['data']>;
