import * as z from 'zod/mini';
import { LOAN_STATUSES, type LoanStatus, OPEN_LOAN_STATUSES } from '../loans/phases.ts';
import { isOpenWithdrawalStatus, WITHDRAWAL_STATUSES, type WithdrawalStatus } from '../withdrawals/status.ts';
import {
  CLIENT_FILTERS,
  CLIENT_SORTS,
  LOAN_FILTERS,
  REQUEST_FILTERS,
  REQUEST_SORTS,
  WITHDRAWAL_FILTERS,
} from './request-list.ts';

/** The lists that can be taken out as a file. Each has its columns in `admin-desk.json`. */
export const EXPORTED_LISTS = ['loans', 'withdrawals', 'fees', 'clients'] as const;
export type ExportedList = (typeof EXPORTED_LISTS)[number];

/** Most rows of one file. */
export const MAX_EXPORTED = 50_000;

/** Most rows that one person takes out alone (FOUR-22). */
export const MAX_EXPORTED_ALONE = 5_000;
/** How long a file may be taken out once others have approved it. */
export const APPROVED_EXPORT_HOURS = 24;

/** The states of a list's address: a status, what is to be done (`open`), what is to be decided (`to-decide`). */
const states = (...names: readonly string[]) => z.optional(z.enum(names as [string, ...string[]]));
const asked = { q: z.optional(z.string().check(z.maxLength(100))), sort: z.optional(z.enum(REQUEST_SORTS)) };

/** What each list is exported by: what its address says. */
export const EXPORT_INPUTS = {
  loans: z.strictObject({
    list: z.literal('loans'),
    state: states('open', ...LOAN_STATUSES),
    ...asked,
    ...LOAN_FILTERS,
  }),
  withdrawals: z.strictObject({
    list: z.literal('withdrawals'),
    state: states('open', 'to-decide', ...WITHDRAWAL_STATUSES),
    ...asked,
    ...WITHDRAWAL_FILTERS,
  }),
  fees: z.strictObject({
    list: z.literal('fees'),
    declared: z.optional(z.enum(['yes'])),
    ...asked,
    ...REQUEST_FILTERS,
  }),
  clients: z.strictObject({
    list: z.literal('clients'),
    q: asked.q,
    sort: z.optional(z.enum(CLIENT_SORTS)),
    ...CLIENT_FILTERS,
  }),
} as const;

/** The statuses of loan requests in a state of the address, in the order of the screen; all of them without one. */
export function loanStatusesOf(state: string | undefined): readonly LoanStatus[] {
  return LOAN_STATUSES.filter((status) =>
    state === 'open' ? OPEN_LOAN_STATUSES.includes(status) : state === undefined || status === state,
  );
}

/** The statuses of transfers in a state of the address, in the order of the screen; all of them without one. */
export function withdrawalStatusesOf(state: string | undefined): readonly WithdrawalStatus[] {
  return WITHDRAWAL_STATUSES.filter((status) => {
    if (state === 'open') return isOpenWithdrawalStatus(status);
    if (state === 'to-decide') return status === 'pending' || status === 'processing';
    return state === undefined || status === state;
  });
}
