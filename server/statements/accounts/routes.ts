import type * as z from 'zod/mini';
import type { bankAccount } from '#contract/bank-accounts.ts';
import { Refusal } from '#domain/errors.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { os, runOnce } from '../../http/context.ts';
import type { Work } from '../../work/work.ts';
import { adoptBankAccount } from './adopt-bank-account.ts';
import { createBankAccount } from './create-bank-account.ts';
import { type ReviewedBankAccount, reviewedAccounts } from './queries.ts';

/** An account of the house as the API answers it. */
function presentBankAccount({ account, approvalSince }: ReviewedBankAccount): z.infer<typeof bankAccount> {
  const { id, iban, bankName, source, adoptedOn } = account;
  return {
    id,
    iban,
    bankName,
    currency: account.currency as CurrencyCode,
    source,
    adoptedBalanceMinor: account.adoptedBalance,
    adoptedOn,
    approvalSince,
  };
}

/** @throws Refusal `not-found`. */
async function accountOf({ tx, now }: Work, id: string) {
  const [row] = await reviewedAccounts(tx, now, id);
  if (!row) throw new Refusal('not-found');
  return { account: presentBankAccount(row) };
}

export const bankAccountRoutes = {
  list: os.bankAccounts.list.handler(async ({ context }) => ({
    accounts: (await reviewedAccounts(context.db, context.bank.surroundings.now())).map(presentBankAccount),
  })),

  create: os.bankAccounts.create.handler(({ input, context }) =>
    runOnce(context, input, async (work) => accountOf(work, await createBankAccount(work, input))),
  ),

  adopt: os.bankAccounts.adopt.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await adoptBankAccount(work, input);
      return accountOf(work, input.id);
    }),
  ),
};
