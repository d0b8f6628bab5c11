import { isReceipt, takenBack } from '#domain/corrections/receipt.ts';
import { Refusal } from '#domain/errors.ts';
import { correction, receiptReversal, suspenseAllocation } from '#domain/ledger/payment-postings.ts';
import { audit } from '../audit/audit.ts';
import type { Db } from '../db/database.ts';
import { areAssetsFrozen } from '../db/has-legal-block.ts';
import { receiptCorrections } from '../db/schema/index.ts';
import { violates } from '../db/violates.ts';
import { lockAvailable } from '../ledger/available.ts';
import { post } from '../ledger/post.ts';
import { newClientLine, recordTransaction } from '../ledger/record-transaction.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import { giveOpenMoney } from '../statements/lines/give-open-money.ts';
import { accountsById } from '../statements/lines/part-queries.ts';
import type { Work } from '../work/work.ts';
import { lockPosting, reopenLine } from './line-of-posting.ts';
import { clientEntries, lineOfPosting, type PostingOfBooks, postingOfBooks } from './posting-queries.ts';

/** What is corrected: the posting of a receipt, why, and who should have had it. */
export interface ReceiptCorrection {
  readonly postingId: string;
  readonly reason: string;
  /** The right client's account; needed where no line of our bank could wait. */
  readonly rightAccountId?: string | undefined;
}

/** The receipt of one client that a posting is. */
export interface Receipt {
  readonly posting: PostingOfBooks;
  readonly client: ReturnType<typeof clientEntries>[number];
  readonly lineId: string | null;
}

/**
 * The receipt that a posting is, not taken back yet.
 * @throws Refusal `not-found`; `posting.already-reversed`; `posting.not-reversible` for what is no receipt of a client.
 */
export async function receiptOf(tx: Db, postingId: string): Promise<Receipt> {
  return requireReceipt(await postingOfBooks(tx, postingId));
}

/** @throws Refusal as `receiptOf`. */
function requireReceipt(posting: PostingOfBooks | null): Receipt {
  if (!posting) throw new Refusal('not-found');
  if (posting.reversedBy) throw new Refusal('posting.already-reversed');
  const [client] = clientEntries(posting);
  if (!client || !isReceipt(posting.event)) throw new Refusal('posting.not-reversible');
  return { posting, client, lineId: lineOfPosting(posting) };
}

/**
 * Takes the money back: reversed where our bank's line can wait again and all of it is there (PAY-53); otherwise what is there, and the rest
 * becomes a receivable (PAY-54). What is held for a transfer is not there, and nothing is taken from frozen assets (PAY-62): the whole is claimed, so that
 * the right client is made whole at once all the same.
 */
async function takeFromClient(work: Work, { posting, client, lineId }: Receipt, reason: string) {
  const { ledgerAccountId, currency, accountId: id, amountMinor } = client;
  const account = { id, ledgerAccountId, currency };
  const availableMinor = await lockAvailable(work, client);
  const taken = takenBack(amountMinor, (await areAssetsFrozen(work.tx, id)) ? 0 : availableMinor);
  const isReversal = lineId !== null && taken.receivableMinor === 0;
  const { causeId, document = null } = posting;
  const facts = { document: document ?? undefined };
  // Nothing moves on the account then, and no line is written on it.
  if (taken.fromAccountMinor === 0)
    return { ...taken, ...(await post(work, correction(account, taken), causeId, facts)) };
  const { ledgerTransactionId } = await recordTransaction(work, {
    ...facts,
    account,
    posting: isReversal ? receiptReversal(account, { amountMinor, currency }) : correction(account, taken),
    causeId,
    line: newClientLine(work, isReversal ? 'ANN' : 'COR'),
    ...(isReversal
      ? { reverses: posting.id, valueDay: posting.valueDay, details: { date: posting.bookingDay, reason } }
      : { details: { date: posting.bookingDay, reason } }),
  });
  return { ...taken, ledgerTransactionId };
}

