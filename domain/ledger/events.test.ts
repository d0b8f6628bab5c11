import { expect, test } from 'vitest';
import { CHART_OF_ACCOUNTS, type ChartCode, chartCodeOf } from './chart-of-accounts.ts';
import { eventOfLedger, eventsOfClients, ledgerEvents } from './events.ts';
import { movementLabelOf } from './movement-words.ts';
import * as payments from './payment-postings.ts';
import * as postings from './postings.ts';

const account = { ledgerAccountId: 'account', currency: 'EUR' } as const;
const euros = { amountMinor: 5_00, currency: 'EUR' } as const;
const yen = { amountMinor: 800, currency: 'JPY' } as const;

const loan = { loanId: 'loan', isDoubtful: false } as const;
const lost = { capitalMinor: 100, accruedInterestMinor: 10 } as const;
const paidEarly = { ...lost, unaccruedInterestMinor: 3, indemnityMinor: 1 } as const;
const paid = { ...paidEarly, lateInterestMinor: 2 } as const;

/** What each function of `postings.ts` makes, once for each way it can go. */
const MADE: Readonly<Record<string, readonly postings.Posting[]>> = {
  loanPayout: [postings.loanPayout(account, 'loan', euros)],
  withdrawalExecution: [postings.withdrawalExecution(account, euros)],
  accountCredit: [
    postings.accountCredit(account, euros, euros),
    postings.accountCredit(account, yen, euros),
    postings.accountCredit(account, yen, euros, 'incoming-suspense'),
  ],
  firstDeposit: [
    postings.firstDeposit(account, euros),
    postings.firstDeposit(account, euros, 'incoming-suspense'),
  ],
  feeSettlement: [postings.feeSettlement(euros), postings.feeSettlement(euros, 'cash')],
  loanSetOff: [true, false].map((isDoubtful) => postings.loanSetOff(account, { ...loan, isDoubtful }, lost)),
  loanWriteOff: [true, false].map((isDoubtful) =>
    postings.loanWriteOff({ ...loan, isDoubtful }, 'EUR', lost),
  ),
  accountClosure: [postings.accountClosure(account, euros)],
  interestAccrual: [postings.interestAccrual('loan', euros)],
  instalmentCollection: [
    postings.instalmentCollection(account, loan, { ...paid, costsMinor: 5 }),
    postings.instalmentCollection(account, { ...loan, isDoubtful: true }, paid),
    postings.collectionByDirectDebit('EUR', loan, { capitalMinor: 4_00, accruedInterestMinor: 1_00 }),
  ],
  earlyRepayment: [
    postings.earlyRepayment(account, loan, paidEarly),
    postings.earlyRepayment(account, { ...loan, isDoubtful: true }, paidEarly),
  ],
  loanPayoff: [
    postings.loanPayoff(account, loan, paid),
    postings.loanPayoff(account, { ...loan, isDoubtful: true }, paid),
  ],
  withdrawalRightRepayment: [
    postings.withdrawalRightRepayment(account, 'loan', { ...lost, lateInterestMinor: 2 }),
    // LC-57: the client had paid more than is left.
    postings.withdrawalRightRepayment(account, 'loan', { ...lost, returnedMinor: 9_000_000 }),
  ],
  indemnityCollection: [postings.indemnityCollection(account, euros)],
  loanToDoubtful: [postings.loanToDoubtful('loan', euros)],
  loanCure: [postings.loanCure('loan', euros)],
  loanProvision: [postings.loanProvision('loan', euros)],
  loanProvisionRelease: [postings.loanProvisionRelease('loan', euros)],
  loanRecovery: [postings.loanRecovery(euros), postings.loanRecovery(euros, 'incoming-suspense')],
  loanRecoveryReturn: [postings.loanRecoveryReturn(account, euros)],
  loanRemission: [
    postings.loanRemission(loan, euros),
    postings.loanRemission({ ...loan, isDoubtful: true }, euros),
  ],
  interestForfeiture: [
    postings.interestForfeiture(account, euros),
    postings.interestForfeiture(loan, euros),
    postings.interestForfeiture({ ...loan, isDoubtful: true }, euros),
  ],
  receiptMatched: [payments.receiptMatched(account, euros)],
  receiptUnmatched: [payments.receiptUnmatched(euros)],
  suspenseAllocation: [
    payments.suspenseAllocation(account, euros),
    payments.suspenseToCharges(euros),
    payments.suspenseToTransit(euros),
  ],
  suspenseReturnOrder: [payments.suspenseReturnOrder(euros)],
  transferSent: [payments.transferSent(account, euros)],
  transferRefusedByBank: [payments.transferRefusedByBank(account, euros)],
  transferSettled: [payments.transferSettled(euros)],
  transferReturned: [payments.transferReturned(account, euros)],
  internalTransfer: [
    payments.internalTransfer(account, { ledgerAccountId: 'other', currency: 'EUR' }, euros),
  ],
  bankCharges: [payments.bankCharges(euros), payments.bankCharges({ ...euros, amountMinor: -2_50 })],
  outgoingUnknown: [payments.outgoingUnknown(euros)],
  outgoingJustified: payments.OUTGOING_TARGETS.map((target) => payments.outgoingJustified(euros, target)),
  commercialGesture: [payments.commercialGesture(account, euros)],
  correction: [
    payments.correction(account, { fromAccountMinor: 5_00, receivableMinor: 195_00 }),
    payments.provisionalRefund(account, euros),
  ],
  disputeLoss: [payments.disputeLoss(euros)],
  receivableLoss: [payments.receivableLoss(euros)],
  receivableCollection: [payments.receivableCollection(account, euros)],
  reversal: [
    ...[
      postings.accountCredit(account, yen, euros),
      postings.feeSettlement(euros),
      postings.feeSettlement(euros, 'cash'),
      payments.suspenseReturnOrder(euros),
      payments.outgoingJustified(euros, 'bank-charges'),
      payments.commercialGesture(account, euros),
      payments.receivableCollection(account, euros),
      payments.disputeLoss(euros),
      payments.receivableLoss(euros),
      postings.collectionByDirectDebit('EUR', loan, { capitalMinor: 4_00, accruedInterestMinor: 1_00 }),
      postings.collectionByDirectDebit(
        'EUR',
        { ...loan, isDoubtful: true },
        { capitalMinor: 4_00, accruedInterestMinor: 0, unaccruedInterestMinor: 1_00 },
      ),
      postings.loanWriteOff(loan, 'EUR', lost),
    ].map(payments.reversal),
    payments.receiptReversal(account, euros),
  ],
  settlementAdoption: [
    payments.settlementAdoption(euros),
    payments.settlementAdoption({ ...euros, amountMinor: -5 }),
  ],
  directDebitSettled: [
    payments.directDebitSettled(euros),
    payments.directDebitSettled(euros, 'incoming-suspense'),
  ],
  directDebitReturned: [
    payments.directDebitReturned(euros),
    payments.directDebitReturned(euros, 'outgoing-suspense'),
  ],
};

