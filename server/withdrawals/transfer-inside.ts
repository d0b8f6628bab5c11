import { normalizeIban } from '#domain/accounts/iban.ts';
import { houseRange, isInRange } from '#domain/accounts/iban-range.ts';
import { Refusal } from '#domain/errors.ts';
import { internalTransfer } from '#domain/ledger/payment-postings.ts';
import { money } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import type { WithdrawalInput } from '#domain/withdrawals/request.ts';
import type { Bank } from '../http/context.ts';
import { lockBalance } from '../ledger/post.ts';
import { newClientLine, recordBetweenClients } from '../ledger/record-transaction.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import { parameterOn } from '../parameters/parameters-on.ts';
import type { AskedPayee } from '../payees/ask-payee.ts';
import type { Work } from '../work/work.ts';
import { accountOfIban, insertWithdrawal, isSharedIban } from './queries.ts';
import {
  type CheckedOrder,
  checkFor,
  requireAvailable,
  requireOrder,
  type WithdrawalRequested,
} from './request-withdrawal.ts';

/**
 * Says whether an order stays inside the house (PAY-34): its IBAN is of the house's own range, and such transfers are on. An IBAN that two
 * accounts have counts as outside, and is refused when the order is decided.
 */
export async function staysInside(
  bank: Pick<Bank, 'database' | 'institution' | 'surroundings'>,
  typedIban: string,
): Promise<boolean> {
  const iban = normalizeIban(typedIban);
  if (!isInRange(iban, houseRange(bank.institution))) return false;
  const { db } = bank.database;
  if (await isSharedIban(db, iban)) return false;
  return parameterOn(db, legalDay(bank.surroundings.now()), 'internal.enabled');
}

/**
 * The account of the payee, which can receive the order.
 * @throws Refusal `transfer.payee-unavailable`; `transfer.currency-differs`.
 */
async function payeeOf(work: Work, { iban, currency }: CheckedOrder) {
  const payee = await accountOfIban(work.tx, iban);
  if (!payee?.isActivated) throw new Refusal('transfer.payee-unavailable');
  if (payee.currency !== currency)
    throw new Refusal('transfer.currency-differs', { currency: payee.currency });
  return payee;
}

/**
 * Makes a transfer to another client of the house (PAY-34): one posting with both sides, at once, at any hour, without a decision of the
 * staff. Both lines share a reference; each client reads the name that is theirs to read: the payer the one they typed, the payee the payer's.
 * Both ledger accounts are locked in order of id, so that two clients who pay each other do not wait in a circle.
 * @throws Refusal what `requestWithdrawal` refuses; `transfer.payee-unavailable` for a payee who is gone or not activated;
 * `transfer.currency-differs`.
 */
export async function transferInside(
  work: Work,
  accountId: string,
  input: WithdrawalInput,
  { mode, asked }: { readonly mode: 'demo' | 'live'; readonly asked: AskedPayee | null },
): Promise<WithdrawalRequested> {
  const order = await requireOrder(work, accountId, input, mode);
  const { account, currency, iban, recipient } = order;
  const payee = await payeeOf(work, order);
  for (const ledgerAccountId of [account.ledgerAccountId, payee.ledgerAccountId].sort())
    await lockBalance(work, ledgerAccountId);
  const available = await requireAvailable(work, order, input.amountMinor);

  const id = work.newId();
  const payeeCheckId = await checkFor(work, account.id, { id, iban, name: recipient.name, input, asked });
  const amount = money(input.amountMinor, currency);
  const from = { id: account.id, ledgerAccountId: account.ledgerAccountId, currency };
  const to = { id: payee.id, ledgerAccountId: payee.ledgerAccountId, currency };
  const line = newClientLine(work, 'VIR');
  const { ledgerTransactionId } = await recordBetweenClients(work, {
    posting: internalTransfer(from, to, amount),
    causeId: id,
    document: { kind: 'order', orderId: id },
    sides: [
      { account: from, line, details: { name: recipient.name } },
      { account: to, line: { ...line, id: work.newId() }, details: { name: account.displayName } },
    ],
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
    status: 'completed',
    processedBy: work.actorId,
    processedAt: work.now,
    ledgerTransactionId,
    createdAt: work.now,
  });
  const sum = { amountMinor: input.amountMinor, currency };
  await notifyClient(work, account.userId, 'withdrawal-completed', sum);
  await notifyClient(work, payee.userId, 'account-credited', {
    ...sum,
    description: account.displayName,
    referenceNumber: line.referenceNumber,
  });
  for (const { userId } of [account, payee])
    await announce(work, { userId, staff: true }, ['withdrawals', 'account', 'transactions']);
  return { withdrawal, availableMinor: available - input.amountMinor };
}
