import { ibanVerdict } from '#domain/accounts/iban.ts';
import { Refusal } from '#domain/errors.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { legalDay } from '#domain/time/days.ts';
import { FIRST_TRANSFER_PHASE } from '#domain/withdrawals/phases.ts';
import { announce } from '../../notifications/live.ts';
import type { Work } from '../../work/work.ts';
import { accountForWithdrawal, insertWithdrawal } from '../queries.ts';
import { requireAvailable, requireUnblocked } from '../request-withdrawal.ts';
import { lockRecall, type RecallRow, updateRecall } from './recall-queries.ts';

/** Orders the transfer that gives the money back: to the payer of the receipt only, with the words of a return (PAY-31, PAY-42). */
async function orderReturn(work: Work, recall: RecallRow): Promise<string> {
  const account = await accountForWithdrawal(work.tx, recall.clientAccountId);
  const { payerIban: iban, payerName } = recall;
  if (!account || !iban) throw new Refusal('not-found');
  requireUnblocked(account);
  const currency = recall.currency as CurrencyCode;
  const recipient = { name: payerName ?? iban, isOwnAccount: false };
  await requireAvailable(work, { account, currency, iban, recipient }, recall.amount);
  const { id } = await insertWithdrawal(work.tx, {
    id: work.newId(),
    clientAccountId: account.id,
    amount: recall.amount,
    currency,
    clientIban: iban,
    ibanValid: ibanVerdict(iban).ok,
    clientBankName: payerName ?? iban,
    recipientName: recipient.name,
    isOwnAccount: false,
    remittance: `RETOUR ${recall.id.slice(-12).toUpperCase()}`,
    phase: FIRST_TRANSFER_PHASE,
    createdAt: work.now,
  });
  return id;
}

/**
 * Records what a client answers to another bank's demand (PAY-42). Nothing is taken without their word: an acceptance orders a transfer, which
 * staff validate like any other, two of them where the policy asks for it.
 * @throws Refusal `not-found`; `recall.wrong-state` once it is answered; `recall.too-late` after its last day; `withdrawal.insufficient-funds`;
 * `transfer.not-possible` for an acceptance while the account's assets are frozen (PAY-62).
 */
export async function answerRecall(
  work: Work,
  client: { readonly accountId: string; readonly userId: string },
  { id, action }: { readonly id: string; readonly action: 'accept' | 'refuse' },
): Promise<RecallRow> {
  const recall = await lockRecall(work.tx, id, client.accountId);
  if (recall?.kind !== 'received') throw new Refusal('not-found');
  if (recall.answer) throw new Refusal('recall.wrong-state');
  const today = legalDay(work.now);
  if (recall.answerBy && today > recall.answerBy)
    throw new Refusal('recall.too-late', { day: recall.answerBy });
  const withdrawalId = action === 'accept' ? await orderReturn(work, recall) : null;
  const answered = await updateRecall(work.tx, id, {
    answer: action === 'accept' ? 'accepted' : 'refused',
    answeredOn: today,
    answeredBy: work.actorId,
    ...(withdrawalId ? { withdrawalId } : {}),
  });
  await announce(work, { userId: client.userId, staff: true }, ['withdrawals', 'account']);
  return answered;
}
