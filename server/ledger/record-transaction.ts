import type { MovementName } from '#domain/ledger/movement-words.ts';
import type { Posting } from '#domain/ledger/postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import type { Money } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import type { Db } from '../db/database.ts';
import { newRow } from '../db/insert-all.ts';
import { transactions } from '../db/schema/index.ts';
import { referenceNumber } from '../ids.ts';
import { type Outcome, resultOf, type Work } from '../work/work.ts';
import { postAll } from './post.ts';

/** What a client's line is called before it is written: a notice can name it before the line is written. */
export interface ClientLine {
  readonly id: string;
  readonly referenceNumber: string;
}

/** Names a line; `prefix` says what moved the money. */
export function newClientLine(work: Work, prefix: Parameters<typeof referenceNumber>[0]): ClientLine {
  const id = work.newId();
  return { id, referenceNumber: referenceNumber(prefix, work.now, id) };
}

interface MovementFacts {
  readonly account: {
    readonly id: string;
    readonly ledgerAccountId: string;
    readonly currency: CurrencyCode;
  };
  readonly posting: Posting;
  readonly causeId: string;
  readonly line: ClientLine;
  /** The day from which the money counts (PAY-9); the day of the movement unless it says otherwise. */
  readonly valueDay?: string | undefined;
  /** What was received before conversion, when that was another currency. */
  readonly original?: Money & { readonly rate: string; readonly rateAsOf: string | null };
}

/** A movement of a client's account, with what it is called. */
export type Movement = MovementFacts & MovementName;

/** What the client's line of a movement says. */
export interface Recorded {
  readonly ledgerTransactionId: string;
  readonly referenceNumber: string;
  readonly balanceAfterMinor: number;
}

/** The entry of a movement on the client's own account. */
function ownEntry({ posting, account }: Movement) {
  const entry = posting.entries.find(
    (line) => 'client' in line.account && line.account.client === account.ledgerAccountId,
  );
  if (!entry) throw new Error('the posting does not touch the account');
  return entry;
}

/**
 * Posts movements of clients' accounts and has each client's own line written with its reference. The amount, the number and the balance of a
 * line are the ledger entry's, so the two cannot disagree. A movement that the books refuse is refused alone.
 */
export async function recordTransactions(
  tx: Db,
  movements: readonly (Movement & { readonly work: Work })[],
): Promise<Outcome<Recorded>[]> {
  const posted = await postAll(tx, movements);
  return movements.map((movement, index): Outcome<Recorded> => {
    const outcome = posted[index];
    if (!outcome) throw new Error('the ledger did not answer for a movement');
    if ('refusal' in outcome) return outcome;
    const { work, account, posting, original } = movement;
    const { ledgerTransactionId, entries } = outcome.result;
    const written = entries.get(account.ledgerAccountId);
    if (!written) throw new Error('the ledger did not answer for the account');
    const { amountMinor } = ownEntry(movement);
    const { id, referenceNumber } = movement.line;
    const row = newRow(transactions, {
      id,
      clientAccountId: account.id,
      ledgerTransactionId,
      sequence: written.sequence,
      amount: amountMinor,
      balanceAfter: written.balanceAfterMinor,
      transactionType: amountMinor > 0 ? 'credit' : 'debit',
      event: posting.event,
      description: 'description' in movement ? movement.description : null,
      details: 'details' in movement ? movement.details : null,
      referenceNumber,
      originalAmount: original?.amountMinor ?? null,
      originalCurrency: original?.currency ?? null,
      rate: original?.rate ?? null,
      rateAsOf: original?.rateAsOf ?? null,
      createdBy: work.actorId,
      createdAt: work.now,
      valueDay: movement.valueDay ?? legalDay(work.now),
    });
    work.rows.push(row);
    return {
      result: {
        ledgerTransactionId,
        referenceNumber,
        balanceAfterMinor: written.balanceAfterMinor,
      },
    };
  });
}

/**
 * The same for one movement.
 * @throws Refusal `ledger.insufficient-balance` when the account would fall below zero; `ledger.balance-too-high`.
 */
export async function recordTransaction(work: Work, movement: Movement): Promise<Recorded> {
  return resultOf(await recordTransactions(work.tx, [{ ...movement, work }]));
}