test.each(ledgerEvents)('%s is posted by its function, on the codes it names and on no other', (event) => {
  const { postedBy, chartCodes } = eventOfLedger(event);
  if (postedBy === null) return;
  const made = MADE[postedBy] ?? [];
  expect(made.map((posting) => posting.event)).toEqual(made.map(() => event));
  const touched = made.flatMap(({ entries }) => entries.map((entry) => chartCodeOf(entry.account)));
  expect([...new Set<ChartCode>(touched)].sort()).toEqual([...chartCodes].sort());
});

test('a posting on a code that its event does not name is refused', () => {
  expect(() =>
    postings.posting('fee-settlement', [
      { account: { house: 'settlement', currency: 'EUR' }, amountMinor: -5 },
      { account: { house: 'loan-losses', currency: 'EUR' }, amountMinor: 5 },
    ]),
  ).toThrow('does not touch loan-losses');
});

test('what a loan owes stands on accounts of its own (LC-100)', () => {
  const ofLoans = Object.entries(CHART_OF_ACCOUNTS).flatMap(([code, { holder }]) =>
    holder === 'loan' ? [code] : [],
  );
  expect(ofLoans).toEqual(['loans-receivable', 'interest-receivable', 'loans-doubtful', 'loan-provisions']);
});

test('LC-101 a payment has no entry for a part of zero, and no part of it is negative', () => {
  const nothingElse = postings.instalmentCollection(account, loan, {
    capitalMinor: 9,
    accruedInterestMinor: 0,
  });
  expect(nothingElse.entries.map(({ amountMinor }) => amountMinor)).toEqual([-9, 9]);
  expect(() => postings.loanPayoff(account, loan, { capitalMinor: 9, accruedInterestMinor: -1 })).toThrow(
    'negative',
  );
});

test('LC-101 an accrual may be negative: a catch-up lowers what is receivable', () => {
  const { entries } = postings.interestAccrual('loan', { amountMinor: -7, currency: 'EUR' });
  expect(entries.map(({ amountMinor }) => amountMinor)).toEqual([7, -7]);
});

test('PAY-52, PAY-72, LC-6 a reversal may touch every code that a reversible event, the collection of a direct debit, or a write-off touches', () => {
  const reversible = ledgerEvents.filter((event) => eventOfLedger(event).isReversible);
  const touched = new Set(reversible.flatMap((event) => eventOfLedger(event).chartCodes));
  const ofCollection: ChartCode[] = [
    'direct-debit-clearing',
    'interest-receivable',
    'interest-income',
    'loans-receivable',
    'loans-doubtful',
  ];
  const codes = new Set([...touched, ...ofCollection, ...eventOfLedger('loan-write-off').chartCodes]);
  expect([...codes].sort()).toEqual([...eventOfLedger('reversal').chartCodes].sort());
});

test('each event of a client has the sentence that the browser looks for', () => {
  for (const event of eventsOfClients) {
    const { label } = eventOfLedger(event);
    if (label) expect([event, movementLabelOf(event)]).toEqual([event, label]);
  }
});
