import { Refusal } from '#domain/errors.ts';
import { settlementAdoption } from '#domain/ledger/payment-postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { adoptionDifference } from '#domain/statements/bank-account.ts';
import { audit } from '../../audit/audit.ts';
import { post } from '../../ledger/post.ts';
import { lockSettlement } from '../../ledger/settlement.ts';
import { announce } from '../../notifications/live.ts';
import type { Work } from '../../work/work.ts';
import { readUnknownAgain } from '../files/read-unknown-again.ts';
import {
  type Adoption,
  type BankAccountRow,
  hasKeptAccount,
  lockBankAccount,
  markAdopted,
} from './queries.ts';

/**
 * Locks an account of the house that people still keep.
 * @throws Refusal `not-found`; `bank-account.kept-by-statements`.
 */
export async function requireManualAccount(work: Work, bankAccountId: string): Promise<BankAccountRow> {
  const account = await lockBankAccount(work.tx, bankAccountId);
  if (!account) throw new Refusal('not-found');
  if (account.source === 'statements') throw new Refusal('bank-account.kept-by-statements');
  return account;
}

/**
 * Lets the statements keep an account (PAY-19): from now on only lines of the bank touch settlement in this currency. What the bank has more or
 * less than the books at this moment is posted, and stays visible as a difference until it is explained. All postings on settlement that were
 * under way have ended before (`lockSettlement`), and none is made past the bank afterwards.
 * @throws Refusal `not-found`; `bank-account.kept-by-statements`.
 */
export async function adoptBankAccount(work: Work, order: Adoption & { readonly id: string }): Promise<void> {
  const { id, openingMinor, day } = order;
  const account = await requireManualAccount(work, id);
  const currency = account.currency as CurrencyCode;
  const settlementMinor = await lockSettlement(work.tx, currency);
  const hasOthers = await hasKeptAccount(work.tx, currency);
  const differenceMinor = adoptionDifference(openingMinor, settlementMinor, { hasOthers });
  await markAdopted(work.tx, id, { openingMinor, day });
  // Those that came before it was ours, by any number of it (PAY-23).
  await readUnknownAgain(work.tx, [account]);
  if (differenceMinor !== 0)
    await post(work, settlementAdoption({ amountMinor: differenceMinor, currency }), id, {
      document: { kind: 'bank-statement', bankAccountId: id, statementId: null },
    });
  audit(work, {
    operation: 'bankAccounts.adopt',
    clientAccountId: null,
    subjectId: id,
    before: { source: account.source, settlementMinor, currency },
    after: { source: 'statements', openingMinor, day, differenceMinor, currency },
  });
  await announce(work, { staff: true }, ['bank']);
}
