import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import {
  directDebitSettled,
  receiptMatched,
  receiptUnmatched,
  suspenseAllocation,
} from '#domain/ledger/payment-postings.ts';
import { sumMinor } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { audit } from '../audit/audit.ts';
import { rowsOf } from '../db/database.ts';
import { readMinor } from '../db/read-minor.ts';
import { type PostingFacts, post } from '../ledger/post.ts';
import { newClientLine, recordEach } from '../ledger/record-transaction.ts';
import { isKeptByStatements } from '../ledger/settlement.ts';
import { collectByDirectDebit } from '../loans/servicing/debit-instalment.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import type { Work } from '../work/work.ts';
import { closeBatch, type DebitRow, lockBatch, lockDebits, updateDebit } from './queries.ts';

/** Where the money is while it is posted: at our bank, or in suspense since a line without details brought it. */
export type DebitMoney = 'settlement' | 'incoming-suspense';

/** Money that our bank credits for direct debits of ours. */
export interface CreditedDebits {
  /** What caused the posting: the line, or the file. */
  readonly causeId: string;
  readonly amountMinor: number;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly names: { readonly batchId: string } | { readonly debitId: string };
  readonly from: DebitMoney;
  readonly facts: PostingFacts;
}

/** Closes a file once none of its direct debits is under way. */
export async function closeWhenDone(work: Work, batchId: string | null): Promise<void> {
  if (!batchId) return;
  const [open] = await rowsOf(
    work.tx,
    sql`select 1 from direct_debits where batch_id = ${batchId}::uuid and state = 'exported' limit 1`,
  );
  if (!open) await closeBatch(work.tx, batchId, { state: 'settled', by: work.actorId, at: work.now });
}

/** The client of an account, who gets what their instalment does not need any more. */
async function clientOf(work: Work, accountId: string) {
  const [row] = await rowsOf<{ user_id: string; ledger_account_id: string; name: string }>(
    work.tx,
    sql`select a.user_id, a.ledger_account_id, p.display_name as name
      from client_accounts a join profiles p on p.user_id = a.user_id where a.id = ${accountId}::uuid`,
  );
  if (!row) throw new Error(`account ${accountId} is gone`);
  return row;
}

/** Gives the client what an instalment does not need any more: it was paid or changed while the direct debit was under way. */
async function giveToClient(
  work: Work,
  debit: DebitRow,
  { causeId, from, facts }: CreditedDebits,
): Promise<string> {
  const {
    user_id: userId,
    ledger_account_id: ledgerAccountId,
    name,
  } = await clientOf(work, debit.clientAccountId);
  const account = { id: debit.clientAccountId, ledgerAccountId, currency: 'EUR' as const };
  const make = from === 'settlement' ? receiptMatched : suspenseAllocation;
  const line = newClientLine(work, 'VRE');
  const [outcome] = await recordEach(work.tx, [
    {
      work,
      account,
      posting: make(account, { amountMinor: debit.amount, currency: 'EUR' }),
      causeId,
      line,
      details: { payer: name },
      ...facts,
    },
  ]);
  if (!outcome || 'refusal' in outcome) throw outcome?.refusal ?? new Error('a receipt was not posted');
  await notifyClient(work, userId, 'direct-debit-given', {
    amountMinor: debit.amount,
    currency: 'EUR',
    dueDate: debit.dueOn,
    referenceNumber: line.referenceNumber,
  });
  await announce(work, { userId, staff: true }, ['account', 'transactions', 'mandates']);
  return outcome.result.ledgerTransactionId;
}

/** What was refused of a file: a bank may credit it with the whole all the same, and debit it by a line of its own. Minor units. */
async function refusedIn(work: Work, names: CreditedDebits['names']): Promise<number> {
  if (!('batchId' in names)) return 0;
  const [row] = await rowsOf<{ sum: string | number }>(
    work.tx,
    sql`select coalesce(sum(amount), 0)::bigint as sum from direct_debits where batch_id = ${names.batchId}::uuid and state = 'rejected'`,
  );
  return readMinor(row?.sum ?? 0);
}

