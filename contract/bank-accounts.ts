import * as z from 'zod/mini';
import { BANK_ACCOUNT_SOURCES, bankAccountInput, bankBalanceMinor } from '#domain/statements/bank-account.ts';
import { route } from './route.ts';
import { byId, currencyCode, day, id, instant } from './values.ts';

const tag = 'Bank accounts';

/** An account of the house at a bank (PAY-19). */
export const bankAccount = z.object({
  id,
  iban: z.string(),
  bankName: z.string(),
  currency: currencyCode,
  source: z.enum(BANK_ACCOUNT_SOURCES),
  /** The balance with which its statements began; null while it is entered by people. */
  adoptedBalanceMinor: z.nullable(z.int()),
  adoptedOn: z.nullable(day),
  /** What a first person proposed and a second has not approved yet. */
  proposal: z.nullable(
    z.object({
      openingMinor: z.int(),
      day,
      /** What the bank has more than the books at this moment. */
      differenceMinor: z.int(),
      proposedBy: z.nullable(z.string()),
      proposedAt: instant,
    }),
  ),
});

export const bankAccountsContract = {
  list: route({
    method: 'GET',
    path: '/admin/bank-accounts',
    summary: "The house's accounts at banks and how each is kept",
    tag,
    access: 'staff',
  }).output(z.object({ accounts: z.array(bankAccount) })),
  create: route({
    method: 'POST',
    path: '/admin/bank-accounts',
    summary: 'Add an account of the house at a bank; people enter what happens on it until it is adopted',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['account.invalid-iban', 'account.iban-taken'],
  })
    .input(bankAccountInput)
    .output(z.object({ account: bankAccount })),
  adopt: route({
    method: 'POST',
    path: '/admin/bank-accounts/{id}/adoption',
    summary:
      'Propose that an account be kept by its statements from a balance on: a second person approves it, and there is no way back',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'bank-account.kept-by-statements'],
  })
    .input(z.strictObject({ id, openingMinor: bankBalanceMinor, day }))
    .output(z.object({ account: bankAccount })),
  approveAdoption: route({
    method: 'POST',
    path: '/admin/bank-accounts/{id}/adoption/approval',
    summary:
      'Approve the adoption of an account: what the bank has more or less than the books is posted as a difference to explain',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [
      'auth.confirmation-required',
      'not-found',
      'bank-account.kept-by-statements',
      'approval.same-person',
    ],
  })
    .input(byId)
    .output(z.object({ account: bankAccount })),
};
