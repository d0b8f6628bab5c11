import { normalizeIban } from '#domain/accounts/iban.ts';
import { Refusal } from '#domain/errors.ts';
import { legalDay } from '#domain/time/days.ts';
import type { WithdrawalInput } from '#domain/withdrawals/request.ts';
import { notifyClient } from '../notifications/notify.ts';
import { type House, insideRule } from '../payees/inside-rule.ts';
import { euroValueNow } from '../rates/euro-value.ts';
import type { Work } from '../work/work.ts';
import { judgeOrder } from './holds/judge-order.ts';
import { lockBothAccounts, postInside } from './post-inside.ts';
import { accountOfIban, insertWithdrawal, isSharedIban } from './queries.ts';
import {
  type CheckedOrder,
  checkFor,
  insertOrder,
  type OrderOrigin,
  requireAvailable,
  requireOrder,
  type WithdrawalRequested,
} from './request-withdrawal.ts';

/**
 * Says whether an order stays inside the house (PAY-34): its IBAN is of the house's own range, and such transfers are on. An IBAN that two
 * accounts have counts as outside, and is refused when the order is decided.
 */
export async function staysInside(house: House, typedIban: string): Promise<boolean> {
  const iban = normalizeIban(typedIban);
  return (await insideRule(house))(iban) && !(await isSharedIban(house.db, iban));
}

/**
 * The account of the payee, which can receive the order.
 * @throws Refusal `transfer.payee-unavailable`; `transfer.currency-differs`.
 */
export async function payeeOf(work: Work, { iban, currency }: Pick<CheckedOrder, 'iban' | 'currency'>) {
  const payee = await accountOfIban(work.tx, iban);
  if (!payee?.isActivated || payee.isBlocked) throw new Refusal('transfer.payee-unavailable');
  if (payee.currency !== currency)
    throw new Refusal('transfer.currency-differs', { currency: payee.currency });
  return payee;
}

/**
 * Makes a transfer to another client of the house (PAY-34): one posting with both sides, at once, at any hour, without a decision of the
 * staff, once no rule holds it.
 * @throws Refusal what `requestWithdrawal` refuses; `transfer.payee-unavailable` for a payee who is gone or not activated;
 * `transfer.currency-differs`.
 */
export async function transferInside(
  work: Work,
  accountId: string,
  input: WithdrawalInput,
  { mode, asked, standing, askedFrom }: OrderOrigin,
): Promise<WithdrawalRequested> {
  const order = await requireOrder(work, accountId, input, mode);
  const { account, currency, iban, recipient } = order;
  const payee = await payeeOf(work, order);
  await lockBothAccounts(work, account, payee);
  const available = await requireAvailable(work, order, input.amountMinor);

  const id = work.newId();
  const payeeCheckId = standing
    ? standing.payeeCheckId
    : await checkFor(work, account.id, { id, iban, name: recipient.name, input, asked });
  const judged = { accountId: account.id, userId: account.userId, iban, payeeCheckId };
  const hold = await judgeOrder(work, { ...judged, amountMinor: input.amountMinor }, mode);
  if (hold) {
    // Once it is let go it is posted like any other (sendInsideTransfers).
    const withdrawal = await insertOrder(work, order, { id, input, payeeCheckId, hold, standing, askedFrom });
    return { withdrawal, availableMinor: available - input.amountMinor };
  }
  const { ledgerTransactionId } = await postInside(work, {
    id,
    amountMinor: input.amountMinor,
    currency,
    payer: account,
    payee,
    recipientName: recipient.name,
  });
  const withdrawal = await insertWithdrawal(work.tx, {
    id,
    clientAccountId: account.id,
    amount: input.amountMinor,
    currency,
    clientIban: iban,
    ibanValid: true,
    clientBankName: input.bankName,
    recipientName: recipient.name,
    isOwnAccount: recipient.isOwnAccount,
    payeeCheckId,
    askedFrom: askedFrom ?? null,
    phase: 'settled',
    sentAt: work.now,
    settledOn: legalDay(work.now),
    processedBy: work.actorId,
    processedAt: work.now,
    ledgerTransactionId,
    createdAt: work.now,
    amountEur: await euroValueNow(work.tx, input.amountMinor, currency),
  });
  const sum = { amountMinor: input.amountMinor, currency };
  if (standing)
    await notifyClient(work, account.userId, 'standing-order-executed', { ...sum, name: recipient.name });
  else await notifyClient(work, account.userId, 'withdrawal-completed', sum);
  return { withdrawal, availableMinor: available - input.amountMinor };
}
