import type { Money } from '../money/money.ts';
import type { ChartCodeOf } from './chart-of-accounts.ts';
import {
  type ClientLedgerAccount,
  client,
  house,
  type Posting,
  posting,
  requireCurrency,
  requirePositive,
} from './postings.ts';

/** What our bank's lines, transfers and corrections post (PAY-64). Amounts are positive unless a function says otherwise. */

/** A posting that moves an amount between an account of the house and a client's. @param sign 1 when the client gets it. */
function betweenHouseAndClient(
  event: Posting['event'],
  code: ChartCodeOf<'house'>,
  account: ClientLedgerAccount,
  { amount, sign }: { readonly amount: Money; readonly sign: 1 | -1 },
): Posting {
  requirePositive(amount);
  requireCurrency(account, amount);
  return posting(event, [
    house(code, amount, sign === 1 ? -1 : 1),
    client(account, sign * amount.amountMinor),
  ]);
}

/** A posting that moves an amount from one account of the house to another. */
function withinHouse(
  event: Posting['event'],
  from: ChartCodeOf<'house'>,
  to: ChartCodeOf<'house'>,
  amount: Money,
): Posting {
  return posting(event, [house(from, amount, -1), house(to, amount, 1)]);
}

/** A credit line of our bank whose client is known (PAY-26). */
export function receiptMatched(account: ClientLedgerAccount, amount: Money): Posting {
  return betweenHouseAndClient('receipt-matched', 'settlement', account, { amount, sign: 1 });
}

/** A credit line of our bank whose client is not known yet (PAY-26). */
export function receiptUnmatched(amount: Money): Posting {
  requirePositive(amount);
  return withinHouse('receipt-unmatched', 'settlement', 'incoming-suspense', amount);
}

/** Gives a client what waits in suspense, or a part of it (PAY-30). */
export function suspenseAllocation(account: ClientLedgerAccount, amount: Money): Posting {
  return betweenHouseAndClient('suspense-allocation', 'incoming-suspense', account, { amount, sign: 1 });
}

/** Keeps a part of what waits in suspense as charges that our bank gave back (PAY-30). */
export function suspenseToCharges(amount: Money): Posting {
  requirePositive(amount);
  return withinHouse('suspense-allocation', 'incoming-suspense', 'bank-charges', amount);
}

/** Gives what is under way back the money of a transfer that our bank had debited with its file although it was refused (PAY-38). */
export function suspenseToTransit(amount: Money): Posting {
  requirePositive(amount);
  return withinHouse('suspense-allocation', 'incoming-suspense', 'payments-in-transit', amount);
}

/** Orders the return of what waits in suspense, or of a part of it, to its sender (PAY-31). */
export function suspenseReturnOrder(amount: Money): Posting {
  requirePositive(amount);
  return withinHouse('suspense-return-order', 'incoming-suspense', 'payments-in-transit', amount);
}

/** A transfer leaves a client's account and is under way (PAY-38). */
export function transferSent(account: ClientLedgerAccount, amount: Money): Posting {
  return betweenHouseAndClient('transfer-sent', 'payments-in-transit', account, { amount, sign: -1 });
}

/** A transfer that was under way is refused by a bank: the client gets it back (PAY-37). */
export function transferRefusedByBank(account: ClientLedgerAccount, amount: Money): Posting {
  return betweenHouseAndClient('transfer-refused-by-bank', 'payments-in-transit', account, {
    amount,
    sign: 1,
  });
}

/** Our bank debits what was under way: one transfer, or a whole batch (PAY-38). */
export function transferSettled(amount: Money): Posting {
  requirePositive(amount);
  return withinHouse('transfer-settled', 'payments-in-transit', 'settlement', amount);
}

/** A transfer comes back from the payee's bank (PAY-40). */
export function transferReturned(account: ClientLedgerAccount, amount: Money): Posting {
  return betweenHouseAndClient('transfer-returned', 'settlement', account, { amount, sign: 1 });
}

/** A transfer between two clients of the house, both sides at once (PAY-34). */
export function internalTransfer(from: ClientLedgerAccount, to: ClientLedgerAccount, amount: Money): Posting {
  requirePositive(amount);
  requireCurrency(from, amount);
  requireCurrency(to, amount);
  return posting('internal-transfer', [client(from, -amount.amountMinor), client(to, amount.amountMinor)]);
}

/** What our bank charges (PAY-24). @param amount above zero when the bank takes it, below when it gives it back; not zero. */
export function bankCharges(amount: Money): Posting {
  return withinHouse('bank-charges', 'bank-charges', 'settlement', amount);
}