/** Gives the money to the right client in the same act: of our bank's line, or of what was entered by hand. @throws Refusal `not-found`; `transfer.payee-unavailable`; `transfer.currency-differs`. */
async function giveToRightClient(
  work: Work,
  { posting, client, lineId }: Receipt,
  rightAccountId: string,
): Promise<void> {
  const account = (await accountsById(work.tx, [rightAccountId])).get(rightAccountId);
  if (!account) throw new Refusal('not-found');
  // What comes in for frozen assets waits: the receipt is taken back without naming them (PAY-62).
  if (account.isBlocked) throw new Refusal('transfer.payee-unavailable');
  const { amountMinor, currency } = client;
  if (account.currency !== currency) throw new Refusal('transfer.currency-differs', { currency });
  if (lineId) return giveOpenMoney(work, lineId, { account, amountMinor });
  const line = newClientLine(work, 'VRE');
  await recordTransaction(work, {
    account,
    posting: suspenseAllocation(account, { amountMinor, currency }),
    causeId: posting.causeId,
    valueDay: posting.valueDay,
    line,
    description: 'Virement reçu',
  });
  await notifyClient(work, account.userId, 'account-credited', {
    amountMinor,
    currency,
    description: 'Virement reçu',
    referenceNumber: line.referenceNumber,
  });
  await announce(work, { userId: account.userId }, ['account', 'transactions']);
}

/**
 * Takes a receipt back from the client who got it by mistake (PAY-53, PAY-54). It waits in suspense for the right client, or goes to them at
 * once. What the wrong one has spent is claimed by letter, without fee or interest. What others must approve is asked before (`governed.ts`).
 * @returns what became a receivable, minor units.
 * @throws Refusal `not-found`; `posting.already-reversed`; `posting.not-reversible`; `correction.right-client-required` where no line of our bank
 * could wait; `correction.same-client`; `transfer.currency-differs`; `transfer.payee-unavailable` for a right client who can get nothing now (PAY-62).
 */
export async function takeReceiptBack(
  work: Work,
  input: ReceiptCorrection,
): Promise<{ readonly receivableMinor: number }> {
  const receipt = requireReceipt(await lockPosting(work, input.postingId));
  const { posting, client, lineId } = receipt;
  const { rightAccountId = null } = input;
  if (!lineId && !rightAccountId) throw new Refusal('correction.right-client-required');
  if (rightAccountId === client.accountId) throw new Refusal('correction.same-client');
  const { amountMinor, currency } = client;
  if (lineId) await reopenLine(work, lineId, posting, { amountMinor, isWrongClient: true });
  const taken = await takeFromClient(work, receipt, input.reason).catch((error: unknown) => {
    throw violates(error, 'ledger_transactions_reverses') ? new Refusal('posting.already-reversed') : error;
  });
  const { receivableMinor, ledgerTransactionId } = taken;
  await work.tx
    .insert(receiptCorrections)
    .values({
      id: work.newId(),
      postingId: posting.id,
      lineId,
      clientAccountId: client.accountId,
      currency,
      amount: amountMinor,
      receivable: receivableMinor,
      reason: input.reason,
      rightAccountId,
      ledgerTransactionId,
      madeBy: work.actorId,
      madeAt: work.now,
    })
    .catch((error: unknown) => {
      throw violates(error, 'receipt_corrections_posting_id_unique')
        ? new Refusal('posting.already-reversed')
        : error;
    });
  if (rightAccountId) await giveToRightClient(work, receipt, rightAccountId);
  audit(work, {
    operation: 'corrections.create',
    clientAccountId: client.accountId,
    subjectId: posting.id,
    before: { event: posting.event, amountMinor, currency },
    after: { takenMinor: taken.fromAccountMinor, receivableMinor, currency, reason: input.reason },
  });
  await notifyClient(work, client.userId, receivableMinor > 0 ? 'receipt-claimed' : 'receipt-taken-back', {
    amountMinor,
    currency,
    day: posting.bookingDay,
    takenMinor: taken.fromAccountMinor,
    owedMinor: receivableMinor,
  });
  await announce(work, { userId: client.userId, staff: true }, ['account', 'transactions', 'corrections']);
  await announce(work, { staff: true }, ['bank', 'clients']);
  return { receivableMinor };
}
