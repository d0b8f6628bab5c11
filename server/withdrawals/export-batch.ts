import type { Institution } from '#content/institution/schema.ts';
import { Refusal } from '#domain/errors.ts';
import { sumMinor } from '#domain/money/money.ts';
import { firstDayOf } from '#domain/time/calendars.ts';
import { legalDay } from '#domain/time/days.ts';
import { creditTransferXml } from '#domain/withdrawals/credit-transfer-file.ts';
import { sepaObstacle } from '#domain/withdrawals/sepa.ts';
import { audit } from '../audit/audit.ts';
import { referenceNumber } from '../ids.ts';
import { announce } from '../notifications/live.ts';
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

/**
 * Puts the chosen validated withdrawals into one file for the house's bank, and records it as a batch: what the administrator saw and
 * confirmed, or nothing. No withdrawal stands in two files: the bank would pay it twice. Nothing is debited until the batch is executed.
 * @throws Refusal `batch.house-account-missing`; `batch.recipient-missing` in a live institution, for a request that names no payee; `batch.not-exportable` when one of them is decided, in a file or of no SEPA transfer.
 */
export async function exportBatch(
  work: Work,
  institution: Institution,
  withdrawalIds: readonly string[],
): Promise<BatchReviewRow> {
  const { mode, houseIban, houseBic = null, brandName, legalName, address } = institution;
  if (!houseIban) throw new Refusal('batch.house-account-missing');
  await lockExport(work.tx);
  const withdrawals = await withdrawalsForFile(work.tx, withdrawalIds);
  if (
    withdrawals.length < new Set(withdrawalIds).size ||
    withdrawals.some((withdrawal) => sepaObstacle(withdrawal) !== null)
  )
    throw new Refusal('batch.not-exportable');

  // A row of before names were kept: a demonstration supposes the client's name, a live institution asks for one (PAY-11).
  if (mode === 'live' && withdrawals.some(({ recipientName }) => recipientName === null))
    throw new Refusal('batch.recipient-missing');

  const id = work.newId();
  const messageId = referenceNumber('SEP', work.now, id);
  const executionDate = firstDayOf('target-days', legalDay(work.now));
  const file = creditTransferXml({
    messageId,
    createdAt: work.now,
    executionDate,
    debtor: {
      name: legalName,
      iban: houseIban,
      bic: houseBic,
      address: { ...address, countryCode: HOUSE_COUNTRY },
    },
    transfers: withdrawals.map((withdrawal) => ({
      endToEndId: withdrawal.id.replaceAll('-', ''),
      amountMinor: withdrawal.amountMinor,
      payee: payeeOf(withdrawal),
      remittance: `${brandName} - ${messageId}`,
    })),
  });
  const total = sumMinor(withdrawals.map(({ amountMinor }) => amountMinor));
  await insertBatch(
    work.tx,
    {
      id,
      messageId,
      status: 'exported',
      withdrawalCount: withdrawals.length,
      total,
      executionDate,
      file,
      createdBy: work.actorId,
      createdAt: work.now,
    },
    withdrawals.map((withdrawal) => withdrawal.id),
  );
  audit(work, {
    operation: 'withdrawalBatches.export',
    clientAccountId: null,
    subjectId: id,
    before: null,
    after: {
      messageId,
      withdrawals: withdrawals.length,
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
