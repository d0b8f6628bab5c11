import type { Posting } from '#domain/ledger/postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import type { Money } from '#domain/money/money.ts';
import { transactions } from '../db/schema/index.ts';
import { referenceNumber } from '../ids.ts';
import type { Work } from '../work.ts';
import { post } from './post.ts';

export interface Movement {
  readonly account: {
    readonly id: string;
    readonly ledgerAccountId: string;
    readonly currency: CurrencyCode;
  };
  readonly posting: Posting;
  readonly causeId: string;
  readonly referencePrefix: Parameters<typeof referenceNumber>[0];
  readonly description: string;
  /** What was received before conversion, when that was another currency. */
  readonly original?: Money & { readonly rate: string };
}

/**
 * Posts a movement of a client's account and writes the client's own line of it with its reference. The amount, the number and the
 * balance of the line are the ledger entry's, so the two cannot disagree.
 * @throws Refusal `ledger.insufficient-balance` when the account would fall below zero.
 */
export async function recordTransaction(work: Work, movement: Movement) {
  const { account, posting } = movement;
  const entry = posting.entries.find(
    (line) => 'client' in line.account && line.account.client === account.ledgerAccountId,
  );
  if (!entry) throw new Error('the posting does not touch the account');
  const posted = await post(work, posting, movement.causeId);
  const written = posted.entries.get(account.ledgerAccountId);
  if (!written) throw new Error('the ledger did not answer for the account');
  const id = work.newId();
  const reference = referenceNumber(movement.referencePrefix, work.now, id);
  await work.tx.insert(transactions).values({
    id,
    clientAccountId: account.id,
    ledgerTransactionId: posted.ledgerTransactionId,
    sequence: written.sequence,
    amount: entry.amountMinor,
    balanceAfter: written.balanceAfterMinor,
    transactionType: entry.amountMinor > 0 ? 'credit' : 'debit',
    event: posting.event,
    description: movement.description,
    referenceNumber: reference,
    originalAmount: movement.original?.amountMinor ?? null,
    originalCurrency: movement.original?.currency ?? null,
    rate: movement.original?.rate ?? null,
    createdBy: work.actorId,
    createdAt: work.now,
  });
  return {
    ledgerTransactionId: posted.ledgerTransactionId,
    referenceNumber: reference,
    balanceAfterMinor: written.balanceAfterMinor,
  };
}
