import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EXPORTED_LISTS } from '#domain/desk/export.ts';
import { MAX_VIEWS } from '#domain/desk/saved-views.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { memberWith, staffWith } from '../../testing/staff.ts';
import { openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { asOwner } from '../../testing/test-database.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';

let bank: TestBank;
let owner: Person;
let colleague: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    owner = await bank.administrator();
    colleague = await bank.administrator();
  }),
);
afterEach(() => bank.close());

const save = async (person: Person, view: object) => accepted(await person.post('/admin/views', view)).view;
const viewsOf = async (person: Person, list: string) =>
  accepted(await person.get(`/admin/views?list=${list}`)).views;
const namesOf = async (person: Person, list = 'withdrawals') =>
  (await viewsOf(person, list)).map(({ name }: { name: string }) => name);

test('Q-9 a view is its owner’s until it is shared; it keeps its owner, who alone changes it', async () => {
  const view = await save(owner, {
    list: 'withdrawals',
    name: ' Gros montants ',
    query: 'state=to-decide&amountFrom=100000',
  });
  expect(view).toMatchObject({
    name: 'Gros montants',
    query: 'amountFrom=100000&state=to-decide',
    isMine: true,
    isShared: false,
  });
  expect(await namesOf(colleague)).toEqual([]);
  accepted(await owner.put(`/admin/views/${view.id}/sharing`, { isShared: true }));
  const [seen] = await viewsOf(colleague, 'withdrawals');
  expect(seen).toMatchObject({ id: view.id, isMine: false, isShared: true, isStarred: false });
  expect(seen.ownedBy).toBeTruthy();
  for (const call of [
    () => colleague.put(`/admin/views/${view.id}`, { name: 'À moi' }),
    () => colleague.put(`/admin/views/${view.id}/sharing`, { isShared: false }),
    () => colleague.delete(`/admin/views/${view.id}`),
  ])
    expect((await call()).status).toBe(404);
  accepted(await owner.put(`/admin/views/${view.id}/sharing`, { isShared: false }));
  expect(await namesOf(colleague)).toEqual([]);
  expect((await owner.delete(`/admin/views/${view.id}`)).status).toBe(200);
  expect(await namesOf(owner)).toEqual([]);
});

test('Q-9 views are renamed, replaced, starred and put in order', async () => {
  const [first, second, third] = [
    await save(owner, { list: 'loans', name: 'Un', query: 'state=pending' }),
    await save(owner, { list: 'loans', name: 'Deux', query: 'assignee=me' }),
    await save(owner, { list: 'loans', name: 'Trois', query: 'deadline=late' }),
  ];
  accepted(await owner.put(`/admin/views/${third.id}`, { position: 1 }));
  accepted(
    await owner.put(`/admin/views/${second.id}`, {
      name: 'Les miens',
      query: 'assignee=me&sort=oldest',
      isStarred: true,
    }),
  );
  expect(await viewsOf(owner, 'loans')).toMatchObject([
    { name: 'Trois' },
    { name: 'Un' },
    { name: 'Les miens', query: 'assignee=me&sort=oldest', isStarred: true, count: 0 },
  ]);
  expect((await viewsOf(owner, 'loans'))[1].count).toBeNull();
  expect(first.count).toBeNull();
});

test('Q-9 thirty of a person and list at most, also when fifty are saved at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      owner.post('/admin/views', { list: 'fees', name: `Vue ${index}`, query: '' }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_VIEWS);
  const refused = answers.find(({ status }) => status !== 200);
  expect([refused?.status, refused?.body.code]).toEqual([409, 'view.too-many']);
  expect(await namesOf(owner, 'fees')).toHaveLength(MAX_VIEWS);
  await save(owner, { list: 'loans', name: 'Autre liste', query: '' });
});

test('Q-8, Q-9 the count of a view is the rows that its reader walks, « me » being its reader', async () => {
  const client = await bank.client();
  await bank.fund(client, 10_000_00);
  const ids: string[] = [];
  for (const amountMinor of [10_00, 20_00, 30_00])
    ids.push(
      accepted(
        await client.post('/withdrawals', {
          amountMinor,
          iban: 'FR7630006000011234567890189',
          bankName: 'Banque',
        }),
      ).withdrawal.id,
    );
  await owner.put(`/admin/assignments/withdrawal/${ids[0]}`, { seenAssigneeId: null });
  for (const query of [
    'assignee=me',
    'assignee=none&state=pending',
    'amountFrom=2000&sort=largest',
    'state=rejected',
    'from=2027-01-01&to=2026-01-01',
  ]) {
    const { id } = await save(owner, { list: 'withdrawals', name: query, query });
    const { view } = accepted(await owner.put(`/admin/views/${id}`, { isStarred: true }));
    const file = String((await owner.get(`/admin/exports/withdrawals?${query}`)).body);
    expect([query, view.count]).toEqual([query, file.trimEnd().split('\r\n').length - 1]);
  }
});

