import { expect, test, vi } from 'vitest';

vi.mock('../../page/institution.ts', () => ({ hasAccounts: false, lends: false }));
// The rest of the file asks the server.
vi.mock('../../api/queries.ts', () => ({ query: {} }));

const { hasTransfers, makesTransfers, shownSection } = await import('./overview.ts');
type Overview = NonNullable<Parameters<typeof shownSection>[1]>;

const overview = (of: object) =>
  ({
    account: { balanceMinor: 0, availableMinor: 0 },
    withdrawals: [],
    recentTransactions: [],
    ...of,
  }) as unknown as Overview;

test('LC-6 an intermediary shows the dashboard at the address of transfers or movements, which its clients have none of', () => {
  for (const asked of ['transfers', 'transactions'])
    expect(shownSection(asked, overview({}))).toBe('dashboard');
  expect(shownSection('loans', overview({}))).toBe('loans');
  // Money that lies on the account is theirs to have back.
  expect(shownSection('transfers', overview({ account: { balanceMinor: 1, availableMinor: 1 } }))).toBe(
    'transfers',
  );
  // What is not read yet is not known.
  expect(shownSection('transfers', undefined)).toBe('transfers');
});

test('LC-6 a borrower whose loan was paid out elsewhere reads of that transfer and is offered none', () => {
  const onItsWay = overview({ account: { balanceMinor: 7_000_00, availableMinor: 0 }, withdrawals: [{}] });
  expect([hasTransfers(onItsWay), makesTransfers(onItsWay)]).toEqual([true, false]);
  expect(shownSection('transfers', onItsWay)).toBe('transfers');
  const returned = overview({ account: { balanceMinor: 10_00, availableMinor: 10_00 } });
  expect([hasTransfers(returned), makesTransfers(returned)]).toEqual([true, true]);
});
