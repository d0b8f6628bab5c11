import { afterEach, beforeEach, expect, test } from 'vitest';
import { LEGAL_PARAMETER_KEYS } from '#domain/parameters/legal-parameters.ts';
import { openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { SOURCE_OF_TESTS } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { parameterOn } from './parameters-on.ts';

/** PUT /admin/legal-parameters (LC-8, LC-9): the day is 2027-01-11. */

let bank: TestBank;
let compliance: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(new Date('2027-01-11T10:00:00Z'));
    compliance = await bank.administrator();
  }),
);
afterEach(() => bank.close());

const CHANGE = {
  key: 'early.policy',
  from: '2027-02-01',
  value: 50,
  source: SOURCE_OF_TESTS,
  verified: 'decision',
  seenFrom: '1900-01-01',
};
const change = (fields: object) => compliance.put('/admin/legal-parameters', { ...CHANGE, ...fields });

test('LC-8 every key with its rows, and the one in force today', async () => {
  const { status, body } = await compliance.get('/admin/legal-parameters');
  expect([status, body.today]).toEqual([200, '2027-01-11']);
  expect(body.parameters.map(({ key }: { key: string }) => key)).toEqual(LEGAL_PARAMETER_KEYS);
  const regime = body.parameters.find(({ key }: { key: string }) => key === 'regime.max');
  expect(regime).toMatchObject({
    inForceFrom: '2026-11-20',
    rows: [
      { from: '2026-11-20', value: 10_000_000 },
      { from: '1900-01-01', value: 7_500_000 },
    ],
  });
});

test('LC-8 a new value holds from its day on, earlier days keep theirs, and the trail says it', async () => {
  const { status, body } = await change({});
  expect([status, body.parameter.rows[0]]).toEqual([
    200,
    { from: '2027-02-01', value: 50, source: SOURCE_OF_TESTS, verified: 'decision' },
  ]);
  const on = (day: string) => parameterOn(bank.database.db, day, 'early.policy');
  expect([await on('2027-01-31'), await on('2027-02-01')]).toEqual([0, 50]);
  const { entries } = (await compliance.get('/admin/audit')).body;
  expect(entries[0]).toMatchObject({ operation: 'parameters.change', outcome: 'done' });
});

test('LC-37 the usury ceilings of a quarter may be loaded after it began', async () => {
  const seen = (await compliance.get('/admin/legal-parameters')).body.parameters.find(
    ({ key }: { key: string }) => key === 'usury.ceilings',
  );
  const value = {
    to: '2027-03-31',
    bands: [
      { upToMinor: 300_000, ceilingBps: 2200 },
      { upToMinor: null, ceilingBps: 900 },
    ],
  };
  const fields = { key: 'usury.ceilings', from: '2027-01-01', value, seenFrom: seen.rows[0].from };
  expect((await change(fields)).status).toBe(200);
  expect(await parameterOn(bank.database.db, '2027-01-11', 'usury.ceilings')).toEqual(value);
});

test.each([
  ['LC-9 policy.above-cap: a policy above its cap', { value: 101 }, [409, 'policy.above-cap']],
  ['a value that the key does not have', { value: 'beaucoup' }, [400, 'request.invalid']],
  ['no value', { value: undefined }, [400, 'request.invalid']],
  ['a key that is none', { key: 'early.fee' }, [400, 'request.invalid']],
  ['LC-8 a day that is past', { from: '2027-01-10' }, [400, 'parameter.too-early']],
  ['a newer row that was not seen', { seenFrom: '1950-01-01' }, [409, 'parameter.changed']],
  ['without its source', { source: ' ' }, [400, 'request.invalid']],
])('refused: %s', async (_, fields, expected) => {
  const { status, body } = await change(fields);
  expect([status, body.code]).toEqual(expected);
});

test('a row is never changed: another value of the same day is refused', async () => {
  expect((await change({})).status).toBe(200);
  const again = await change({ value: 60, seenFrom: '2027-02-01' });
  expect([again.status, again.body.code]).toEqual([400, 'parameter.too-early']);
});

test('PAY-2, FOUR-22 with « Quatre yeux » another person approves it, and the same command is done then', async () => {
  const other = await bank.administrator();
  expect((await compliance.put('/admin/four-eyes', { isOn: true })).status).toBe(200);
  const asked = await change({});
  expect([asked.status, asked.body.code]).toEqual([409, 'approval.required']);
  const about = { operation: 'parameters.change', input: CHANGE };
  const { seen } = (await compliance.post('/admin/approval-requirements', about)).body;
  const proposed = await compliance.post('/admin/proposals', { ...about, seen });
  expect(proposed.status).toBe(200);
  const { id, inputHash } = proposed.body.proposal;
  const vote = await other.post(`/admin/proposals/${id}/approval`, { inputHash });
  expect(vote.status).toBe(200);
  expect(await parameterOn(bank.database.db, '2027-02-01', 'early.policy')).toBe(50);
});