/** A debit line of our bank that is none of ours as far as is known (PAY-32). */
export function outgoingUnknown(amount: Money): Posting {
  requirePositive(amount);
  return withinHouse('outgoing-unknown', 'outgoing-suspense', 'settlement', amount);
}

/** What a debit that was to be justified turned out to be (PAY-32): charges, orders of ours under way, or money the bank gave back. */
export const OUTGOING_TARGETS = ['bank-charges', 'payments-in-transit', 'incoming-suspense'] as const;
export type OutgoingTarget = (typeof OUTGOING_TARGETS)[number];

/** Justifies a debit, or a part of it (PAY-32). */
export function outgoingJustified(amount: Money, target: OutgoingTarget): Posting {
  requirePositive(amount);
  return withinHouse('outgoing-justified', target, 'outgoing-suspense', amount);
}

/** Money given by the house (PAY-51). */
export function commercialGesture(account: ClientLedgerAccount, amount: Money): Posting {
  return betweenHouseAndClient('commercial-gesture', 'commercial-gestures', account, { amount, sign: 1 });
}

/**
 * Takes back what a client got by mistake (PAY-54): what is there from the account, the rest becomes a receivable, and the whole waits in
 * suspense for the right client.
 * @param taken minor units, none negative, their sum above zero.
 */
export function correction(
  account: ClientLedgerAccount,
  taken: { readonly fromAccountMinor: number; readonly receivableMinor: number },
): Posting {
  const { fromAccountMinor, receivableMinor } = taken;
  if (fromAccountMinor < 0 || receivableMinor < 0)
    throw new RangeError('no part of a correction is negative');
  const of = (amountMinor: number): Money => ({ amountMinor, currency: account.currency });
  const total = of(fromAccountMinor + receivableMinor);
  requirePositive(total);
  return posting(
    'correction',
    [
      client(account, -fromAccountMinor),
      house('client-receivables', of(receivableMinor), -1),
      house('incoming-suspense', total, 1),
    ].filter(({ amountMinor }) => amountMinor !== 0),
  );
}

/** Gives a client back an operation that they say they did not authorise, until it is known who bears it (PAY-55). */
export function provisionalRefund(account: ClientLedgerAccount, amount: Money): Posting {
  return betweenHouseAndClient('correction', 'client-receivables', account, { amount, sign: 1 });
}

/** Gives up what a provisional refund waits for: the house bears it (PAY-55). */
export function disputeLoss(amount: Money): Posting {
  requirePositive(amount);
  return withinHouse('dispute-loss', 'payment-losses', 'client-receivables', amount);
}

/** Gives up what is claimed from a client after a mistake: the house bears it (PAY-54). */
export function receivableLoss(amount: Money): Posting {
  requirePositive(amount);
  return withinHouse('receivable-loss', 'payment-losses', 'client-receivables', amount);
}

/** Collects what a client owes after a mistake, with their agreement (PAY-54). */
export function receivableCollection(account: ClientLedgerAccount, amount: Money): Posting {
  return betweenHouseAndClient('receivable-collection', 'client-receivables', account, { amount, sign: -1 });
}

/** Negates every entry of a posting (PAY-52). */
export function reversal(original: Posting): Posting {
  return posting(
    'reversal',
    original.entries.map(({ account, amountMinor }) => ({ account, amountMinor: -amountMinor })),
  );
}

/** Takes a receipt back from the client who got it by mistake: our bank's line stays, and its money waits in suspense (PAY-53). */
export function receiptReversal(account: ClientLedgerAccount, amount: Money): Posting {
  return betweenHouseAndClient('reversal', 'incoming-suspense', account, { amount, sign: -1 });
}

/**
 * Brings `settlement` to what our bank says when its account begins to be kept by statements, or over a gap between two (PAY-19, PAY-22).
 * @param difference what the bank has more than the books; below zero for less, not zero.
 */
export function settlementAdoption(difference: Money): Posting {
  return withinHouse('settlement-adoption', 'settlement', 'reconciliation-differences', difference);
}

/**
 * Our bank credits direct debits that we collected (PAY-70).
 * @param from `incoming-suspense` when the money waits there: its line came without the details that say what it is.
 */
export function directDebitSettled(
  amount: Money,
  from: 'settlement' | 'incoming-suspense' = 'settlement',
): Posting {
  requirePositive(amount);
  return withinHouse('direct-debit-settled', from, 'direct-debit-clearing', amount);
}

/**
 * Our bank takes a direct debit back (PAY-72).
 * @param to `outgoing-suspense` when the debit waits there to be justified.
 */
export function directDebitReturned(
  amount: Money,
  to: 'settlement' | 'outgoing-suspense' = 'settlement',
): Posting {
  requirePositive(amount);
  return withinHouse('direct-debit-returned', 'direct-debit-clearing', to, amount);
}
