import { expect, test } from 'vitest';
import { CHART_OF_ACCOUNTS, chartCodeOf } from './chart-of-accounts.ts';
import { EVENTS_OF_BANK_LINES } from './payment-events.ts';
import * as payments from './payment-postings.ts';
import type { Posting } from './postings.ts';
import vectors from './vectors/payments-accounting.json' with { type: 'json' };

/** The worked cases of PAY-64: each posting is made by our functions and gives the entries and balances of the case. */

interface WrittenEntry {
  readonly account: string;
  readonly amountMinor: number;
  readonly balanceAfterMinor: number;
}

interface PostingsCase {
  readonly id: string;
  readonly title: string;
  readonly rules: readonly string[];
  readonly input: { readonly opening?: Readonly<Record<string, number>>; ledgerSettlementMinor?: number };
  readonly expected: {
    readonly postings: readonly { readonly event: string; readonly entries: readonly WrittenEntry[] }[];
    readonly balances: Readonly<Record<string, number>>;
  };
}

const CASES = vectors.cases.filter(({ family }) => family === 'postings') as unknown as PostingsCase[];

const clientOf = (name: string) => ({
  ledgerAccountId: name.slice('client:'.length),
  currency: 'EUR' as const,
});
const euros = (amountMinor: number) => ({ amountMinor, currency: 'EUR' as const });

/** Makes the posting of an event from the amounts of a case. */
function made(event: string, entries: readonly WrittenEntry[]): Posting {
  const amountOf = (account: string) => entries.find((entry) => entry.account === account)?.amountMinor ?? 0;
  const clients = entries.filter(({ account }) => account.startsWith('client:'));
  const account = clientOf(clients[0]?.account ?? 'client:none');
  const amount = euros(Math.max(...entries.map(({ amountMinor }) => Math.abs(amountMinor))));
  const functions: Readonly<Record<string, () => Posting>> = {
    'receipt-matched': () => payments.receiptMatched(account, amount),
    'receipt-unmatched': () => payments.receiptUnmatched(amount),
    'suspense-allocation': () => payments.suspenseAllocation(account, amount),
    'suspense-return-order': () => payments.suspenseReturnOrder(amount),
    'transfer-sent': () => payments.transferSent(account, amount),
    'transfer-refused-by-bank': () => payments.transferRefusedByBank(account, amount),
    'transfer-settled': () => payments.transferSettled(amount),
    'transfer-returned': () => payments.transferReturned(account, amount),
    'internal-transfer': () =>
      payments.internalTransfer(account, clientOf(clients[1]?.account ?? 'client:none'), amount),
    'bank-charges': () => payments.bankCharges(euros(amountOf('settlement'))),
    'outgoing-unknown': () => payments.outgoingUnknown(amount),
    'outgoing-justified': () => payments.outgoingJustified(amount, 'bank-charges'),
    'commercial-gesture': () => payments.commercialGesture(account, amount),
    correction: () =>
      clients[0] && clients[0].amountMinor > 0
        ? payments.provisionalRefund(account, amount)
        : payments.correction(account, {
            fromAccountMinor: Math.abs(clients[0]?.amountMinor ?? 0),
            receivableMinor: Math.abs(amountOf('client-receivables')),
          }),
    'receivable-collection': () => payments.receivableCollection(account, amount),
    reversal: () => payments.receiptReversal(account, amount),
    'settlement-adoption': () => payments.settlementAdoption(euros(-amountOf('settlement'))),
    'direct-debit-settled': () => payments.directDebitSettled(amount),
    'direct-debit-returned': () => payments.directDebitReturned(amount),
  };
  const make = functions[event];
  if (!make) throw new Error(`no function makes ${event}`);
  return make();
}

const nameOf = (account: Posting['entries'][number]['account']) =>
  'client' in account ? `client:${account.client}` : chartCodeOf(account);

test.each(CASES.map((one) => [`${one.id} ${one.rules.join(' ')} ${one.title}`, one] as const))(
  'PAY-64 %s',
  (_, { input, expected }) => {
    const balances = new Map(Object.entries(input.opening ?? {}));
    if (input.ledgerSettlementMinor !== undefined) {
      balances.set('settlement', input.ledgerSettlementMinor);
      balances.set('client:A', -input.ledgerSettlementMinor);
    }
    for (const { event, entries } of expected.postings) {
      const written = made(event, entries).entries.map(({ account, amountMinor }) => {
        const name = nameOf(account);
        const balanceAfterMinor = (balances.get(name) ?? 0) + amountMinor;
        balances.set(name, balanceAfterMinor);
        return { account: name, amountMinor, balanceAfterMinor };
      });
      const inOrder = (all: readonly WrittenEntry[]) =>
        [...all].sort((a, b) => (a.account < b.account ? -1 : 1));
      expect(inOrder(written)).toEqual(inOrder(entries));
    }
    for (const [name, balanceMinor] of Object.entries(expected.balances))
      expect([name, balances.get(name) ?? 0]).toEqual([name, balanceMinor]);
  },
);

test('PAY-64 a reversal negates every entry of its original', () => {
  const gesture = payments.commercialGesture(clientOf('client:A'), euros(15_00));
  expect(payments.reversal(gesture).entries.map(({ amountMinor }) => amountMinor)).toEqual(
    gesture.entries.map(({ amountMinor }) => -amountMinor),
  );
});

test('PAY-19 what touches settlement and comes from a bank line is listed', () => {
  expect(EVENTS_OF_BANK_LINES).toHaveLength(9);
});

test('PAY-63 the chart has the accounts of payments, all of the house', () => {
  const codes = [
    'payments-in-transit',
    'incoming-suspense',
    'outgoing-suspense',
    'cash',
    'bank-charges',
    'commercial-gestures',
    'client-receivables',
    'reconciliation-differences',
    'direct-debit-clearing',
  ] as const;
  expect(codes.map((code) => CHART_OF_ACCOUNTS[code].holder)).toEqual(codes.map(() => 'house'));
});
