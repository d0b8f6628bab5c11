import { Refusal } from '#domain/errors.ts';
import { suspenseReturnOrder, suspenseToCharges } from '#domain/ledger/payment-postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { money } from '#domain/money/money.ts';
import { type AllocationPart, isReturnable, sumOfParts } from '#domain/statements/line-parts.ts';
import { legalDay } from '#domain/time/days.ts';
import { audit } from '../../audit/audit.ts';
import { post } from '../../ledger/post.ts';
import { announce } from '../../notifications/live.ts';
import { convertDated } from '../../rates/convert-dated.ts';
import { awaitsItsDebit } from '../../transfers/open-orders.ts';
import { orderReturn } from '../../transfers/return-orders.ts';
import { lockReturnedInParts, returnWhenWhole } from '../../transfers/return-transfer.ts';
import { resultOf, type Work } from '../../work/work.ts';
import { type BankLine, lockLine } from './line-queries.ts';
import { accountsById, insertPart, leaveOpen } from './part-queries.ts';
import { factsOf, postReceipts } from './post-receipts.ts';
import { type WaitingReceipt, waitingReceipts } from './proposals.ts';
import { giveReturnBack } from './waiting-returns.ts';

/** A credit line that waits, with why it does today and whom it may be for. */
type WaitingCredit = BankLine & Pick<WaitingReceipt, 'proposals' | 'returnedTransferId'>;

/** Locks a credit line that waits. @throws Refusal `not-found`; `line.already-allocated`. */
async function lockWaitingCredit(work: Work, lineId: string): Promise<WaitingCredit> {
  const line = await lockLine(work.tx, lineId);
  if (!line || line.amountMinor <= 0) throw new Refusal('not-found');
  if (line.openMinor === 0) throw new Refusal('line.already-allocated');
  const today = (await waitingReceipts(work.tx, [line], legalDay(work.now))).get(line.id);
  return { ...line, proposals: [], returnedTransferId: null, ...today };
}

/**
 * Checks parts against what is left of a line: one part takes all or some of it, several take all of it (PAY-30).
 * @throws Refusal `line.sum-differs`; `line.not-returnable` without a sender, for a transfer that a bank returns, or for what the law holds back.
 */
function requireParts(line: BankLine, parts: readonly AllocationPart[]): void {
  const sum = sumOfParts(parts);
  if (sum > line.openMinor || (parts.length > 1 && sum !== line.openMinor))
    throw new Refusal('line.sum-differs');
  if (parts.some(({ kind }) => kind === 'return') && !isReturnable(line, line.reason))
    throw new Refusal('line.not-returnable');
}

/**
 * Keeps what gives an order of ours back that our bank has not debited yet from being given away: with the debit it goes where it belongs by itself
 * (PAY-26, PAY-40), and would be given twice.
 * @throws Refusal `line.awaits-debit`.
 */
async function requireDebited(work: Work, line: BankLine): Promise<void> {
  const isBack = line.isReturn || line.isReversal || line.returnReason !== null;
  if (isBack && (await awaitsItsDebit(work.tx, line))) throw new Refusal('line.awaits-debit');
}

/**
 * Gives clients their parts, each with its line, notice and row. An account in another currency gets its part at the dated rate (PAY-66).
 * @throws Refusal `not-found`; `transfer.payee-unavailable`; `rate.unknown`; the ledger's.
 */
async function payClients(
  work: Work,
  line: BankLine,
  parts: readonly Extract<AllocationPart, { kind: 'client' }>[],
): Promise<void> {
  const accounts = await accountsById(
    work.tx,
    parts.map(({ accountId }) => accountId),
  );
  const receipts = [];
  for (const { accountId, amountMinor } of parts) {
    const account = accounts.get(accountId);
    if (!account) throw new Refusal('not-found');
    // What came in for frozen assets waits until the freeze is lifted (PAY-62).
    if (account.isBlocked) throw new Refusal('transfer.payee-unavailable');
    const received = money(amountMinor, line.currency as CurrencyCode);
    const conversion =
      account.currency === received.currency
        ? undefined
        : await convertDated(work.tx, received, account.currency);
    receipts.push({
      line,
      account,
      amountMinor,
      from: 'incoming-suspense' as const,
      conversion,
    });
  }
  const outcomes = await postReceipts(work, receipts);
  for (const [index, { account, amountMinor }] of receipts.entries()) {
    const outcome = outcomes[index];
    const { ledgerTransactionId } = resultOf(outcome ? [outcome] : []);
    await insertPart(work, line, {
      kind: 'client',
      clientAccountId: account.id,
      amount: amountMinor,
      ledgerTransactionId,
    });
  }
}

/** The client whom an allocation concerns, when it is one alone. */
export const onlyClientOf = (parts: readonly AllocationPart[]) => {
  const [first, ...others] = parts;
  return first?.kind === 'client' && others.length === 0 ? first.accountId : null;
};

/** The part that gives a client back the transfer of theirs that the line is of, whole (PAY-40); null for any other allocation. */
function returnedPart(
  { returnedTransferId, proposals, amountMinor }: WaitingCredit,
  parts: readonly AllocationPart[],
) {
  const [part] = parts;
  if (!returnedTransferId || part?.kind !== 'client' || part.amountMinor !== amountMinor) return null;
  return part.accountId === proposals[0]?.account ? part : null;
}

/**
 * Gives a client back a transfer whose return had to wait: the transfer is returned, as when the line had been posted at once.
 * @throws Refusal `transfer.wrong-phase`; `ledger.balance-too-high`.
 */
