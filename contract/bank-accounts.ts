import * as z from 'zod/mini';
import { BANK_ACCOUNT_SOURCES, bankAccountInput, bankBalanceMinor } from '#domain/statements/bank-account.ts';
import { route } from './route.ts';
import { currencyCode, day, id, instant } from './values.ts';

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
  /** Since when the approval of others is awaited for its adoption (FOUR-10). */
  approvalSince: z.nullable(instant),
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
      'Let an account be kept by its statements from a balance on, without a way back; others approve it before',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['auth.confirmation-required', 'not-found', 'bank-account.kept-by-statements'],
  })
    .input(z.strictObject({ id, openingMinor: bankBalanceMinor, day }))
    .output(z.object({ account: bankAccount })),
};
