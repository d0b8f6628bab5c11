import { normalizeIban } from '#domain/accounts/iban.ts';
import { Refusal } from '#domain/errors.ts';
import type { PayeeInput } from '#domain/payees/payee.ts';
import { violates } from '../db/violates.ts';
import { announce } from '../notifications/live.ts';
import type { Work } from '../work/work.ts';
import { accountOfPayer } from './payer.ts';
import { changePayee, deletePayee, keepPayee, type PayeeRow } from './queries.ts';

const columnsOf = (input: PayeeInput, now: Date) => ({
  name: input.name,
  iban: normalizeIban(input.iban),
  bankName: input.bankName,
  nickname: input.nickname || null,
  address: input.address ?? null,
  updatedAt: now,
});

/**
 * Keeps a payee of a client (PAY-10). One that is kept under the same IBAN is replaced. Being kept spares no check of the name.
 * @throws Refusal `not-found` for an unknown account.
 */
export async function savePayee(work: Work, accountId: string, input: PayeeInput): Promise<PayeeRow> {
  if (!(await accountOfPayer(work.tx, accountId))) throw new Refusal('not-found');
  const saved = await keepPayee(work.tx, {
    ...columnsOf(input, work.now),
    id: work.newId(),
    clientAccountId: accountId,
    createdAt: work.now,
  });
  await announce(work, { userId: work.actorId }, ['payees']);
  return saved;
}

/**
 * Changes name, IBAN, bank, nickname or address of a payee.
 * @throws Refusal `not-found` for one that is not theirs; `request.invalid` when another payee of theirs has the IBAN.
 */
export async function renamePayee(
  work: Work,
  accountId: string,
  payeeId: string,
  input: PayeeInput,
): Promise<PayeeRow> {
  const changed = await changePayee(work.tx, accountId, payeeId, columnsOf(input, work.now)).catch(
    (error: unknown) => {
      if (!violates(error, 'payees_one_iban')) throw error;
      throw new Refusal('request.invalid', {}, [{ field: 'iban', message: 'validation.iban.payeeTwice' }]);
    },
  );
  if (!changed) throw new Refusal('not-found');
  await announce(work, { userId: work.actorId }, ['payees']);
  return changed;
}

/** Forgets a payee; orders keep the name they were made with. @throws Refusal `not-found`. */
export async function removePayee(work: Work, accountId: string, payeeId: string): Promise<void> {
  if (!(await deletePayee(work.tx, accountId, payeeId))) throw new Refusal('not-found');
  await announce(work, { userId: work.actorId }, ['payees']);
}
