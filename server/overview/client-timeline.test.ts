import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type ClientPerson,
  openTestBank,
  type Person,
  TEST_PASSWORD,
  type TestBank,
} from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    client = await bank.client();
    administrator = await bank.administrator();
  }),
);
afterEach(() => bank.close());

const timeline = (query = '') => administrator.get(`/admin/clients/${client.accountId}/timeline${query}`);

async function live(): Promise<void> {
  await client.post('/session', { email: client.email, password: TEST_PASSWORD });
  await bank.visitor().post('/session', { email: client.email, password: 'pas le bon' });
  await administrator.post(`/admin/clients/${client.accountId}/activation`, { receivedMinor: 0 });
  await administrator.put(`/admin/clients/${client.accountId}/iban`, {
    iban: 'FR7630006000011234567890189',
    bankName: 'Banque du Marais',
  });
  await administrator.post(`/admin/clients/${client.accountId}/notes`, { text: 'Rappeler lundi.' });
  await administrator.post(`/admin/clients/${client.accountId}/credits`, {
    amountMinor: 50_000,
    currency: 'EUR',
    description: 'Salaire de novembre',
  });
  const { body: asked } = await client.post('/withdrawals', {
    amountMinor: 10_000,
    iban: 'DE89370400440532013000',
    bankName: 'Banque du Marais',
  });
  const decide = (action: string) =>
    administrator.post(`/admin/withdrawals/${asked.withdrawal.id}/decision`, { action });
  await decide('process');
  await decide('approve');
  await decide('complete');
  await administrator.post(`/admin/clients/${client.accountId}/fees`, {
    amountMinor: 1_500,
    description: 'Duplicata',
  });
  const { body: loan } = await client.post('/loans', {
    amountMinor: 100_000,
    purpose: 'Un vélo',
    durationMonths: 12,
    monthlyIncomeMinor: 200_000,
  });
  await administrator.post(`/admin/loans/${loan.loan.id}/decision`, { action: 'process' });
  await administrator.post(`/admin/loans/${loan.loan.id}/decision`, {
    action: 'reject',
    reasonCode: 'debt-ratio-too-high',
  });
  await administrator.delete(`/admin/clients/${client.accountId}/sessions`);
}

test('200: money, requests, decisions, fees, mails and sign-ins stand in one list, newest first, with who did it', async () => {
  await live();
  const { status, body } = await timeline('?limit=100');
  expect(status).toBe(200);
  const kinds = new Set(body.entries.map((entry: { kind: string }) => entry.kind));
  for (const kind of [
    'account-opened',
    'movement',
    'withdrawal-requested',
    'withdrawal-decided',
    'fee-created',
    'loan-requested',
    'mail-written',
    'signed-in',
    'sign-in-failed',
    'note',
    'account-activated',
    'iban-assigned',
    'sessions-ended',
  ])
    expect(kinds).toContain(kind);
  const moments = body.entries.map((entry: { at: string }) => entry.at);
  expect(moments).toEqual([...moments].sort().reverse());
  const credit = body.entries.findLast((entry: { kind: string }) => entry.kind === 'movement');
  expect(credit).toMatchObject({
    amountMinor: 50_000,
    currency: 'EUR',
    text: 'Salaire de novembre',
    by: 'Dominique Gestion',
  });
  const decided = (kind: string) =>
    body.entries
      .filter((entry: { kind: string }) => entry.kind === kind)
      .map(({ status, by, text, amountMinor }: Record<string, unknown>) => [status, by, text, amountMinor]);
  expect(decided('withdrawal-decided')).toEqual(
    ['completed', 'approved', 'processing'].map((state) => [
      state,
      'Dominique Gestion',
      'Banque du Marais',
      10_000,
    ]),
  );
  expect(decided('loan-decided')).toEqual(
    ['rejected', 'processing'].map((state) => [state, 'Dominique Gestion', 'Un vélo', 100_000]),
  );
  const note = body.entries.find((entry: { kind: string }) => entry.kind === 'note');
  expect(note).toMatchObject({ text: 'Rappeler lundi.', by: 'Dominique Gestion' });
  const asked = body.entries.find((entry: { kind: string }) => entry.kind === 'loan-requested');
  expect(asked).toMatchObject({ text: 'Un vélo', by: null });
});

interface Named {
  readonly kind: string;
  readonly id: string;
  readonly status: string | null;
}
const named = ({ kind, id, status }: Named) => `${kind} ${id} ${status}`;

test('200: pages of one row follow each other without a gap or a repetition, to the end', async () => {
  await live();
  const { body: whole } = await timeline('?limit=100');
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body }: { body: { entries: Named[]; nextCursor: string | null } } = await timeline(
      `?limit=1${cursor ? `&cursor=${cursor}` : ''}`,
    );
    seen.push(...body.entries.map(named));
    cursor = body.nextCursor;
  }
  expect(seen).toEqual(whole.entries.map(named));
  expect(new Set(seen).size).toBe(seen.length);
});

test('200: the groups share the timeline out among them', async () => {
  await live();
  const { body: whole } = await timeline('?limit=100');
  const groups = await Promise.all(
    ['money', 'requests', 'account', 'notes', 'contacts'].map(async (group) => {
      const { body } = await timeline(`?limit=100&group=${group}`);
      expect(body.entries.length).toBeGreaterThan(0);
      return body.entries.map(named) as string[];
    }),
  );
  expect(groups.flat().sort()).toEqual(whole.entries.map(named).sort());
  expect((await timeline('?group=gossip')).status).toBe(400);
});

test("200: another client's life is not in it", async () => {
  const other = await bank.client();
  await administrator.post(`/admin/clients/${other.accountId}/credits`, {
    amountMinor: 777,
    currency: 'EUR',
    description: "L'argent d'une autre",
  });
  const { body } = await timeline('?limit=100');
  expect(body.entries.some((entry: { text: string | null }) => entry.text === "L'argent d'une autre")).toBe(
    false,
  );
});

test('400, 401, 403 and 404: a foreign cursor, nobody, a client, and an account that does not exist', async () => {
  expect((await timeline('?cursor=nonsense')).status).toBe(400);
  expect((await bank.visitor().get(`/admin/clients/${client.accountId}/timeline`)).status).toBe(401);
  expect((await client.get(`/admin/clients/${client.accountId}/timeline`)).status).toBe(403);
  expect(
    (await administrator.get('/admin/clients/00000000-0000-7000-8000-000000000000/timeline')).status,
  ).toBe(404);
});
