import { afterEach, beforeEach, expect, test } from 'vitest';
import { frenchIban } from '#domain/accounts/iban-range.ts';
import { newUuid } from '../ids.ts';
import { newSentTransfer } from '../testing/corrections.ts';
import { readPdf } from '../testing/pdf-text.ts';
import { accepted, TEST_IBAN } from '../testing/populated-makers.ts';
import { newLeftTransfer, newReceipt } from '../testing/recalls.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

/** One movement of an account with what is known of it, and its notice as a PDF. */

let bank: TestBank;
let administrator: Person;
let client: ClientPerson;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(new Date('2026-12-01T10:00:00Z'));
    administrator = await bank.administrator();
    client = await bank.client({ firstName: 'Paul', lastName: 'Martin' });
    await bank.fund(client, 100_00);
  }),
);
afterEach(() => bank.close());

const newest = async (of = client) => accepted(await of.get('/transactions')).transactions[0];
const shown = async (id: string, of = client) => accepted(await of.get(`/transactions/${id}`));
/** The lines of a movement's notice, once it is drawn; a tagged PDF. */
async function notice(id: string, of = client) {
  const { status, bytes, headers } = await of.get(`/documents/transactions/${id}/notice.pdf`);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return (await readPdf(bytes)).text;
}

test('a transfer that left says to whom, with its days, and its notice promises no arrival', async () => {
  const transferId = await newLeftTransfer(administrator, client);
  const { movement, counterpart, transfer, endToEndId } = accepted(
    await client.get(`/withdrawals/${transferId}/movement`),
  );
  expect(movement).toEqual(await newest());
  expect(counterpart).toEqual({ name: 'Paul Martin', iban: TEST_IBAN, bankName: 'Banque' });
  expect(transfer).toMatchObject({ id: transferId, phase: 'sent', days: { sent: '2026-12-01' } });
  expect(endToEndId).toBe(transferId.replaceAll('-', ''));
  expect(await shown(movement.id)).toEqual({
    movement,
    counterpart,
    transfer,
    endToEndId,
    message: null,
    loan: null,
  });
  const text = await notice(movement.id);
  for (const line of ["Avis d'exécution de virement", 'Exécuté le 1er décembre 2026', 'Il ne prouve pas'])
    expect(text).toContain(line);
  expect(text).toContain(movement.referenceNumber);
  expect(text).toContain('L133-24');
});

test('a receipt says who paid and what they wrote, without their IBAN', async () => {
  const reference = await newReceipt(bank, administrator, client);
  const movement = await newest();
  expect(movement.referenceNumber).toBe(reference);
  const { counterpart, transfer } = await shown(movement.id);
  expect(counterpart).toEqual({ name: 'Zoé Renard', iban: null, bankName: null });
  expect(transfer).toBeNull();
  const text = await notice(movement.id);
  expect(text).toContain('Avis de virement reçu');
  expect(text).toContain('Payeur Zoé Renard');
  expect(text).not.toContain('L133-24');
});

test('a credit by hand has nobody outside', async () => {
  const movement = await newest();
  expect(await shown(movement.id)).toEqual({
    movement,
    counterpart: null,
    message: null,
    endToEndId: null,
    loan: null,
    transfer: null,
  });
  expect(await notice(movement.id)).toContain("Avis d'opération");
});

test('a transfer between two clients: the payee reads the name of the payer and no IBAN of theirs', async () => {
  const payee = await bank.client({ firstName: 'Zoé', lastName: 'Renard' });
  const iban = frenchIban({ bank: '00000', branch: '00001', account: '00000000002' });
  const path = `/admin/clients/${payee.accountId}`;
  accepted(await administrator.post(`${path}/activation`, { receivedMinor: 0 }));
  accepted(await administrator.put(`${path}/iban`, { iban, bankName: 'Guichet' }));
  const order = { amountMinor: 7_00, iban, bankName: 'Guichet', recipientName: 'Zoé Renard' };
  accepted(await client.post('/withdrawals', order));
  const sent = await shown((await newest()).id);
  expect(sent).toMatchObject({ counterpart: { name: 'Zoé Renard', iban }, endToEndId: null });
  const received = await shown((await newest(payee)).id, payee);
  expect(received).toMatchObject({
    counterpart: { name: 'Paul Martin', iban: null },
    transfer: null,
  });
});

test('another client’s movement, and a transfer that has not left, are not found; an id that is none is refused', async () => {
  const id = await newSentTransfer(bank, administrator, client);
  const transferId = await newLeftTransfer(administrator, client);
  const stranger = await bank.client();
  const { withdrawal } = accepted(
    await client.post('/withdrawals', { amountMinor: 1_00, iban: TEST_IBAN, bankName: 'Banque' }),
  );
  for (const [who, path, status] of [
    [stranger, `/transactions/${id}`, 404],
    [stranger, `/withdrawals/${transferId}/movement`, 404],
    [stranger, `/documents/transactions/${id}/notice.pdf`, 404],
    [client, `/transactions/${newUuid()}`, 404],
    [client, `/withdrawals/${withdrawal.id}/movement`, 404],
    [client, '/transactions/x', 400],
    [client, '/documents/transactions/x/notice.pdf', 400],
  ] as const)
    expect([path, (await who.get(path)).status]).toEqual([path, status]);
});
