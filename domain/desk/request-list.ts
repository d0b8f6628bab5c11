import * as z from 'zod/mini';
import { ACCOUNT_TYPES } from '../accounts/account.ts';
import { currencyCode } from '../money/fields.ts';
import type { Permission } from '../operations.ts';
import { isCalendarDate } from '../time/calendar-date.ts';

/**
 * The orders of a list of requests: by deadline, the nearest first, then the oldest; by time; by the amount in euro at the rates of the day
 * of the request; by the client's last name; by who follows it, those that nobody follows last. What is computed, an instalment or a ratio, is not
 * sorted by.
 */
export const REQUEST_SORTS = [
  'deadline',
  'newest',
  'oldest',
  'largest',
  'smallest',
  'name',
  'assignee',
] as const;
export type RequestSort = (typeof REQUEST_SORTS)[number];

/** Older than so many days. */
export const AGES_IN_DAYS = ['1', '3', '7', '30'] as const;
/** Due until the end of the day, or already past. */
export const DEADLINE_FILTERS = ['today', 'late'] as const;

const euroCents = z.coerce.number().check(z.int(), z.gte(0), z.lte(Number.MAX_SAFE_INTEGER));
const day = z.string().check(z.refine(isCalendarDate, 'validation.date'));

/**
 * The filters that every list of requests has. They stand in the address under the same names. `assignee`: those the reader follows (`me`), those
 * nobody follows (`none`), or those of a person. Amounts in euro cents, at the rates of the day of the request. Days are French legal days.
 */
export const REQUEST_FILTERS = {
  assignee: z.optional(z.union([z.enum(['me', 'none']), z.string().check(z.uuid('validation.id'))])),
  age: z.optional(z.enum(AGES_IN_DAYS)),
  deadline: z.optional(z.enum(DEADLINE_FILTERS)),
  amountFrom: z.optional(euroCents),
  amountTo: z.optional(euroCents),
  from: z.optional(day),
  to: z.optional(day),
  accountType: z.optional(z.enum(ACCOUNT_TYPES)),
  currency: z.optional(currencyCode),
  country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  /** Those for which an approval was asked and is awaited. */
  approval: z.optional(z.enum(['asked'])),
  /** Those of clients about whom the staff placed a warning (PAY-60). */
  risk: z.optional(z.enum(['warned'])),
};
export type RequestFilter = z.infer<z.ZodMiniObject<typeof REQUEST_FILTERS>>;

/** Further filters of the list of loan requests. */
export const LOAN_FILTERS = {
  ...REQUEST_FILTERS,
  durationFrom: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(600))),
  durationTo: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(600))),
  /** Those that lack a document which was asked for. */
  documents: z.optional(z.enum(['missing'])),
  /** Those without a consultation of the FICP that is still valid. */
  ficp: z.optional(z.enum(['to-consult'])),
  /** Those whose instalments take more of the income than the policy of the day (LC-22), for readers of the income. */
  ratio: z.optional(z.enum(['above'])),
};
export type LoanFilter = z.infer<z.ZodMiniObject<typeof LOAN_FILTERS>>;

/** What a bank says of a transfer: its final word is awaited, or the money is back. */
export const BANK_FILTERS = ['awaited', 'back'] as const;
/** Days for which a transfer that is back stands in « Retours »: its client was told and has the money, so that nothing is left to do. */
export const DAYS_IN_RETURNS = 10;

/** Further filters of the list of transfers. */
export const WITHDRAWAL_FILTERS = {
  ...REQUEST_FILTERS,
  iban: z.optional(z.enum(['valid', 'invalid'])),
  /** Whether the payee's bank takes part in SEPA. */
  sepa: z.optional(z.enum(['yes', 'no'])),
  /** Whether the client paid this IBAN before. */
  payee: z.optional(z.enum(['new', 'known'])),
  /** Whether the balance pays for it. */
  balance: z.optional(z.enum(['covers', 'short'])),
  /** Those that stand in no file for the bank. */
  file: z.optional(z.enum(['none'])),
  /** Those that our bank has and has not answered for good, or that a bank refused or gave back lately. */
  bank: z.optional(z.enum(BANK_FILTERS)),
};
export type WithdrawalFilter = z.infer<z.ZodMiniObject<typeof WITHDRAWAL_FILTERS>>;

