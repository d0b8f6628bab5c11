import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { directDebitReturned } from '#domain/ledger/payment-postings.ts';
import { debitAfter, retryDay } from '#domain/mandates/direct-debit.ts';
import { findMandateStep } from '#domain/mandates/mandate.ts';
import { effectOf, type RCode, wordsOfCode } from '#domain/mandates/r-transactions.ts';
import { legalDay } from '#domain/time/days.ts';
import { audit } from '../audit/audit.ts';
import { rowsOf } from '../db/database.ts';
import { type PostingFacts, post } from '../ledger/post.ts';
import { isKeptByStatements } from '../ledger/settlement.ts';
import {
  collectFromAccount,
  freezeOfLoan,
  missAfterDebit,
  takeCollectionBack,
} from '../loans/servicing/debit-instalment.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import type { Work } from '../work/work.ts';
import { cancelAnnounced, firstTryOn } from './end-debits.ts';
import { delaysOn, nextTryAfterDebit } from './plan-direct-debits.ts';
import {
  type DebitRow,
  insertDebit,
  lockDebits,
  type MandateRow,
  mandateOf,
  updateDebit,
  updateMandate,
} from './queries.ts';
import { closeWhenDone } from './settle-debits.ts';

/** A direct debit that a bank refuses or takes back. */
interface Failure {
  readonly debit: DebitRow;
  /** The bank's code; null without one. */
  readonly code: string | null;
  /** The legal day on which we know it. */
  readonly day: string;
}

/** Suspends a mandate that a bank's code says no more can be asked of (PAY-71). */
async function suspendMandate(work: Work, mandate: MandateRow, code: string | null): Promise<void> {
  if (!findMandateStep(mandate.state, 'suspend')) return;
  await cancelAnnounced(work, mandate.id);
  await updateMandate(work.tx, mandate.id, {
    state: 'suspended',
    suspendedAt: work.now,
    suspensionCode: code,
    isToCall: effectOf(code) === 'suspend-and-call',
  });
}

/** Announces the one second attempt after a debit without funds (PAY-71), unless a freeze forbids it. @returns its day, or null when there is none. */
async function planRetry(
  work: Work,
  mandate: MandateRow,
  { debit, code, day }: Failure,
): Promise<string | null> {
  if (effectOf(code) !== 'retry' || debit.attempt !== 1 || mandate.state !== 'active') return null;
  if (await freezeOfLoan(work.tx, debit.loanId)) return null;
  const collectionOn = retryDay(
    day > debit.collectionOn ? day : debit.collectionOn,
    await delaysOn(work, day),
  );
  const { mandateId, clientAccountId, loanId, version, number, amount, dueOn } = debit;
  await insertDebit(work.tx, {
    id: work.newId(),
    mandateId,
    clientAccountId,
    loanId,
    version,
    number,
    attempt: 2,
    amount,
    dueOn,
    collectionOn,
    state: 'announced',
    announcedOn: day,
  });
  return collectionOn;
}

/** Tells the client what came back, what happens next, and the open screens. */
async function tellFailure(
  work: Work,
  mandate: MandateRow,
  { debit, code }: Failure,
  retryOn: string | null,
): Promise<void> {
  const [client] = await rowsOf<{ user_id: string }>(
    work.tx,
    sql`select user_id from client_accounts where id = ${debit.clientAccountId}::uuid`,
  );
  if (!client) return;
  await notifyClient(work, client.user_id, 'direct-debit-failed', {
    amountMinor: debit.amount,
    currency: 'EUR',
    dueDate: debit.dueOn,
    iban: mandate.iban,
    debitReason: wordsOfCode(code),
    retryOn: retryOn ?? '',
    isSuspended: effectOf(code).startsWith('suspend') ? 1 : 0,
  });
  await announce(work, { userId: client.user_id, staff: true }, ['mandates', 'loans', 'bank']);
}

async function mandateOfDebit(work: Work, debit: DebitRow): Promise<MandateRow> {
  const mandate = await mandateOf(work.tx, debit.mandateId);
  if (!mandate) throw new Error(`mandate ${debit.mandateId} is gone`);
  return mandate;
}

/** What follows a failure for mandate and client, alike before and after the settlement. @returns the day of a second attempt, or null. */
async function follow(
  work: Work,
  failure: Failure,
): Promise<{ readonly mandate: MandateRow; readonly retryOn: string | null }> {
  const mandate = await mandateOfDebit(work, failure.debit);
  if (effectOf(failure.code).startsWith('suspend')) await suspendMandate(work, mandate, failure.code);
  return { mandate, retryOn: await planRetry(work, mandate, failure) };
}

