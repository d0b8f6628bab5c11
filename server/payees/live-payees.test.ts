import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import demonstration from '#content/institution/demo.ts';
import { institutionSchema } from '#content/institution/schema.ts';
import { frenchIban } from '#domain/accounts/iban-range.ts';
import { confirmationSubject } from '#domain/sessions/confirmation.ts';
import type { PayeeCheckProvider } from '../bank/payee-check-provider.ts';
import { openTestBank, TEST_PASSWORD } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { payeeCheckProvider } from './choose-provider.ts';

/** Names of payees in a live institution, whose provider is another firm. */

const institution = { ...institutionSchema.parse(demonstration), mode: 'live' as const };
const IBAN = 'DE89370400440532013000';

test('PAY-11 an order must name its payee', async () => {
  const bank = await openTestBank({ institution });
  const client = await bank.client();
  const order = { amountMinor: 10_00, iban: IBAN, bankName: 'Banque du Marais' };
  const { body: confirmation } = await client.post('/session/confirmation', {
    operation: 'withdrawals.request',
    subject: confirmationSubject('withdrawals.request', order),
    currentPassword: TEST_PASSWORD,
  });
  const { status, body } = await client.post('/withdrawals', order, {
    headers: { 'x-confirmation': confirmation.token },
  });
  expect([status, body.errors]).toEqual([
    400,
    [expect.objectContaining({ field: 'recipientName', message: 'validation.required' })],
  ]);
  await bank.close();
});

test.each<[string, PayeeCheckProvider['check'], string]>([
  ['an error', async () => Promise.reject(new Error('away')), 'unreachable'],
  ['silence', () => new Promise(() => {}), 'timeout'],
])(
  'PAY-13 %s is « not possible », never a match; our own IBANs are of our books',
  async (_, check, reason) => {
    const bank = await openTestBank({ institution, payeeChecks: { name: 'http', check } });
    bank.setNow(new Date('2026-11-20T12:00:00Z'));
    const key = sql`key = 'vop.timeoutSeconds' and "from" = '2026-11-20'`;
    await asOwner(bank.database.db, (tx) =>
      tx.execute(
        sql`insert into legal_parameters (key, "from", value, source, verified) values ('vop.timeoutSeconds', '2026-11-20', '1', 'test', 'decision')`,
      ),
    );
    try {
      const client = await bank.client();
      const ask = (iban: string) => client.post('/payee-checks', { iban, name: 'Zoé Renard' });
      expect((await ask(IBAN)).body.check).toMatchObject({
        result: 'not-possible',
        reason,
        name: null,
        isSimulated: false,
      });
      const own = frenchIban({ bank: '00000', branch: '00001', account: '00000000007' });
      expect((await ask(own)).body.check).toMatchObject({ result: 'not-possible', reason: 'account-type' });
    } finally {
      await asOwner(bank.database.db, (tx) => tx.execute(sql`delete from legal_parameters where ${key}`));
      await bank.close();
    }
  },
);

test('PAY-13 it makes no transfer without a provider: it does not start', () => {
  expect(() => payeeCheckProvider(null, institution)).toThrow('PAYEE_CHECK_URL');
  const { houseIban: _, ...without } = institution;
  expect(payeeCheckProvider(null, without).name).toBe('none');
  expect(payeeCheckProvider(null, institutionSchema.parse(demonstration)).name).toBe('simulated');
  const config = { url: 'https://vop.example', token: 'x'.repeat(16), certificateFile: null, keyFile: null };
  expect(payeeCheckProvider(config, institution).name).toBe('http');
});
