import { sql } from 'drizzle-orm';
import type { Institution } from '#content/institution/schema.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { legalDay } from '#domain/time/days.ts';
import { type BankVerdict, verdictOfStatus } from '#domain/withdrawals/bank-answer.ts';
import { INSTANT_ANSWER_SECONDS, type InstantOrder, isRailToBeAsked } from '#domain/withdrawals/instant.ts';
import type { Bank } from '../../bank/bank.ts';
import type { InstantRail } from '../../bank/instant-rail.ts';
import { rowsOf } from '../../db/database.ts';
import { stoppedCurrencies } from '../../ledger/reconciliation.ts';
import { isKeptByStatements } from '../../ledger/settlement.ts';
import { applyVerdict } from '../../transfers/apply-answer.ts';
import { endToEndIdOf, lockTransfers } from '../../transfers/own-transfers.ts';
import { inTransaction, type Work } from '../../work/work.ts';
import { exportBatch } from '../export-batch.ts';
import { accountForWithdrawal, lockWithdrawal, updateWithdrawal, type WithdrawalRow } from '../queries.ts';

/** Transfers that the rail is asked for side by side. */
const AT_ONCE = 10;

/** The parts of the bank that send instant transfers; without a rail they leave in files of one. */
export type SendingBank = Pick<Bank, 'database' | 'surroundings' | 'institution' | 'instantRail'>;

const asJob = <T>({ database, surroundings }: SendingBank, useCase: (work: Work) => Promise<T>) =>
  inTransaction(
    database.db,
    surroundings,
    { kind: 'bank', job: 'send-instant-transfers' },
    useCase,
    null,
    true,
  );

/** Whether a transfer may leave: its account is not frozen (PAY-62), and our books agree with our bank's (PAY-33). */
async function mayLeave(work: Work, { clientAccountId, currency }: WithdrawalRow): Promise<boolean> {
  const payer = await accountForWithdrawal(work.tx, clientAccountId);
  if (!payer || payer.isBlocked) return false;
  const code = currency as CurrencyCode;
  return !(await isKeptByStatements(work.tx, code)) || !(await stoppedCurrencies(work.tx)).has(code);
}

/** The transfer, locked, when the rail is to be asked for it now; null otherwise. */
async function lockDue(work: Work, id: string): Promise<WithdrawalRow | null> {
  const row = await lockWithdrawal(work.tx, id);
  if (!row || !isRailToBeAsked(row, work.now)) return null;
  return row.phase === 'validated' && !(await mayLeave(work, row)) ? null : row;
}

/** Writes down that the rail is asked, before it is: a killed process leaves a transfer that is asked about again. */
async function takeUp(work: Work, id: string, institution: Institution): Promise<InstantOrder | null> {
  const row = await lockDue(work, id);
  if (!row) return null;
  await updateWithdrawal(work.tx, id, {
    instantAskedAt: work.now,
    ...(row.phase === 'validated' ? { phase: 'exported', leavesOn: legalDay(work.now) } : {}),
  });
  return {
    requestId: endToEndIdOf(id),
    amountMinor: row.amount,
    payee: { name: row.recipientName ?? '', iban: row.clientIban },
    remittance: row.remittance ?? institution.brandName,
    isAgain: row.instantAskedAt !== null,
  };
}

/** What the rail says, no later than after ten seconds. A fault, silence, and « under way » are no final answer: our transfer counts as accepted. */
async function answerOf(rail: InstantRail, order: InstantOrder): Promise<BankVerdict> {
  const signal = AbortSignal.timeout(INSTANT_ANSWER_SECONDS * 1_000);
  const silence = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const answer = await Promise.race([rail.send(order, signal), silence]).catch(() => null);
  const verdict = answer && verdictOfStatus(answer);
  return verdict?.bank === 'sent' || verdict?.bank === 'refused' ? verdict : { bank: 'accepted' };
}

/**
 * Sends an instant transfer that nothing holds (PAY-43), or asks again for the answer of one. The rail is asked between two transactions:
 * the first writes down that it is asked, the second does what it answers. Once our bank's account is kept by its statements, their debit
 * settles it.
 * @returns whether the rail was asked.
 */
export async function sendInstant(bank: SendingBank, rail: InstantRail, id: string): Promise<boolean> {
  const order = await asJob(bank, (work) => takeUp(work, id, bank.institution));
  if (!order) return false;
  const verdict = await answerOf(rail, order);
  await asJob(bank, async (work) => {
    const [transfer] = await lockTransfers(work.tx, [id]);
    // A first answer that comes after a later one says nothing more.
    if (transfer?.phase === 'exported' || transfer?.phase === 'accepted')
      await applyVerdict(work, transfer, verdict);
  });
  return true;
}

/** Puts an instant transfer into a file of its own. @returns whether it was. */
function exportAlone(bank: SendingBank, id: string): Promise<boolean> {
  return asJob(bank, async (work) => {
    if (!bank.institution.houseIban || !(await lockDue(work, id))) return false;
    await exportBatch(work, bank.institution, [id]);
    return true;
  });
}

/** The instant transfers that may wait for the rail, the oldest first. */
async function waiting({ database, surroundings }: SendingBank): Promise<string[]> {
  const rows = await rowsOf<{ id: string; isInstant: boolean; phase: string; askedAt: string | null }>(
    database.db,
    sql`select id, is_instant as "isInstant", phase, instant_asked_at as "askedAt" from withdrawal_requests
      where is_instant and status = 'approved' order by created_at, id`,
  );
  const now = surroundings.now();
  return rows
    .filter(({ askedAt, ...row }) =>
      isRailToBeAsked({ ...row, instantAskedAt: askedAt === null ? null : new Date(askedAt) }, now),
    )
    .map(({ id }) => id);
}

/**
 * The look of every minute at instant transfers: those whose hold was let go, those of programmed transfers, what a killed process left, and
 * what has no final answer yet.
 * @returns how many were handled.
 */
export async function sendInstantStep({
  instantRail = null,
  ...rest
}: Omit<SendingBank, 'instantRail'> & Partial<Pick<Bank, 'instantRail'>>): Promise<number> {
  const bank = { ...rest, instantRail };
  // One export after the other: each waits for the lock of exports.
  const atOnce = instantRail ? AT_ONCE : 1;
  const ids = await waiting(bank);
  let handled = 0;
  for (let first = 0; first < ids.length; first += atOnce) {
    const done = await Promise.all(
      ids
        .slice(first, first + atOnce)
        .map((id) => (instantRail ? sendInstant(bank, instantRail, id) : exportAlone(bank, id))),
    );
    handled += done.filter(Boolean).length;
  }
  return handled;
}
