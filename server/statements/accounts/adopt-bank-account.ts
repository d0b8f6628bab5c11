import { Refusal } from '#domain/errors.ts';
import { settlementAdoption } from '#domain/ledger/payment-postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { adoptionDifference } from '#domain/statements/bank-account.ts';
import { audit } from '../../audit/audit.ts';
import { post } from '../../ledger/post.ts';
import { lockSettlement } from '../../ledger/settlement.ts';
import { announce } from '../../notifications/live.ts';
import { approveAct, proposeAct } from '../../work/second-person.ts';
import type { Work } from '../../work/work.ts';
import {
  type Adoption,
  type BankAccountRow,
  hasKeptAccount,
  lockBankAccount,
  markAdopted,
  readAgainUnknown,
} from './queries.ts';

/** @throws Refusal `not-found`; `bank-account.kept-by-statements`. */
async function requireManual(work: Work, bankAccountId: string): Promise<BankAccountRow> {
  const account = await lockBankAccount(work.tx, bankAccountId);
  if (!account) throw new Refusal('not-found');
  if (account.source === 'statements') throw new Refusal('bank-account.kept-by-statements');
  return account;
}

/**
 * Proposes that an account be kept by its statements (PAY-19): the first of two persons says with which balance of the bank.
 * @throws Refusal `not-found`; `bank-account.kept-by-statements`.
 */
export async function proposeAdoption(work: Work, bankAccountId: string, adoption: Adoption): Promise<void> {
  const account = await requireManual(work, bankAccountId);
  const { openingMinor, day } = adoption;
  await proposeAct(work, 'bankAccounts.adopt', bankAccountId, { openingMinor, day });
  audit(work, {
    operation: 'bankAccounts.adopt',
    clientAccountId: null,
    subjectId: bankAccountId,
    before: { source: account.source },
    after: { openingMinor, day, currency: account.currency },
  });
  await announce(work, { staff: true }, ['bank']);
}

/**
 * The second person approves: from now on only lines of the bank touch settlement in this currency. What the bank has more or less than the
 * books at this moment is posted, and stays visible as a difference until it is explained. All postings on settlement that were under way
 * have ended before (`lockSettlement`), and none is made past the bank afterwards.
 * @throws Refusal `not-found`; `bank-account.kept-by-statements`; `approval.same-person`.
 */
export async function approveAdoption(work: Work, bankAccountId: string): Promise<void> {
  const account = await requireManual(work, bankAccountId);
  const { input, proposedBy } = await approveAct<Adoption>(work, 'bankAccounts.adopt', bankAccountId);
  const currency = account.currency as CurrencyCode;
  const settlementMinor = await lockSettlement(work.tx, currency);
  const hasOthers = await hasKeptAccount(work.tx, currency);
  const differenceMinor = adoptionDifference(input.openingMinor, settlementMinor, { hasOthers });
  await markAdopted(work.tx, bankAccountId, input);
  await readAgainUnknown(work.tx, account);
  if (differenceMinor !== 0)
    await post(work, settlementAdoption({ amountMinor: differenceMinor, currency }), bankAccountId, {
      document: { kind: 'bank-statement', bankAccountId, statementId: null },
      approvedBy: work.actorId,
    });
  audit(work, {
    operation: 'bankAccounts.approveAdoption',
    clientAccountId: null,
    subjectId: bankAccountId,
    before: { source: account.source, settlementMinor, currency },
    after: { source: 'statements', openingMinor: input.openingMinor, differenceMinor, currency, proposedBy },
  });
  await announce(work, { staff: true }, ['bank']);
}
