import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { QUEUES } from '#domain/desk/queues.ts';
import { staffWith } from '../testing/staff.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

/** A Monday, after the test bank's own first lines. */
const MONDAY = new Date('2027-03-01T09:00:00.000Z');
const hoursLater = (hours: number) => bank.travelTo(new Date(MONDAY.getTime() + hours * 3_600_000));

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    await bank.travelTo(MONDAY);
    client = await bank.client();
    administrator = await bank.administrator();
    await bank.fund(client, 10_000_00);
  }),
);
afterEach(() => bank.close());

const LOAN = { amountMinor: 1_000_00, purpose: 'Un vélo', durationMonths: 12, monthlyIncomeMinor: 2_000_00 };
const WITHDRAWAL = { amountMinor: 1_00, iban: 'FR7630006000011234567890189', bankName: 'Banque du Marais' };

interface Queue {
  readonly name: string;
  readonly count: number;
  readonly late: number;
  readonly nextDueAt: string | null;
}
const queuesOf = async (person: Person): Promise<readonly Queue[]> =>
  (await person.get('/admin/queues')).body.queues;
const queue = async (name: string, person = administrator) =>
  (await queuesOf(person)).find((one) => one.name === name);

/** All rows of a list, page by page of two. */
async function walked(path: string, name: string): Promise<{ id: string; dueAt: string | null }[]> {
  const rows = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: string = `${path}${path.includes('?') ? '&' : '?'}limit=2${cursor ? `&cursor=${cursor}` : ''}`;
    const { status, body } = await administrator.get(page);
    expect(status, JSON.stringify(body)).toBe(200);
    rows.push(...body[name]);
    cursor = body.nextCursor;
  }
  return rows;
}

const newLoan = async (): Promise<string> => (await client.post('/loans', LOAN)).body.loan.id;
const newWithdrawal = async (): Promise<string> =>
  (await client.post('/withdrawals', WITHDRAWAL)).body.withdrawal.id;
const decide = (kind: string, id: string, decision: object) =>
  administrator.post(`/admin/${kind}/${id}/decision`, decision);

test('Q-2 an administrator has every queue in its order, others those they may work on', async () => {
  expect((await queuesOf(administrator)).map(({ name }) => name)).toEqual([...QUEUES]);
  const cashier = await staffWith(bank, ['queues.list', 'fees.settle']);
  expect((await queuesOf(cashier)).map(({ name }) => name)).toEqual(['fees-to-settle']);
  expect((await bank.visitor().get('/admin/queues')).status).toBe(401);
  expect((await client.get('/admin/queues')).status).toBe(403);
});

test('Q-2, Q-3 deadlines are stored at arrival, by the calendar of each queue', async () => {
  await newLoan();
  await newWithdrawal();
  const { body } = await administrator.post(`/admin/clients/${client.accountId}/fees`, {
    amountMinor: 1_00,
    description: 'Carte',
  });
  // A fee waits for the staff once its payment is declared. A loan request forbids that.
  expect(body.code).toBe('fee.loan-open');
  const other = await bank.client();
  const { body: created } = await administrator.post(`/admin/clients/${other.accountId}/fees`, {
    amountMinor: 1_00,
    description: 'Carte',
  });
  expect(await queue('fees-to-settle')).toMatchObject({ count: 0, nextDueAt: null });
  await other.post(`/fees/${created.fee.id}/declaration`);
  const due = Object.fromEntries(
    (await queuesOf(administrator)).map(({ name, nextDueAt }) => [name, nextDueAt]),
  );
  expect(due).toMatchObject({
    'withdrawals-to-decide': '2027-03-02T23:00:00.000Z',
    'loans-to-review': '2027-03-03T23:00:00.000Z',
    'accounts-to-activate': '2027-03-02T23:00:00.000Z',
    'fees-to-settle': '2027-03-08T23:00:00.000Z',
  });
  // They do not move with the day.
  await hoursLater(48);
  expect(await queue('withdrawals-to-decide')).toMatchObject({
    nextDueAt: due['withdrawals-to-decide'],
    late: 1,
  });
  expect(await queue('loans-to-review')).toMatchObject({ late: 0 });
});

