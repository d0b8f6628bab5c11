import type * as z from 'zod/mini';
import type { clientSummary, profile } from '#contract/clients.ts';
import { paymentBan } from '#domain/loans/payment-ban.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { euroValueMinor } from '../rates/euro-value.ts';
import { awaitedAt } from '../tasks/approval-since.ts';
import type { ClientRow, ProfileRow } from './queries.ts';

/** A person's details, as they and the back office see them. */
export function presentProfile(row: ProfileRow, email: string): z.infer<typeof profile> {
  return {
    firstName: row.firstName,
    lastName: row.lastName,
    displayName: row.displayName,
    email,
    phone: row.phone,
    country: row.country,
    currency: row.currencyCode as CurrencyCode,
    address: row.address,
    city: row.city,
    postalCode: row.postalCode,
    dateOfBirth: row.dateOfBirth,
    profession: row.profession,
  };
}

/** A client as a card of the back office. */
export function presentClient(
  row: ClientRow,
  { rates, now }: { readonly rates: ReadonlyMap<string, string>; readonly now: Date },
): z.infer<typeof clientSummary> {
  const { account, profile, balanceMinor } = row;
  return {
    id: account.id,
    displayName: profile.displayName,
    email: row.email,
    phone: profile.phone,
    country: profile.country,
    accountType: account.accountType,
    currency: account.currency as CurrencyCode,
    balanceMinor,
    balanceEurMinor: euroValueMinor(balanceMinor, account.currency, rates),
    isActivated: account.isActivated,
    activationDepositMinor: account.activationDepositRequired,
    iban: account.iban,
    bankName: account.bankName,
    hasOpenLoan: row.loans.hasOpenRequest,
    followedBy: row.followedBy,
    approvals: awaitedAt(row.approvals, now),
    dueAt: account.isActivated ? null : (account.dueAt?.toISOString() ?? null),
    paymentBan: paymentBan(row.loans, now),
    createdAt: account.createdAt.toISOString(),
  };
}