/**
 * Says whether the instalment of a direct debit that failed goes to the client's account, once no attempt is left: with their wish (PAY-71), and as one
 * that was not sent while their assets are frozen, where it waits without being missed (PAY-62).
 */
const goesToAccount = async (work: Work, mandate: MandateRow, { loanId }: DebitRow): Promise<boolean> =>
  mandate.usesAccount || (await freezeOfLoan(work.tx, loanId)) === 'assets';

/**
 * Records that a bank refused a direct debit before it was settled (PAY-71). Its instalment is tried once more, collected from the client's
 * account where the mandate or a freeze of assets says so, or missed on its collection day; under a freeze of the loan it waits (LC-92).
 * @returns false for one that is not under way.
 */
export async function rejectDebit(work: Work, failure: Failure): Promise<boolean> {
  const { debit, code, day } = failure;
  const state = debitAfter(debit.state, 'reject');
  if (!state) return false;
  await updateDebit(work.tx, debit.id, { state, reasonCode: code, failedOn: day });
  const { mandate, retryOn } = await follow(work, failure);
  if (!retryOn && (await goesToAccount(work, mandate, debit)))
    await collectFromAccount(
      work.tx,
      debit,
      day < debit.dueOn ? firstTryOn(debit.dueOn) : nextTryAfterDebit(day),
    );
  else if (debit.collectionOn <= day) await missAfterDebit(work, debit, day);
  await closeWhenDone(work, debit.batchId);
  await tellFailure(work, mandate, failure, retryOn);
  return true;
}

/**
 * Takes back the collection of a settled direct debit, then the money (PAY-72). Late or not, the bank's word stands.
 * @param money.to `outgoing-suspense` when the bank's debit waits there already.
 * @returns the transaction of the money; null when the direct debit is not settled, of another amount, or when its money went to the client: then a
 * person decides on the bank's debit.
 */
export async function returnDebit(
  work: Work,
  failure: Failure & { readonly amountMinor: number; readonly causeId: string },
  money: { readonly to: 'settlement' | 'outgoing-suspense'; readonly facts: PostingFacts },
): Promise<string | null> {
  const { debit, code, day, amountMinor, causeId } = failure;
  const state = debitAfter(debit.state, 'return');
  if (!state || debit.amount !== amountMinor) return null;
  await updateDebit(work.tx, debit.id, { state, reasonCode: code, failedOn: day });
  const { mandate, retryOn } = await follow(work, failure);
  let transactionId: string | null = null;
  if (debit.collectionId) {
    const collected = {
      ledgerTransactionId: debit.collectionId,
      interestMinor: debit.interest,
      capitalMinor: debit.capital,
    };
    const tryAt = !retryOn && (await goesToAccount(work, mandate, debit)) ? nextTryAfterDebit(day) : null;
    await takeCollectionBack(work, debit, collected, { day, tryAt, facts: money.facts });
    const made = directDebitReturned({ amountMinor, currency: 'EUR' }, money.to);
    transactionId = (await post(work, made, causeId, money.facts)).ledgerTransactionId;
  }
  await tellFailure(work, mandate, failure, retryOn);
  return transactionId;
}

/** Locks a direct debit behind its loan; null when there is none. */
export async function lockDebit(work: Work, id: string): Promise<DebitRow | null> {
  const [debit] = await lockDebits(work.tx, sql`id = ${id}::uuid`);
  return debit ?? null;
}

/**
 * Records by hand what a bank told by another way than a file: a refusal at any time, a return while people keep the account at our bank (PAY-19).
 * @throws Refusal `not-found`; `direct-debit.wrong-state`; `direct-debit.by-statement` for money that our bank's statements tell of.
 */
export async function recordFailure(work: Work, id: string, code: RCode): Promise<void> {
  const debit = await lockDebit(work, id);
  if (!debit) throw new Refusal('not-found');
  const failure = { debit, code, day: legalDay(work.now) };
  if (debit.state === 'settled') {
    if (await isKeptByStatements(work.tx, 'EUR')) throw new Refusal('direct-debit.by-statement');
    if (!debit.collectionId) throw new Refusal('direct-debit.wrong-state');
    await returnDebit(
      work,
      { ...failure, amountMinor: debit.amount, causeId: id },
      { to: 'settlement', facts: { document: { kind: 'order', orderId: id } } },
    );
  } else if (!(await rejectDebit(work, failure))) throw new Refusal('direct-debit.wrong-state');
  if (work.actor.kind === 'staff')
    audit(work, {
      operation: 'directDebits.recordFailure',
      clientAccountId: debit.clientAccountId,
      subjectId: id,
      before: { state: debit.state },
      after: { reasonCode: code, amountMinor: debit.amount, currency: 'EUR' },
    });
}
