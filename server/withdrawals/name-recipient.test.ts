import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accepted } from '../testing/populated-bank.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { exportBatch } from './export-batch.ts';

/** Orders of before payees' names were kept (PAY-11). */

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(new Date('2026-11-23T10:00:00Z'));
    client = await bank.client({ firstName: 'Paul', lastName: 'Martin' });
    administrator = await bank.administrator();
    await bank.fund(client, 1_000_00);
  }),
);
afterEach(() => bank.close());

/** An order as it was kept before it had a name. */
async function oldOrder(): Promise<string> {
  const order = { amountMinor: 10_00, iban: 'DE89370400440532013000', bankName: 'Banque' };
  const { withdrawal } = accepted(await client.post('/withdrawals', order));
  await asOwner(bank.database.db, (tx) =>
    tx.execute(
      sql`update withdrawal_requests set recipient_name = null, is_own_account = null, payee_check_id = null where id = ${withdrawal.id}::uuid`,
    ),
  );
  return withdrawal.id;
}
const name = (id: string, recipientName: string, more: object = {}, by: Person = client) =>
  by.post(`/withdrawals/${id}/recipient`, { recipientName, ...more });
const decide = (id: string, action: string) =>
  administrator.post(`/admin/withdrawals/${id}/decision`, { action });
const codeOf = ({ status, body }: Awaited<ReturnType<typeof name>>) => `${status} ${body.code ?? ''}`;

test('PAY-11 its client adds the name, which is verified, and the file names the payee', async () => {
  const id = await oldOrder();
  expect(accepted(await client.get('/withdrawals')).withdrawals[0].recipientName).toBeNull();
  accepted(await decide(id, 'approve'));
  const { withdrawal } = accepted(await name(id, 'Zoé Renard'));
  expect(withdrawal).toMatchObject({ id, phase: 'validated', recipientName: 'Zoé Renard' });
  const review = accepted(await administrator.get(`/admin/withdrawals/${id}`)).withdrawal;
  expect(review).toMatchObject({
    isOwnAccount: false,
    payeeCheck: { result: 'match', typedName: 'Zoé Renard' },
  });
  const { batch } = accepted(
    await administrator.post('/admin/withdrawals/sepa-export', { withdrawalIds: [id] }),
  );
  const { bytes } = await administrator.get(`/admin/withdrawals/batches/${batch.id}/file.xml`);
  expect(new TextDecoder().decode(bytes)).toContain('<Nm>Zoe Renard</Nm>');
});

test('PAY-11 the client’s own name makes it their own account', async () => {
  const id = await oldOrder();
  accepted(await name(id, 'Paul Martin'));
  expect(accepted(await administrator.get(`/admin/withdrawals/${id}`)).withdrawal.isOwnAccount).toBe(true);
});

test('PAY-11 PAY-15 a name that is not confirmed is added only knowing', async () => {
  const id = await oldOrder();
  const asked = await name(id, 'Zoé Inconnu');
  expect(codeOf(asked)).toBe('409 transfer.payee-check-required');
  const { payeeCheckId } = asked.body.params;
  expect(codeOf(await name(id, 'Zoé Inconnu', { payeeCheckId }))).toBe('409 transfer.payee-check-required');
  const knowing = { payeeCheckId, acceptedResult: 'no-match' };
  expect(accepted(await name(id, 'Zoé Inconnu', knowing)).withdrawal.recipientName).toBe('Zoé Inconnu');
});

test('PAY-11 is refused without a name, for an order that has one or has left, and for another’s', async () => {
  const id = await oldOrder();
  const other = await bank.client();
  const answers = [
    await name(id, ' '),
    await name(id, 'Zoé Renard', {}, other),
    await name(id, 'Zoé Renard', {}, bank.visitor()),
    await name(id, 'Zoé Renard', {}, administrator),
  ];
  expect(answers.map(codeOf)).toEqual([
    '400 request.invalid',
    '404 not-found',
    '401 auth.required',
    '403 auth.forbidden',
  ]);
  accepted(await name(id, 'Zoé Renard'));
  expect(codeOf(await name(id, 'Paul Presque'))).toBe('409 transfer.wrong-phase');
  const left = await oldOrder();
  for (const action of ['approve', 'complete']) accepted(await decide(left, action));
  expect(codeOf(await name(left, 'Zoé Renard'))).toBe('409 transfer.wrong-phase');
});

test('PAY-11 a file of a live institution names each payee: without a name nothing is exported', async () => {
  const id = await oldOrder();
  accepted(await decide(id, 'approve'));
  const live = { ...bank.bank.institution, mode: 'live' as const };
  const exported = bank.work(administrator.userId, (work) => exportBatch(work, live, [id]));
  await expect(exported).rejects.toMatchObject({ code: 'batch.recipient-missing' });
  const [{ phase }] = accepted(await client.get('/withdrawals')).withdrawals;
  expect(phase).toBe('validated');
});
