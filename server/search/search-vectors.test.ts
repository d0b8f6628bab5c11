import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import vectors from '#domain/proposals/vectors/back-office.json' with { type: 'json' };
import { accepted } from '../testing/populated-bank.ts';
import { openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';

/**
 * The worked cases of the search, asked of the API: what a client or a transfer bears is found, and for the reason that the case gives.
 * `domain/search/search.test.ts` reads them by the rules.
 */
// biome-ignore lint/suspicious/noExplicitAny: each case has the fields that it is about.
type Given = any;

let bank: TestBank;
let administrator: Person;

beforeAll(async () => {
  bank = await openTestBank();
  administrator = await bank.administrator();
});
afterAll(() => bank.close());

/** A client who bears what the case stores, with a transfer of its amount. */
async function stored({ name = 'Alix Sansnom', phone, iban, amountMinor }: Given) {
  const [firstName, ...lastNames] = name.split(' ');
  const client = await bank.client({
    firstName,
    lastName: lastNames.join(' '),
    ...(phone ? { phone } : {}),
  });
  if (iban)
    await asOwner(bank.database.db, (tx) =>
      tx.execute(sql`update client_accounts set iban = ${iban} where id = ${client.accountId}::uuid`),
    );
  if (amountMinor) {
    await bank.fund(client, amountMinor);
    const order = { amountMinor, iban: 'DE89370400440532013000', bankName: 'Sparkasse Nord' };
    accepted(await client.post('/withdrawals', { ...order, recipientName: 'Garage du Port' }));
  }
  return client;
}

const cases = vectors.cases.filter(({ family }) => family === 'search');

test('there are cases', () => expect(cases.length).toBeGreaterThan(0));

test.each(cases.map((one) => [one.id, one.title, one] as const))(
  '%s %s',
  async (_id, _title, { input, expected }) => {
    const given: Given = input;
    const { matches } = expected as Given;
    const { accountId } = await stored(given.stored);
    const found = accepted(await administrator.get(`/admin/find?q=${encodeURIComponent(given.q)}`));
    const row = given.stored.amountMinor
      ? found.withdrawals.find((one: Given) => one.client.accountId === accountId)
      : found.clients.find((one: Given) => one.id === accountId);
    // A name stands in the row itself: nothing more is said of it.
    expect(row && (row.hit?.by ?? 'name')).toBe(matches[0]);
  },
);
