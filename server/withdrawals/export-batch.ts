import type { Institution } from '#content/institution/schema.ts';
import { Refusal } from '#domain/errors.ts';
import { sumMinor } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { type CreditTransfer, creditTransferXml } from '#domain/withdrawals/credit-transfer-file.ts';
import { fileDay } from '#domain/withdrawals/deadlines.ts';
import { sepaObstacle } from '#domain/withdrawals/sepa.ts';
import { audit } from '../audit/audit.ts';
import { referenceNumber } from '../ids.ts';
import { announce } from '../notifications/live.ts';
import { parameterOn } from '../parameters/parameters-on.ts';
import { insideRule } from '../payees/inside-rule.ts';
import { endToEndIdOf } from '../transfers/own-transfers.ts';
import {
  chosenReturnOrders,
  exportReturnOrders,
  fitsFile,
  type ReturnOrder,
} from '../transfers/return-orders.ts';
import type { Work } from '../work/work.ts';
import {
  type BatchReviewRow,
  batchForReview,
  insertBatch,
  lockExport,
  withdrawalsForFile,
} from './batch-queries.ts';

/** The institution is French: its address has a French postal code. */
const HOUSE_COUNTRY = 'FR';

type Chosen = Awaited<ReturnType<typeof withdrawalsForFile>>[number];

/**
 * Who a transfer of the file goes to. The client's own address goes with the client's own account only (PAY-6); a row without a name is supposed
 * to be one (PAY-11).
 */
function payeeOf(withdrawal: Chosen) {
  const { recipientName, clientName, isOwnAccount, recipientAddress, city } = withdrawal;
  const isOwn = isOwnAccount ?? true;
  const { street, postalCode, countryCode } = withdrawal;
  const own = isOwn && city ? { street, postalCode, city, countryCode } : null;
  const given = recipientAddress && {
    street: recipientAddress.street ?? null,
    postalCode: recipientAddress.postalCode ?? null,
    city: recipientAddress.city,
    countryCode: recipientAddress.countryCode,
  };
  return { name: recipientName ?? clientName, iban: withdrawal.clientIban, address: given ?? own };
}

/** What the file asks our bank to pay. @param usualText what a payee reads. */
function transfersOf(
  withdrawals: readonly Chosen[],
  returns: readonly ReturnOrder[],
  usualText: string,
): CreditTransfer[] {
  return [
    ...withdrawals.map((withdrawal) => ({
      endToEndId: endToEndIdOf(withdrawal.id),
      amountMinor: withdrawal.amountMinor,
      payee: payeeOf(withdrawal),
      remittance: withdrawal.remittance ?? usualText,
    })),
    ...returns.map((order) => ({
      endToEndId: endToEndIdOf(order.id),
      amountMinor: order.amountMinor,
      payee: { name: order.payeeName, iban: order.payeeIban, address: null },
      remittance: order.remittance,
    })),
  ];
}

/**
 * Locks what is chosen for a file, whole: nothing of it is decided, in another file, inside the house, under a freeze of assets, or of no SEPA transfer.
 * @throws Refusal `batch.not-exportable`; `batch.recipient-missing` in a live institution.
 */
async function lockExported(
  { tx, now }: Work,
  institution: Institution,
  {
    withdrawalIds,
    returnIds,
  }: { readonly withdrawalIds: readonly string[]; readonly returnIds: readonly string[] },
): Promise<{ withdrawals: readonly Chosen[]; returns: readonly ReturnOrder[] }> {
  await lockExport(tx);
  // Transfers between clients leave by no file (PAY-34).
  const isInside = await insideRule({ db: tx, institution, now });
  const withdrawals = await withdrawalsForFile(tx, withdrawalIds);
  const returns = await chosenReturnOrders(tx, returnIds);
  if (
    withdrawals.length + returns.length === 0 ||
    withdrawals.length < new Set(withdrawalIds).size ||
    returns.length < new Set(returnIds).size ||
    !returns.every(fitsFile) ||
    withdrawals.some(({ isBlocked }) => isBlocked) ||
    // An instant transfer stands in a file of its own (PAY-43).
    (withdrawals.some(({ isInstant }) => isInstant) && withdrawals.length + returns.length > 1) ||
    withdrawals.some((withdrawal) => sepaObstacle(withdrawal) !== null || isInside(withdrawal.clientIban))
  )
    throw new Refusal('batch.not-exportable');
  // A row of before names were kept: a demonstration supposes the client's name, a live institution asks for one (PAY-11).
  if (institution.mode === 'live' && withdrawals.some(({ recipientName }) => recipientName === null))
    throw new Refusal('batch.recipient-missing');
  return { withdrawals, returns };
}

/**
 * Puts the chosen validated withdrawals, and returns to senders (PAY-31), into one file for the house's bank, and records it as a batch: what the administrator saw and
 * confirmed, or nothing. No withdrawal stands in two files: the bank would pay it twice. Nothing is debited until the batch is executed.
 * @throws Refusal `batch.house-account-missing`; `batch.recipient-missing` in a live institution, for a request that names no payee; `batch.not-exportable` when one of them is decided, in a file, inside the house or of no SEPA transfer.
 */
export async function exportBatch(
  work: Work,
  institution: Institution,
  withdrawalIds: readonly string[],
  returnIds: readonly string[] = [],
): Promise<BatchReviewRow> {
  const { houseIban, houseBic = null, brandName, legalName, address } = institution;
  if (!houseIban) throw new Refusal('batch.house-account-missing');
  const { withdrawals, returns } = await lockExported(work, institution, { withdrawalIds, returnIds });
  const id = work.newId();
  const messageId = referenceNumber('SEP', work.now, id);
  const isInstant = withdrawals.some((withdrawal) => withdrawal.isInstant);
  const today = legalDay(work.now);
  const executionDate = isInstant
    ? today
    : fileDay(work.now, await parameterOn(work.tx, today, 'cutoff.batch'));
  const file = creditTransferXml({
    messageId,
    createdAt: work.now,
    executionDate,
    isInstant,
    debtor: {
      name: legalName,
      iban: houseIban,
      bic: houseBic,
      address: { ...address, countryCode: HOUSE_COUNTRY },
    },
    transfers: transfersOf(withdrawals, returns, `${brandName} - ${messageId}`),
  });
  const total = sumMinor([...withdrawals, ...returns].map(({ amountMinor }) => amountMinor));
  await insertBatch(
    work.tx,
    {
      id,
      messageId,
      status: 'exported',
      withdrawalCount: withdrawals.length + returns.length,
      total,
      executionDate,
      file,
      createdBy: work.actorId,
      createdAt: work.now,
    },
    withdrawals.map((withdrawal) => withdrawal.id),
  );
  await exportReturnOrders(
    work.tx,
    returns.map((order) => order.id),
    id,
  );
  audit(work, {
    operation: 'withdrawalBatches.export',
    clientAccountId: null,
    subjectId: id,
    before: null,
    after: {
      messageId,
      withdrawals: withdrawals.length,
      returns: returns.length,
      totalMinor: total,
      currency: 'EUR',
      executionDate,
    },
  });
  await announce(work, { staff: true }, ['withdrawals']);
  const review = await batchForReview(work.tx, id);
  if (!review) throw new Error('the exported batch cannot be read');
  return review;
}
