import { expect, test } from 'vitest';
import { CHART_OF_ACCOUNTS, type ChartCode, chartCodeOf } from './chart-of-accounts.ts';
import { eventOfLedger, ledgerEvents } from './events.ts';
import * as postings from './postings.ts';

const account = { ledgerAccountId: 'account', currency: 'EUR' } as const;
const euros = { amountMinor: 5_00, currency: 'EUR' } as const;
const yen = { amountMinor: 800, currency: 'JPY' } as const;

/** What each function of `postings.ts` makes, once for each way it can go. */
const MADE: Readonly<Record<string, readonly postings.Posting[]>> = {
  loanPayout: [postings.loanPayout(account, 'loan', euros)],
  withdrawalExecution: [postings.withdrawalExecution(account, euros)],
  accountCredit: [postings.accountCredit(account, euros, euros), postings.accountCredit(account, yen, euros)],
  firstDeposit: [postings.firstDeposit(account, euros)],
  feeSettlement: [postings.feeSettlement(euros)],
  loanSetOff: [postings.loanSetOff(account, 'loan', euros)],
  loanWriteOff: [postings.loanWriteOff('loan', euros)],
  accountClosure: [postings.accountClosure(account, euros)],
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
