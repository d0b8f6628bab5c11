import { sql } from 'drizzle-orm';
import type { Institution } from '#content/institution/schema.ts';
import { Refusal } from '#domain/errors.ts';
import { type DebitCancellation, sendByDay } from '#domain/mandates/direct-debit.ts';
import { directDebitXml } from '#domain/mandates/direct-debit-file.ts';
import { sumMinor } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { MAX_PER_BATCH } from '#domain/withdrawals/sepa.ts';
import { audit } from '../audit/audit.ts';
import { listed, rowsOf } from '../db/database.ts';
import { hasLegalBlock } from '../db/has-legal-block.ts';
import { readMinor } from '../db/read-minor.ts';
import { referenceNumber } from '../ids.ts';
import { announce } from '../notifications/live.ts';
import { endToEndIdOf } from '../transfers/own-transfers.ts';
import type { Work } from '../work/work.ts';
import { cancelDebit } from './end-debits.ts';
import { delaysOn } from './plan-direct-debits.ts';
import {
  closeBatch,
  type DebitRow,
  insertBatch,
  lockBatch,
  lockDebits,
  updateDebit,
  updateMandate,
} from './queries.ts';

/** The institution is French: its address has a French postal code. */
const HOUSE_COUNTRY = 'FR';

/** A direct debit with what its file needs, and what speaks against sending it. */
interface ToSend {
  readonly id: string;
  readonly mandateId: string;
  readonly reference: string;
  readonly signedOn: string;
  readonly isAmended: boolean;
  readonly debtorName: string;
  readonly iban: string;
  readonly left: string | number;
  readonly isMandateActive: boolean;
  readonly isLoanRunning: boolean;
  readonly isInForce: boolean;
  /** Whether the assets of the account are frozen (PAY-62). */
  readonly isFrozen: boolean;
}