async function giveTransferBack(work: Work, line: WaitingCredit, accountId: string): Promise<void> {
  const outcome = await giveReturnBack(work, line, { transferId: line.returnedTransferId ?? '', accountId });
  if (outcome === 'unknown') throw new Refusal('transfer.wrong-phase');
  if (outcome === 'refused') throw new Refusal('ledger.balance-too-high');
}

/** Gives clients their parts; with the last of those in which a transfer of ours came back, it is returned (PAY-40). */
async function givePartsToClients(
  work: Work,
  line: WaitingCredit,
  parts: readonly Extract<AllocationPart, { kind: 'client' }>[],
): Promise<void> {
  const accountId = onlyClientOf(parts);
  const part =
    accountId && line.endToEndId && (line.isReturn || line.returnReason)
      ? {
          endToEndId: line.endToEndId,
          accountId,
          day: line.bookingDay ?? legalDay(work.now),
          reason: line.returnReason,
        }
      : null;
  const transfer = part && (await lockReturnedInParts(work, part));
  await payClients(work, line, parts);
  if (transfer) await returnWhenWhole(work, transfer, part);
}

/** Makes parts of a line: postings, rows, and what is left of it. */
async function makeParts(work: Work, line: WaitingCredit, parts: readonly AllocationPart[]): Promise<void> {
  requireParts(line, parts);
  await requireDebited(work, line);
  const currency = line.currency as CurrencyCode;
  const returned = returnedPart(line, parts);
  if (returned) await giveTransferBack(work, line, returned.accountId);
  else
    await givePartsToClients(
      work,
      line,
      parts.filter((part) => part.kind === 'client'),
    );
  for (const part of parts) {
    if (part.kind === 'client') continue;
    const make = part.kind === 'return' ? suspenseReturnOrder : suspenseToCharges;
    const posting = make({ amountMinor: part.amountMinor, currency });
    const { ledgerTransactionId } = await post(work, posting, line.id, factsOf(line));
    const id = await insertPart(work, line, {
      kind: part.kind,
      amount: part.amountMinor,
      ledgerTransactionId,
      ...(part.kind === 'return' ? { reasonCode: part.reasonCode } : {}),
    });
    if (part.kind === 'return') {
      const { amountMinor, reasonCode } = part;
      await orderReturn(work, { id, lineId: line.id, amountMinor, reasonCode }, line);
    }
  }
  const left = line.openMinor - sumOfParts(parts);
  const isAllReturned = parts.every(({ kind }) => kind === 'return') && line.phase !== 'part-allocated';
  await leaveOpen(
    work.tx,
    line.id,
    left,
    left > 0 ? 'part-allocated' : isAllReturned ? 'return-ordered' : 'allocated',
    // A transfer that came back was sent by the payee of old: it is no account that the client is paid from.
    sumOfParts(parts) === line.amountMinor && !returned ? onlyClientOf(parts) : null,
  );
}

/** What is given of a receipt, and to whom (PAY-30). */
export interface Allocation {
  readonly id: string;
  readonly parts: readonly AllocationPart[];
}

/** What goes back of a receipt to its sender (PAY-31): to the IBAN and name of the line only. */
export type ReceiptReturn = { readonly id: string } & Omit<
  Extract<AllocationPart, { kind: 'return' }>,
  'kind'
>;

/** A return as the part of a line that it is. */
export const partOfReturn = ({ amountMinor, reasonCode }: ReceiptReturn): AllocationPart => ({
  kind: 'return',
  amountMinor,
  reasonCode,
});

/**
 * Refuses an allocation that the line does not allow, before others are asked to approve it.
 * @throws Refusal `not-found`; `line.already-allocated`; `line.sum-differs`; `line.not-returnable`; `line.awaits-debit`; `transfer.payee-unavailable`.
 */
export async function requirePossibleParts(work: Work, { id, parts }: Allocation): Promise<void> {
  const line = await lockWaitingCredit(work, id);
  requireParts(line, parts);
  await requireDebited(work, line);
  const ids = parts.flatMap((part) => (part.kind === 'client' ? [part.accountId] : []));
  const accounts = await accountsById(work.tx, ids);
  if (ids.some((accountId) => !accounts.has(accountId))) throw new Refusal('not-found');
  if ([...accounts.values()].some(({ isBlocked }) => isBlocked))
    throw new Refusal('transfer.payee-unavailable');
}

async function allocate(
  work: Work,
  operation: 'bankLines.allocate' | 'bankLines.return',
  { id, parts }: Allocation,
): Promise<void> {
  const line = await lockWaitingCredit(work, id);
  await makeParts(work, line, parts);
  audit(work, {
    operation,
    clientAccountId: onlyClientOf(parts),
    subjectId: id,
    before: { openMinor: line.openMinor, currency: line.currency },
    after: { amountMinor: sumOfParts(parts), currency: line.currency, parts: parts.length },
  });
  await announce(work, { staff: true }, ['bank', 'withdrawals']);
}

/**
 * Allocates what waits of a receipt (PAY-30). Who has to approve it before, the policy says.
 * @throws Refusal `not-found`; `line.already-allocated`; `line.sum-differs`; `line.not-returnable`; `line.awaits-debit`; `transfer.payee-unavailable`; `rate.unknown`.
 */
export const allocateLine = (work: Work, allocation: Allocation): Promise<void> =>
  allocate(work, 'bankLines.allocate', allocation);

/**
 * Sends what waits of a receipt, or a part of it, back to its sender (PAY-31).
 * @throws Refusal `not-found`; `line.already-allocated`; `line.sum-differs`; `line.not-returnable`.
 */
export const returnLine = (work: Work, order: ReceiptReturn): Promise<void> =>
  allocate(work, 'bankLines.return', { id: order.id, parts: [partOfReturn(order)] });