/**
 * The filters of the list of clients: those of requests that a file has too, and whether the account is active. The amount is that of the
 * balance, in euro cents at the rates of now, as the list shows it.
 */
export const CLIENT_FILTERS = {
  activated: z.optional(z.enum(['yes', 'no'])),
  assignee: REQUEST_FILTERS.assignee,
  age: REQUEST_FILTERS.age,
  deadline: REQUEST_FILTERS.deadline,
  amountFrom: REQUEST_FILTERS.amountFrom,
  amountTo: REQUEST_FILTERS.amountTo,
  from: REQUEST_FILTERS.from,
  to: REQUEST_FILTERS.to,
  accountType: REQUEST_FILTERS.accountType,
  currency: REQUEST_FILTERS.currency,
  country: REQUEST_FILTERS.country,
  approval: REQUEST_FILTERS.approval,
  risk: REQUEST_FILTERS.risk,
};
export type ClientListFilter = z.infer<z.ZodMiniObject<typeof CLIENT_FILTERS>>;
export const CLIENT_SORTS = ['newest', 'oldest', 'name', 'deadline', 'assignee'] as const;

/** The lists of clients' requests, with the filters of each. */
export const LIST_FILTERS = {
  loans: LOAN_FILTERS,
  withdrawals: WITHDRAWAL_FILTERS,
  fees: REQUEST_FILTERS,
} as const;
export type RequestList = keyof typeof LIST_FILTERS;

/** The filters of every list that has any, by the name of its address. */
export const FILTERS_OF = { ...LIST_FILTERS, clients: CLIENT_FILTERS } as const;
export type FilteredList = keyof typeof FILTERS_OF;

/**
 * What a list is asked by that only some of the staff may read, with the permission of it (STAFF-5): who follows a request, the warnings, and what
 * follows from an income. What the reader follows themselves is no name of another.
 */
export function permissionsOfQuestion({
  sort,
  assignee,
  risk,
  ratio,
}: {
  readonly sort?: string | null | undefined;
  readonly assignee?: unknown;
  readonly risk?: unknown;
  readonly ratio?: unknown;
}): readonly Permission[] {
  const isOfFollowers = sort === 'assignee' || (assignee !== undefined && assignee !== 'me');
  return [
    ...(isOfFollowers ? (['fields.staffNames'] as const) : []),
    ...(risk === undefined ? [] : (['clientAlerts.show'] as const)),
    ...(ratio === undefined ? [] : (['fields.income'] as const)),
  ];
}

/**
 * The filters of an address that can be read; the others are left out, so that an address of another day never shows an error.
 * @param read the value of a name, null when the address has none.
 */
export function filtersOf<Shape extends Readonly<Record<string, z.ZodMiniType>>>(
  shape: Shape,
  read: (name: string) => string | null,
): { readonly [Name in keyof Shape]?: z.infer<Shape[Name]> } {
  const found: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const value = read(name);
    if (value === null || value === '') continue;
    const parsed = schema.safeParse(value);
    if (parsed.success && parsed.data !== undefined) found[name] = parsed.data;
  }
  return found as { readonly [Name in keyof Shape]?: z.infer<Shape[Name]> };
}

/** Says whether filters contradict each other, so that no row can match. */
export function contradicts(filter: Partial<LoanFilter & WithdrawalFilter>): boolean {
  const { amountFrom, amountTo, from, to, durationFrom, durationTo } = filter;
  return (
    (amountFrom !== undefined && amountTo !== undefined && amountFrom > amountTo) ||
    (from !== undefined && to !== undefined && from > to) ||
    (durationFrom !== undefined && durationTo !== undefined && durationFrom > durationTo)
  );
}