async function toSend(work: Work, debits: readonly DebitRow[]): Promise<Map<string, ToSend>> {
  const rows = await rowsOf<ToSend>(
    work.tx,
    sql`select d.id, m.id as "mandateId", m.reference, m.signed_on::text as "signedOn", m.is_amended as "isAmended",
        m.debtor_name as "debtorName", m.iban, i.amount - i.paid_capital - i.paid_interest as left,
        m.state = 'active' and m.effective_on <= d.collection_on as "isMandateActive",
        r.phase = 'active' and l.frozen is null and (l.advance_held = 0 or d.attempt = 2) as "isLoanRunning",
        not i.is_superseded and i.collect_at is null as "isInForce",
        ${hasLegalBlock(sql`d.client_account_id`)} as "isFrozen"
      from direct_debits d join mandates m on m.id = d.mandate_id join loan_requests r on r.id = d.loan_id join loans l on l.id = d.loan_id
      join loan_instalments i on i.loan_id = d.loan_id and i.version = d.version and i.number = d.number
      where d.id = any (${listed(
        debits.map(({ id }) => id),
        'uuid',
      )})`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Why a direct debit is not sent after all; null when it is. */
function obstacleTo(one: ToSend): DebitCancellation | null {
  if (!one.isMandateActive) return 'mandate-ended';
  // Announced before the freeze: frozen assets are not asked for at other banks either. Its client reads nothing of it.
  if (one.isFrozen) return 'not-sent';
  if (!one.isInForce || !one.isLoanRunning) return 'changed';
  return readMinor(one.left) > 0 ? null : 'paid';
}

/** What a file holds: the direct debits of a day that still stand, for what their instalments still owe. */
async function sortOut(work: Work, debits: readonly DebitRow[]) {
  const facts = await toSend(work, debits);
  const sent: { readonly debit: DebitRow; readonly facts: ToSend; readonly amountMinor: number }[] = [];
  for (const debit of debits) {
    const one = facts.get(debit.id);
    const obstacle = one ? obstacleTo(one) : 'changed';
    if (obstacle || !one) await cancelDebit(work, debit, obstacle ?? 'changed');
    // Never more than was announced.
    else sent.push({ debit, facts: one, amountMinor: Math.min(debit.amount, readMinor(one.left)) });
  }
  return sent;
}

/**
 * Puts the announced direct debits of a collection day into one file for the house's bank (PAY-70) and records it. What does not stand any more
 * is left out and ended.
 * @throws Refusal `mandate.not-available` for an institution without what a file needs; `direct-debit.nothing-to-send`, also after the last day for
 * the file.
 * @returns the id of the file.
 */
export async function exportDebits(
  work: Work,
  institution: Institution,
  collectionOn: string,
): Promise<string> {
  const { houseIban, houseBic = null, creditorIdentifier, legalName, brandName, address } = institution;
  if (!houseIban || !creditorIdentifier) throw new Refusal('mandate.not-available');
  const today = legalDay(work.now);
  if (sendByDay(collectionOn, await delaysOn(work, today)) < today)
    throw new Refusal('direct-debit.nothing-to-send');
  const debits = await lockDebits(
    work.tx,
    sql`id in (select id from direct_debits where state = 'announced' and collection_on = ${collectionOn}::date order by id limit ${MAX_PER_BATCH})`,
  );
  const sent = await sortOut(work, debits);
  if (sent.length === 0) throw new Refusal('direct-debit.nothing-to-send');
  const id = work.newId();
  const messageId = referenceNumber('SDD', work.now, id);
  const total = sumMinor(sent.map(({ amountMinor }) => amountMinor));
  const file = directDebitXml({
    messageId,
    createdAt: work.now,
    collectionDate: collectionOn,
    creditor: {
      name: legalName,
      iban: houseIban,
      bic: houseBic,
      identifier: creditorIdentifier,
      address: { ...address, countryCode: HOUSE_COUNTRY },
    },
    collections: sent.map(({ debit, facts, amountMinor }) => ({
      endToEndId: endToEndIdOf(debit.id),
      amountMinor,
      mandate: { reference: facts.reference, signedOn: facts.signedOn, isAmended: facts.isAmended },
      debtor: { name: facts.debtorName, iban: facts.iban },
      remittance: `${brandName} - ECHEANCE ${debit.number} DU ${debit.dueOn}`,
    })),
  });
  await insertBatch(work.tx, {
    id,
    messageId,
    state: 'exported',
    collectionOn,
    debitCount: sent.length,
    total,
    file,
    createdBy: work.actorId,
    createdAt: work.now,
  });
  for (const { debit, facts, amountMinor } of sent) {
    if (amountMinor < debit.amount) await updateDebit(work.tx, debit.id, { amount: amountMinor });
    await updateDebit(work.tx, debit.id, { state: 'exported', batchId: id });
    await updateMandate(work.tx, facts.mandateId, { lastUsedOn: collectionOn, isAmended: false });
  }
  audit(work, {
    operation: 'directDebits.export',
    clientAccountId: null,
    subjectId: id,
    before: null,
    after: { messageId, debits: sent.length, totalMinor: total, currency: 'EUR', collectionOn },
  });
  await announce(work, { staff: true }, ['mandates']);
  return id;
}

/**
 * Takes back a file that our bank did not take: its instalments are collected from the clients' accounts.
 * @throws Refusal `not-found`; `direct-debit.wrong-state` for one that is closed, or of which something was settled or refused.
 */
export async function cancelDebitBatch(work: Work, id: string): Promise<void> {
  const debits = await lockDebits(work.tx, sql`batch_id = ${id}::uuid`);
  const batch = await lockBatch(work.tx, id);
  if (!batch) throw new Refusal('not-found');
  if (batch.state !== 'exported' || debits.some(({ state }) => state !== 'exported'))
    throw new Refusal('direct-debit.wrong-state');
  for (const debit of debits) await cancelDebit(work, debit, 'file-withdrawn');
  await closeBatch(work.tx, id, { state: 'cancelled', by: work.actorId, at: work.now });
  audit(work, {
    operation: 'directDebits.cancel',
    clientAccountId: null,
    subjectId: id,
    before: { state: 'exported' },
    after: { state: 'cancelled', messageId: batch.messageId },
  });
  await announce(work, { staff: true }, ['mandates', 'loans']);
}