test('STAFF-5, Q-9 a view counts nothing of what its reader may not ask its list', async () => {
  const mine = ['views.list', 'views.save', 'views.change', 'loans.review'] as const;
  const reader = await staffWith(bank, mine);
  const client = await bank.client();
  accepted(
    await client.post('/loans', {
      amountMinor: 20_000_00,
      purpose: 'Travaux',
      durationMonths: 12,
      monthlyIncomeMinor: 1_000_00,
    }),
  );
  for (const [query, permission] of [
    ['ratio=above', 'fields.income'],
    ['risk=warned', 'clientAlerts.show'],
    ['sort=assignee', 'fields.staffNames'],
    ['assignee=none', 'fields.staffNames'],
  ] as const) {
    await reader.permit(mine);
    const { id } = await save(reader, { list: 'loans', name: query, query });
    const counted = async () =>
      accepted(await reader.put(`/admin/views/${id}`, { isStarred: true })).view.count;
    expect([query, await counted()]).toEqual([query, null]);
    expect((await viewsOf(reader, 'loans')).find((one: { id: string }) => one.id === id).count).toBeNull();
    await reader.permit([...mine, permission]);
    expect([query, await counted()]).toEqual([query, query.startsWith('risk') ? 0 : 1]);
    // Nor of a list that they may no longer read.
    await reader.permit(['views.change', permission]);
    expect([query, await counted()]).toEqual([query, null]);
  }
});

test('STAFF-40, Q-8 a view counts no file of its reader’s own', async () => {
  const client = await bank.client();
  await bank.fund(client, 100_00);
  await client.post('/withdrawals', {
    amountMinor: 10_00,
    iban: 'FR7630006000011234567890189',
    bankName: 'Banque',
  });
  const { id } = await save(colleague, { list: 'withdrawals', name: 'Tous', query: '' });
  const count = async () =>
    accepted(await colleague.put(`/admin/views/${id}`, { isStarred: true })).view.count;
  expect(await count()).toBe(1);
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`insert into declared_links (user_id, client_account_id, relation, declared_by, declared_at)
      values (${colleague.userId}::uuid, ${client.accountId}::uuid, 'relative', ${owner.userId}::uuid, now())`),
  );
  expect(await count()).toBe(0);
});

test('Q-9 400 for what its list would refuse, 401, 403 for a list that one may not read or sharing without the permission', async () => {
  for (const view of [
    { list: 'loans', name: '', query: '' },
    { list: 'loans', name: 'x'.repeat(61), query: '' },
    { list: 'loans', name: 'Vue', query: 'amountFrom=abc' },
    { list: 'loans', name: 'Vue', query: 'iban=valid' },
    { list: 'loans', name: 'Vue', query: 'list=clients' },
    { list: 'loans', name: 'Vue', query: 'state=pending&state=approved' },
    { list: 'loans', name: 'Vue', query: `q=${'x'.repeat(2_100)}` },
    { list: 'house', name: 'Vue', query: '' },
  ])
    expect([view, (await owner.post('/admin/views', view)).status]).toEqual([view, 400]);
  expect((await bank.visitor().get('/admin/views?list=loans')).status).toBe(401);
  const reader = await staffWith(bank, ['views.list', 'views.save', 'loans.review']);
  const { id } = await save(reader, { list: 'loans', name: 'À moi', query: 'assignee=me' });
  expect((await reader.get('/admin/views?list=fees')).status).toBe(403);
  expect((await reader.put(`/admin/views/${id}/sharing`, { isShared: true })).status).toBe(403);
  const analyst = await memberWith(bank, ['credit-analyst']);
  expect((await analyst.get('/admin/views?list=withdrawals')).status).toBe(403);
  for (const list of EXPORTED_LISTS) expect(await namesOf(owner, list)).toEqual([]);
});
