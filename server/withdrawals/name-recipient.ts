import { Refusal } from '#domain/errors.ts';
import { isOwnName } from '#domain/payees/payee.ts';
import { canBeNamed } from '#domain/withdrawals/missing-name.ts';
import type { WithdrawalInput } from '#domain/withdrawals/request.ts';
import type { Db } from '../db/database.ts';
import { announce } from '../notifications/live.ts';
import type { AskedPayee } from '../payees/ask-payee.ts';
import { addressOf } from '../payees/queries.ts';
import type { Work } from '../work/work.ts';
import {
  accountForWithdrawal,
  lockWithdrawal,
  updateWithdrawal,
  type WithdrawalRow,
  withdrawalOfAccount,
} from './queries.ts';
import { checkFor } from './request-withdrawal.ts';

/**
 * A transfer of an account that lacks its payee's name and can still get one (PAY-11).
 * @throws Refusal `not-found`; `transfer.wrong-phase` for one that has a name, or that is no longer the house's.
 */
export async function unnamedTransfer(
  db: Db,
  accountId: string,
  withdrawalId: string,
): Promise<WithdrawalRow> {
  const withdrawal = await withdrawalOfAccount(db, accountId, withdrawalId);
  if (!withdrawal) throw new Refusal('not-found');
  if (!canBeNamed(withdrawal)) throw new Refusal('transfer.wrong-phase', { phase: withdrawal.phase });
  return withdrawal;
}

/** Who a transfer without a name pays, and the check of that name. */
export type NamedRecipient = Pick<WithdrawalInput, 'payeeCheckId' | 'acceptedResult'> & {
  readonly id: string;
  readonly recipientName: string;
};

/**
 * Adds the payee's name to a transfer of before names were kept (PAY-11), once the name is checked.
 * @param asked the answer about the name, asked before the transaction; null where the input names a check.
 * @throws Refusal what `unnamedTransfer` refuses; `payee-check.expired` and `transfer.payee-check-required` for a check that does not serve.
 */
export async function nameRecipient(
  work: Work,
  accountId: string,
  input: NamedRecipient,
  asked: AskedPayee | null,
): Promise<WithdrawalRow> {
  await lockWithdrawal(work.tx, input.id);
  const { id, clientIban: iban } = await unnamedTransfer(work.tx, accountId, input.id);
  const account = await accountForWithdrawal(work.tx, accountId);
  if (!account) throw new Refusal('not-found');
  const { recipientName } = input;
  const payeeCheckId = await checkFor(work, accountId, { id, iban, name: recipientName, input, asked });
  const isOwnAccount = isOwnName(recipientName, account.displayName);
  const named = await updateWithdrawal(work.tx, id, {
    recipientName,
    isOwnAccount,
    recipientAddress: isOwnAccount
      ? null
      : await addressOf(work.tx, accountId, { iban, name: recipientName }),
    payeeCheckId,
  });
  await announce(work, { userId: account.userId, staff: true }, ['withdrawals']);
  return named;
}