describe('Q-8 the figure of a queue is the number of rows that its list has', () => {
  test('of requests, transfers, fees and accounts, while twenty others act', async () => {
    const withdrawals = [];
    for (let each = 0; each < 5; each += 1) withdrawals.push(await newWithdrawal());
    await decide('withdrawals', withdrawals[0] as string, { action: 'process' });
    await decide('withdrawals', withdrawals[1] as string, { action: 'approve' });
    const people = await Promise.all(Array.from({ length: 4 }, () => bank.client()));
    await Promise.all(
      people.flatMap((person) => Array.from({ length: 5 }, () => person.post('/loans', LOAN))),
    );
    const loans = await walked('/admin/loans?status=pending', 'loans');
    expect(await queue('loans-to-review')).toMatchObject({ count: loans.length });
    await Promise.all(loans.slice(0, 20).map(({ id }) => decide('loans', id, { action: 'process' })));
    const rows = async (paths: readonly string[], name: string) =>
      (await Promise.all(paths.map((path) => walked(path, name)))).flat().length;
    const ofLists: Record<string, number> = {
      'loans-to-review': await rows(
        ['/admin/loans?status=pending', '/admin/loans?status=processing'],
        'loans',
      ),
      'withdrawals-to-decide': await rows(
        ['/admin/withdrawals?status=pending', '/admin/withdrawals?status=processing'],
        'withdrawals',
      ),
      'withdrawals-to-execute': await rows(['/admin/withdrawals?status=approved&file=none'], 'withdrawals'),
      'accounts-to-activate': await rows(['/admin/clients?activated=no&sort=deadline'], 'clients'),
      'fees-to-settle': await rows(['/admin/fees?declared=yes'], 'fees'),
    };
    for (const { name, count } of await queuesOf(administrator))
      if (name in ofLists) expect([name, count]).toEqual([name, ofLists[name]]);
    expect(ofLists['loans-to-review']).toBe(20);
  });

  test('PAY-36, PAY-37 « Réponses de la banque » and « Retours » have the rows of their lists, late after two payment days', async () => {
    const ids = [];
    for (let each = 0; each < 4; each += 1) {
      const id = await newWithdrawal();
      await decide('withdrawals', id, { action: 'approve' });
      ids.push(id);
    }
    const listOf = (bank: string, status: string) =>
      walked(`/admin/withdrawals?status=${status}&bank=${bank}`, 'withdrawals');
    const figures = async () => {
      const [awaited, back] = [await queue('answers-awaited'), await queue('transfers-back')];
      expect(await listOf('awaited', 'approved')).toHaveLength(awaited?.count ?? -1);
      expect(await listOf('back', 'rejected')).toHaveLength(back?.count ?? -1);
      return [awaited?.count, awaited?.late, back?.count];
    };
    expect(await figures()).toEqual([0, 0, 0]);
    const { body } = await administrator.post('/admin/withdrawals/sepa-export', {
      withdrawalIds: ids.slice(0, 3),
    });
    expect(await figures()).toEqual([3, 0, 0]);
    const refuse = await administrator.post(`/admin/withdrawals/${ids[0]}/bank-refusal`, {
      bankReason: 'AC04',
    });
    expect(refuse.status, JSON.stringify(refuse.body)).toBe(200);
    expect(await figures()).toEqual([2, 0, 1]);
    // The file is of Monday: late from Thursday on.
    await hoursLater(48);
    expect(await figures()).toEqual([2, 0, 1]);
    await hoursLater(72);
    expect(await figures()).toEqual([2, 2, 1]);
    // After ten days nothing is left of a return; an executed file awaits no answer.
    const path = `/admin/withdrawals/batches/${body.batch.id}/execution`;
    expect((await administrator.post(path, {})).status).toBe(200);
    await hoursLater(24 * 11);
    expect(await figures()).toEqual([0, 0, 0]);
  });

  test('an agreement counts as late from the fifth day (LC-50), and each queue on loans has its rows', async () => {
    for (const { name, count } of await queuesOf(administrator)) {
      const { status, body } = await administrator.get(`/admin/loan-queues/${name}`);
      if (status === 200) expect([name, body.loans.length]).toEqual([name, count]);
    }
  });
});

describe('Q-1 the nearest deadline comes first, then the oldest, then the id', () => {
  test.each([
    ['/admin/loans?status=pending', 'loans', newLoan],
    ['/admin/withdrawals?status=pending', 'withdrawals', newWithdrawal],
  ] as const)('GET %s', async (path, name, make) => {
    const ids: string[] = [];
    // Friday's are due on Monday or Tuesday, with those of the weekend: the older come first.
    for (const hours of [0, 1, 24, 96, 120, 144]) {
      await hoursLater(hours);
      ids.push(await make());
    }
    expect((await walked(`${path}&sort=deadline`, name)).map(({ id }) => id)).toEqual(ids);
    expect((await walked(path, name)).map(({ id }) => id)).toEqual([...ids].reverse());
  });

  test('Q-7 a cursor of another order is refused', async () => {
    for (let each = 0; each < 3; each += 1) await newWithdrawal();
    const path = '/admin/withdrawals?status=pending&limit=2';
    const { body } = await administrator.get(`${path}&sort=largest`);
    expect((await administrator.get(`${path}&sort=largest&cursor=${body.nextCursor}`)).status).toBe(200);
    for (const sort of ['', '&sort=deadline', '&sort=smallest']) {
      const refused = await administrator.get(`${path}${sort}&cursor=${body.nextCursor}`);
      expect([sort, refused.status, refused.body.code]).toEqual([sort, 400, 'request.invalid']);
    }
  });
});

test('Q-5 « Mes dossiers » holds what one follows of every kind, the nearest deadline first', async () => {
  const [loan, withdrawal] = [await newLoan(), await newWithdrawal()];
  const take = (kind: string, id: string) =>
    administrator.put(`/admin/assignments/${kind}/${id}`, { seenAssigneeId: null });
  await take('client', client.accountId);
  await take('loan', loan);
  await take('withdrawal', withdrawal);
  const mine = async () => (await administrator.get('/admin/assignments')).body;
  const { tasks, count } = await mine();
  expect(count).toBe(3);
  expect(tasks.map((task: { kind: string }) => task.kind)).toEqual(['client', 'withdrawal', 'loan']);
  expect(tasks[1]).toMatchObject({
    id: withdrawal,
    client: { accountId: client.accountId },
    text: 'Banque du Marais',
    amountMinor: 1_00,
    currency: 'EUR',
    dueAt: '2027-03-02T23:00:00.000Z',
  });
  const counted = async () => (await administrator.get('/admin/counts')).body.mine;
  expect(await counted()).toEqual({ count: 3, due: 0 });
  await hoursLater(24);
  expect(await counted()).toEqual({ count: 3, due: 2 });
  expect((await (await bank.administrator()).get('/admin/assignments')).body).toEqual({
    tasks: [],
    count: 0,
  });
});
