import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { transaction } from '#contract/accounts.ts';
import type { loan } from '#contract/loans.ts';
import type { withdrawal } from '#contract/withdrawals.ts';
import { query } from '../../api/queries.ts';
import { hasAccounts, lends } from '../../page/institution.ts';
import { readerTimeZone } from '../frame/reader-time-zone.ts';

export type Movement = z.infer<typeof transaction>;
export type Loan = z.infer<typeof loan>;
export type Withdrawal = z.infer<typeof withdrawal>;

export const overviewOptions = () =>
  query.overview.client.queryOptions({ input: { timeZone: readerTimeZone } });

/** The dashboard's data, refetched by the live updates and shared by every section. */
export const useOverview = () => useQuery(overviewOptions());

export type Overview = NonNullable<ReturnType<typeof useOverview>['data']>;

/**
 * Whether the client makes transfers: always from an account to pay from, and elsewhere only of money that lies on the account and is theirs to have
 * back (LC-6). Whose overview is not read yet makes some where every client does.
 */
export const makesTransfers = (overview: Overview | undefined): boolean =>
  hasAccounts || (overview !== undefined && overview.account.availableMinor > 0);

/** Whether there is a transfer to read of or to make: a loan that was paid out to the client's bank is one to read of (LC-6). */
export const hasTransfers = (overview: Overview | undefined): boolean =>
  makesTransfers(overview) || (overview?.withdrawals.length ?? 0) > 0;

/** Whether money of the client's can lie or move here: not with an intermediary, whose lenders pay out and are repaid (LC-6). */
export const keepsMoney = (overview: Overview | undefined): boolean =>
  hasAccounts || lends || (overview?.recentTransactions.length ?? 0) > 0;

/** The sections that have something to say to the client. */
export const sectionsFor = <S extends string>(sections: readonly S[], overview: Overview | undefined): S[] =>
  sections.filter((id) =>
    id === 'transfers' ? hasTransfers(overview) : id !== 'transactions' || keepsMoney(overview),
  );

/** The section that an address asks for; the dashboard in place of one that has nothing to say to the client (LC-6). */
export const shownSection = <S extends string>(asked: S, overview: Overview | undefined): S | 'dashboard' =>
  overview === undefined || sectionsFor([asked], overview).length > 0 ? asked : 'dashboard';
