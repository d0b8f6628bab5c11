import { expect, test } from 'vitest';
import { removalObstacles, settleOnRemoval, sumOfDebt } from './removal.ts';

const NOTHING = {
  loans: 0,
  loanRequests: 0,
  unpaidFees: 0,
  withdrawals: 0,
  payments: 0,
  itemsInBooks: 0,
  isInBatch: false,
  isFrozen: false,
};

test.each([
  ['nothing', {}, [], []],
  ['a loan', { loans: 1 }, ['client.has-loan'], []],
  ['a request', { loanRequests: 2 }, ['client.has-loan-request'], []],
  ['a fee', { unpaidFees: 1 }, ['client.has-debt'], []],
  ['a held withdrawal', { withdrawals: 1 }, ['client.has-withdrawals'], []],
  ['PAY-67 a payment that is not at its end', { payments: 1 }, ['client.has-payments'], []],
  [
    'ACC-36 what the books hold open of a payment',
    { itemsInBooks: 1 },
    ['client.has-payments'],
    ['client.has-payments'],
  ],
  ['a file at the bank', { isInBatch: true }, ['client.in-batch'], ['client.in-batch']],
  ['PAY-62 a freeze of assets', { isFrozen: true }, ['client.frozen'], ['client.frozen']],
  [
    'everything, in the order of CLOSE-3',
    { loans: 1, loanRequests: 1, unpaidFees: 1, withdrawals: 1, payments: 1, isInBatch: true },
    [
      'client.has-loan',
      'client.has-loan-request',
      'client.has-debt',
      'client.has-withdrawals',
      'client.has-payments',
      'client.in-batch',
    ],
    ['client.in-batch'],
  ],
])(
  'LC-104: %s forbids a deletion in live, and in a demonstration only what the bank or the books hold',
  (_, open, live, demo) => {
    expect(removalObstacles('live', { ...NOTHING, ...open })).toEqual(live);
    expect(removalObstacles('demo', { ...NOTHING, ...open })).toEqual(demo);
  },
);

test.each<[string, number, number[], [number, number, number]]>([
  ['no loan, no money', 0, [], [0, 0, 0]],
  ['no loan: all is unclaimed', 1_400_00, [], [0, 0, 1_400_00]],
  ['more money than debt', 1_400_00, [1_000_00], [1_000_00, 0, 400_00]],
  ['exactly the debt', 1_000_00, [1_000_00], [1_000_00, 0, 0]],
  ['less money than debt', 999_99, [1_000_00], [999_99, 1, 0]],
  ['no money at all', 0, [1_000_00], [0, 1_000_00, 0]],
  ['several loans, the first ones first', 150_00, [100_00, 100_00, 50_00], [150_00, 100_00, 0]],
])('a deletion settles %s', (_, balanceMinor, owed, [setOff, writtenOff, unclaimed]) => {
  // Of each debt an eighth is interest.
  const loans = owed.map((owedMinor, index) => {
    const accruedInterestMinor = Math.floor(owedMinor / 8);
    return { id: String(index), capitalMinor: owedMinor - accruedInterestMinor, accruedInterestMinor };
  });
  const settled = settleOnRemoval(balanceMinor, loans);
  expect([settled.setOffMinor, settled.writtenOffMinor, settled.unclaimedMinor]).toEqual([
    setOff,
    writtenOff,
    unclaimed,
  ]);
  expect(settled.setOffMinor + settled.unclaimedMinor).toBe(balanceMinor);
  expect(settled.loans.map((loan) => sumOfDebt(loan.setOff) + sumOfDebt(loan.writtenOff))).toEqual(owed);
});

test('LC-78 a balance is set off against the interest of a loan first, then against its capital', () => {
  const { loans } = settleOnRemoval(150, [{ id: 'x', capitalMinor: 200, accruedInterestMinor: 100 }]);
  expect(loans).toEqual([
    {
      loanId: 'x',
      setOff: { capitalMinor: 50, accruedInterestMinor: 100 },
      writtenOff: { capitalMinor: 150, accruedInterestMinor: 0 },
    },
  ]);
});

test('a debt of the client or of the house to itself is refused', () => {
  expect(() => settleOnRemoval(-1, [])).toThrow(RangeError);
  expect(() => settleOnRemoval(0, [{ id: 'x', capitalMinor: -1, accruedInterestMinor: 0 }])).toThrow(
    RangeError,
  );
  expect(() => settleOnRemoval(0, [{ id: 'x', capitalMinor: 0, accruedInterestMinor: -1 }])).toThrow(
    RangeError,
  );
});
