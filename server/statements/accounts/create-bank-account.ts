import { ibanVerdict, normalizeIban } from '#domain/accounts/iban.ts';
import { Refusal } from '#domain/errors.ts';
import type { BankAccountInput } from '#domain/statements/bank-account.ts';
import { audit } from '../../audit/audit.ts';
import { announce } from '../../notifications/live.ts';
import type { Work } from '../../work/work.ts';
import { readUnknownAgain } from '../files/read-unknown-again.ts';
import { insertBankAccount, isIbanOfClient } from './queries.ts';

const fault = (reason: string) => [{ field: 'iban', message: `validation.iban.${reason}` }];

/**
 * Adds an account of the house at a bank; people enter what happens on it until it is adopted (PAY-19). Its statements that came before and were refused
 * as those of an unknown account are read again (PAY-23).
 * @returns its id.
 * @throws Refusal `account.invalid-iban`; `account.iban-taken` for a client's IBAN, or one that the house has added already.
 */
export async function createBankAccount(work: Work, input: BankAccountInput): Promise<string> {
  const iban = normalizeIban(input.iban);
  const verdict = ibanVerdict(iban);
  if (!verdict.ok) throw new Refusal('account.invalid-iban', {}, fault(verdict.reason));
  const { bankName, currency } = input;
  const row = { id: work.newId(), iban, bankName, currency, createdBy: work.actorId, createdAt: work.now };
  if ((await isIbanOfClient(work.tx, iban)) || !(await insertBankAccount(work.tx, row)))
    throw new Refusal('account.iban-taken', {}, fault('taken'));
  await readUnknownAgain(work.tx, [row]);
  audit(work, {
    operation: 'bankAccounts.create',
    clientAccountId: null,
    subjectId: row.id,
    before: null,
    after: { iban, bankName, currency },
  });
  await announce(work, { staff: true }, ['bank']);
  return row.id;
}