/** What a credit of our bank settled. */
export interface SettledDebits {
  readonly ledgerTransactionId: string;
  /** What of it is of refused direct debits, and waits in suspense until our bank takes it back. Minor units. */
  readonly restMinor: number;
}

/**
 * Settles the direct debits of a file, or one of them, with what our bank credits (PAY-70): each instalment is collected from it, and not from
 * its client's account. What an instalment needs no more goes to its client. The whole of a file counts as well as the file less what was refused: what
 * is of refused ones waits in suspense.
 * @returns null when it is neither.
 */
export async function settleDebits(work: Work, credited: CreditedDebits): Promise<SettledDebits | null> {
  const { names, amountMinor, day, from, facts, causeId } = credited;
  const which =
    'batchId' in names ? sql`batch_id = ${names.batchId}::uuid` : sql`id = ${names.debitId}::uuid`;
  const debits = await lockDebits(work.tx, sql`${which} and state = 'exported'`);
  if (debits.length === 0) return null;
  const restMinor = amountMinor - sumMinor(debits.map(({ amount }) => amount));
  if (restMinor !== 0 && restMinor !== (await refusedIn(work, names))) return null;
  let transactionId: string | null = null;
  const collected: number[] = [];
  for (const debit of debits) {
    const done = await collectByDirectDebit(work, debit, { amountMinor: debit.amount, day, facts });
    if (done) collected.push(debit.amount);
    else transactionId = await giveToClient(work, debit, credited);
    await updateDebit(work.tx, debit.id, {
      state: 'settled',
      settledOn: day,
      ...(done
        ? { collectionId: done.ledgerTransactionId, interest: done.interestMinor, capital: done.capitalMinor }
        : {}),
    });
  }
  if (collected.length > 0) {
    const total = { amountMinor: sumMinor(collected), currency: 'EUR' as const };
    transactionId = (await post(work, directDebitSettled(total, from), causeId, facts)).ledgerTransactionId;
  }
  if (restMinor > 0 && from === 'settlement')
    await post(work, receiptUnmatched({ amountMinor: restMinor, currency: 'EUR' }), causeId, facts);
  for (const batchId of new Set(debits.map((debit) => debit.batchId))) await closeWhenDone(work, batchId);
  for (const { clientAccountId } of debits) {
    const { user_id: userId } = await clientOf(work, clientAccountId);
    await announce(work, { userId, staff: true }, ['mandates', 'loans']);
  }
  if (!transactionId) throw new Error('a credit settled no direct debit');
  return { ledgerTransactionId: transactionId, restMinor };
}

/**
 * Settles a whole file whose account at our bank people keep by hand (PAY-19): what is credited is what was not refused.
 * @param day on which our bank credited it: the collection day, or later.
 * @throws Refusal `not-found`; `direct-debit.wrong-state` for a closed one, or before its collection day; `direct-debit.by-statement` once our
 * bank's statements keep the account.
 */
export async function settleBatchByHand(work: Work, id: string): Promise<void> {
  const debits = await lockDebits(work.tx, sql`batch_id = ${id}::uuid and state = 'exported'`);
  const batch = await lockBatch(work.tx, id);
  if (!batch) throw new Refusal('not-found');
  if (await isKeptByStatements(work.tx, 'EUR')) throw new Refusal('direct-debit.by-statement');
  if (batch.state !== 'exported' || debits.length === 0 || legalDay(work.now) < batch.collectionOn)
    throw new Refusal('direct-debit.wrong-state');
  const amountMinor = sumMinor(debits.map(({ amount }) => amount));
  await settleDebits(work, {
    causeId: id,
    amountMinor,
    day: batch.collectionOn,
    names: { batchId: id },
    from: 'settlement',
    facts: { document: { kind: 'batch', batchId: id } },
  });
  if (work.actor.kind === 'staff')
    audit(work, {
      operation: 'directDebits.settle',
      clientAccountId: null,
      subjectId: id,
      before: { state: 'exported' },
      after: { state: 'settled', messageId: batch.messageId, totalMinor: amountMinor, currency: 'EUR' },
    });
}
