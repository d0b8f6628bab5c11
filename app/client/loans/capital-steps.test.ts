import { expect, test } from 'vitest';
import { capitalSteps } from './capital-steps.ts';

const row = (
  dueDate: string,
  remainingMinor: number,
  state: { settledOn?: string; isLate?: boolean; paidMinor?: number } = {},
) => ({
  dueDate,
  principalMinor: 100_00,
  interestMinor: 5_00,
  paidMinor: state.paidMinor ?? 0,
  remainingMinor,
  settledOn: state.settledOn ?? null,
  isLate: state.isLate ?? false,
});
const loan = { amountMinor: 300_00, paidOutOn: '2027-01-05', endedOn: null, today: '2027-03-20' };

test('section 19: instalments lower the capital on the day they were paid, and the plan follows', () => {
  const schedule = {
    rows: [
      row('2027-02-05', 200_00, { settledOn: '2027-02-08' }),
      row('2027-03-05', 100_00),
      row('2027-04-05', 0),
    ],
  };
  expect(capitalSteps({ ...loan, today: '2027-02-20', schedule })).toEqual({
    all: [
      { day: '2027-01-05', leftMinor: 300_00 },
      { day: '2027-02-08', leftMinor: 200_00 },
      { day: '2027-03-05', leftMinor: 100_00 },
      { day: '2027-04-05', leftMinor: 0 },
    ],
    presentAt: 1,
  });
});

test('section 19: a missed instalment lowers nothing', () => {
  const schedule = {
    rows: [
      row('2027-02-05', 200_00, { settledOn: '2027-02-05' }),
      row('2027-03-05', 100_00, { isLate: true }),
      row('2027-04-05', 0),
    ],
  };
  const { all, presentAt } = capitalSteps({ ...loan, schedule });
  expect(all[presentAt]).toEqual({ day: '2027-03-20', leftMinor: 200_00 });
  expect(all.slice(presentAt + 1)).toEqual([{ day: '2027-04-05', leftMinor: 0 }]);
});

test('LC-78: what was paid of a missed instalment lowers the capital once its interest is paid', () => {
  const schedule = {
    rows: [row('2027-02-05', 200_00, { isLate: true, paidMinor: 45_00 }), row('2027-03-25', 100_00)],
  };
  const { all, presentAt } = capitalSteps({ ...loan, schedule });
  expect(all[presentAt]).toEqual({ day: '2027-03-20', leftMinor: 260_00 });
});

test('section 19: a loan repaid early ends at zero on its day, and nothing is planned after it', () => {
  const schedule = {
    rows: [row('2027-02-05', 200_00, { settledOn: '2027-02-05' })],
    capitalBeside: [
      { event: 'early-repayment' as const, day: '2027-02-20', capitalMinor: 50_00, interestMinor: 10 },
      { event: 'loan-payoff' as const, day: '2027-03-01', capitalMinor: 150_00, interestMinor: 20 },
    ],
  };
  expect(capitalSteps({ ...loan, endedOn: '2027-03-01', schedule })).toEqual({
    all: [
      { day: '2027-01-05', leftMinor: 300_00 },
      { day: '2027-02-05', leftMinor: 200_00 },
      { day: '2027-02-20', leftMinor: 150_00 },
      { day: '2027-03-01', leftMinor: 0 },
    ],
    presentAt: 3,
  });
});
