import { expect, test } from 'vitest';
import { CHART_OF_ACCOUNTS, type ChartCode, chartCodeOf } from './chart-of-accounts.ts';
import { eventOfLedger, ledgerEvents } from './events.ts';
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
  accountCredit: [postings.accountCredit(account, euros, euros), postings.accountCredit(account, yen, euros)],
  firstDeposit: [postings.firstDeposit(account, euros)],
  feeSettlement: [postings.feeSettlement(euros)],
  loanSetOff: [true, false].map((isDoubtful) => postings.loanSetOff(account, { ...loan, isDoubtful }, lost)),
  loanWriteOff: [true, false].map((isDoubtful) =>
    postings.loanWriteOff({ ...loan, isDoubtful }, 'EUR', lost),
  ),
  accountClosure: [postings.accountClosure(account, euros)],
  interestAccrual: [postings.interestAccrual('loan', euros)],
  instalmentCollection: [
    postings.instalmentCollection(account, loan, paid),
    postings.instalmentCollection(account, { ...loan, isDoubtful: true }, paid),
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
  ],
  indemnityCollection: [postings.indemnityCollection(account, euros)],
  loanToDoubtful: [postings.loanToDoubtful('loan', euros)],
  loanCure: [postings.loanCure('loan', euros)],
  loanProvision: [postings.loanProvision('loan', euros)],
  loanProvisionRelease: [postings.loanProvisionRelease('loan', euros)],
  loanRecovery: [postings.loanRecovery(euros)],
  loanRemission: [
    postings.loanRemission(loan, euros),
    postings.loanRemission({ ...loan, isDoubtful: true }, euros),
  ],
  interestForfeiture: [
    postings.interestForfeiture(account, euros),
    postings.interestForfeiture(loan, euros),
    postings.interestForfeiture({ ...loan, isDoubtful: true }, euros),
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
