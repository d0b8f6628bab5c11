import { internalTransfer } from '#domain/ledger/payment-postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { money } from '#domain/money/money.ts';
import { lockBalance } from '../ledger/post.ts';
import { newClientLine, recordBetweenClients } from '../ledger/record-transaction.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import type { Work } from '../work/work.ts';

interface Side {
  readonly id: string;
  readonly userId: string;
  readonly ledgerAccountId: string;
}

/** A transfer between two clients of the house, as it is posted. */
export interface InsideOrder {
  readonly id: string;
  readonly amountMinor: number;
  readonly currency: CurrencyCode;
  readonly payer: Side & { readonly displayName: string };
  readonly payee: Side;
  /** The name that the payer typed. */
  readonly recipientName: string;
}

/** Locks both accounts in order of id, so that two clients who pay each other do not wait in a circle. */
export async function lockBothAccounts(work: Work, one: Side, other: Side): Promise<void> {
  for (const ledgerAccountId of [one.ledgerAccountId, other.ledgerAccountId].sort())
    await lockBalance(work, ledgerAccountId);
}

/**
 * Posts a transfer between two clients whose accounts are locked (PAY-34): one posting with both sides. Both lines share a reference; each
 * client reads the name that is theirs to read: the payer the one they typed, the payee the payer's. The payee is told.
 * @throws Refusal what the ledger refuses.
 */
export async function postInside(
  work: Work,
  { id, amountMinor, currency, payer, payee, recipientName }: InsideOrder,
): Promise<{ readonly ledgerTransactionId: string; readonly referenceNumber: string }> {
  const from = { id: payer.id, ledgerAccountId: payer.ledgerAccountId, currency };
  const to = { id: payee.id, ledgerAccountId: payee.ledgerAccountId, currency };
  const line = newClientLine(work, 'VIR');
  const { ledgerTransactionId } = await recordBetweenClients(work, {
    posting: internalTransfer(from, to, money(amountMinor, currency)),
    causeId: id,
    document: { kind: 'order', orderId: id },
    sides: [
      { account: from, line, details: { name: recipientName } },
      { account: to, line: { ...line, id: work.newId() }, details: { name: payer.displayName } },
    ],
  });
  await notifyClient(work, payee.userId, 'account-credited', {
    amountMinor,
    currency,
    description: payer.displayName,
    referenceNumber: line.referenceNumber,
  });
  for (const { userId } of [payer, payee])
    await announce(work, { userId, staff: true }, ['withdrawals', 'account', 'transactions']);
  return { ledgerTransactionId, referenceNumber: line.referenceNumber };
}
