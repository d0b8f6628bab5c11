import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { faultsOfBooks } from '../testing/books.ts';
import { accepted, LOAN_REQUEST, TEST_IBAN } from '../testing/populated-bank.ts';
import { randomFrom, report, seedOf, sizeFor, sizeOf } from '../testing/size.ts';
import {
  type Answer,
  type ClientPerson,
  openTestBank,
  type Person,
  type TestBank,
} from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

/** Many simultaneous callers: no double spending, no lost write, and a consistent ledger under any interleaving (ASVS 5.0, 2.3.4). */

const ROUNDS = sizeOf('WITHDRAWAL_ROUNDS', sizeFor({ small: 2, whole: 8 }));
/** On the embedded database, which does one thing at a time, a part of them shows that its answers and books agree. */
const OPERATIONS = sizeOf('OPERATIONS', sizeFor({ small: 150, whole: 300 }));
const CALLERS = 16;

let bank: TestBank;
beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
  }),
);
afterEach(() => bank.close());

/**
 * Calls as a browser of ours does: a 503, which a crowd on an overloaded machine may get when it waited too long for its turn, is tried
 * again with the same key.
 */
async function insisting(person: Person, path: string, body: object, key = newUuid()): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await person.post(path, body, { key });
    if (answer.status !== 503 || attempt === 5) return answer;
    expect(answer.headers.get('retry-after')).not.toBeNull();
    retries += 1;
  }
}
let retries = 0;

const account = async (client: Person) => accepted(await client.get('/overview')).account;

// PGlite has one connection, on which nothing is ever at once: only PostgreSQL shows a double spend.
describe.runIf(process.env.GUICHET_TEST_DATABASE === 'postgresql')('withdrawals at once', () => {
  test(
    `${ROUNDS} rounds of fifty never exceed what is available`,
    async () => {
      const random = randomFrom(seedOf('withdrawals at once'));
      const client = await bank.client();
      await bank.fund(client, 1_000_00);
      let acceptedInAll = 0;
      for (let round = 1; round <= ROUNDS; round += 1) {
        const before = await account(client);
        const amounts = Array.from({ length: 50 }, () => 1_00 + Math.floor(random() * 300_00));
        const answers = await Promise.all(
          amounts.map(async (amountMinor) => ({
            amountMinor,
            answer: await insisting(client, '/withdrawals', {
              amountMinor,
              iban: TEST_IBAN,
              bankName: 'Banque du Marais',
            }),
          })),
        );
        const taken = answers.filter(({ answer }) => answer.status === 200);
        const refused = answers.filter(({ answer }) => answer.status !== 200);
        const sum = taken.reduce((total, { amountMinor }) => total + amountMinor, 0);
        const after = await account(client);
        const where = `round ${round}`;
        expect(sum, where).toBeLessThanOrEqual(before.availableMinor);
        expect(after.availableMinor, where).toBe(before.availableMinor - sum);
        expect(after.balanceMinor, where).toBe(before.balanceMinor);
        for (const { amountMinor, answer } of refused) {
          expect(answer.body.code, where).toBe('withdrawal.insufficient-funds');
          // What was refused did not fit: it is more than what is left in the end.
          expect(amountMinor, where).toBeGreaterThan(after.availableMinor);
        }
        acceptedInAll += taken.length;
        await bank.fund(client, sum);
      }
      report(
        `${ROUNDS} rounds of 50 parallel withdrawals: ${acceptedInAll} accepted, none beyond the available balance`,
      );
      expect(acceptedInAll).toBeGreaterThan(0);
    },
    60_000 + ROUNDS * 5_000,
  );
});

test(
  `${OPERATIONS} random operations by ${CALLERS} callers keep the laws of the books`,
  async () => {
    const random = randomFrom(seedOf('random operations'));
    const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
    const clients = await Promise.all(Array.from({ length: 4 }, () => bank.client()));
    const administrators = [await bank.administrator(), await bank.administrator()];
    const [loans, withdrawals, fees] = [[] as string[], [] as string[], [] as string[]];
    /** What the answers said, in minor units by account: the balances must come to the same. */
    const expected = new Map(clients.map(({ accountId }) => [accountId, 0]));
    const credited = (accountId: string, amountMinor: number) =>
      expected.set(accountId, (expected.get(accountId) ?? 0) + amountMinor);
    /** Calls to repeat: the person, the call and what was answered. */
    const done: { person: Person; path: string; body: object; key: string; answer: Answer }[] = [];
    const statuses = new Map<string, number>();

    async function call(person: Person, path: string, body: object): Promise<Answer> {
      const key = newUuid();
      // Now and then the same call is under way twice, as when a browser repeats it.
      const answers = await Promise.all(
        Array.from({ length: random() < 0.1 ? 2 : 1 }, () => insisting(person, path, body, key)),
      );
      // A refusal keeps nothing, so of two equal calls one may be refused and the other let in; two that are let in are one.
      const succeeded = answers.filter(({ status }) => status === 200);
      for (const twin of succeeded) expect(twin.body, path).toEqual(succeeded[0]?.body);
      const answer = succeeded[0] ?? answers[0];
      if (!answer) throw new Error('no answer');
      if (answer.status === 200) done.push({ person, path, body, key, answer });
      return answer;
    }

    const operations: (() => Promise<Answer | undefined>)[] = [
      async () => {
        const client = pick(clients) as ClientPerson;
        const amountMinor = 1_00 + Math.floor(random() * 500_00);
        const administrator = pick(administrators) as Person;
        const answer = await call(administrator, `/admin/clients/${client.accountId}/credits`, {
          amountMinor,
          currency: 'EUR',
          description: 'Essai',
        });
        if (answer.status === 200) credited(client.accountId, amountMinor);
        return answer;
      },
      async () => {
        const answer = await call(pick(clients) as Person, '/withdrawals', {
          amountMinor: 1_00 + Math.floor(random() * 300_00),
          iban: TEST_IBAN,
          bankName: 'Banque du Marais',
        });
        if (answer.status === 200) withdrawals.push(answer.body.withdrawal.id);
        return answer;
      },
      async () => {
        const id = pick(withdrawals);
        return id ? call(pick(clients) as Person, `/withdrawals/${id}/cancellation`, {}) : undefined;
      },
      async () => {
        const id = pick(withdrawals);
        if (!id) return undefined;
        const action = pick(['approve', 'complete', 'complete', 'process', 'reject']);
        const answer = await call(pick(administrators) as Person, `/admin/withdrawals/${id}/decision`, {
          action,
          ...(action === 'reject' ? { reasonCode: 'missing-document' } : {}),
        });
        const { withdrawal } = answer.body;
        if (answer.status === 200 && withdrawal.status === 'completed')
          credited(withdrawal.client.accountId, -withdrawal.amountMinor);
        return answer;
      },
      async () => {
        const answer = await call(pick(clients) as Person, '/loans', LOAN_REQUEST);
        if (answer.status === 200) loans.push(answer.body.loan.id);
        return answer;
      },
      async () => {
        const id = pick(loans);
        if (!id) return undefined;
        const action = pick(['approve', 'approve', 'reject', 'process']);
        const answer = await call(pick(administrators) as Person, `/admin/loans/${id}/decision`, {
          action,
          ...(action === 'reject' ? { reasonCode: 'insufficient-income' } : {}),
        });
        const { loan } = answer.body;
        if (answer.status === 200 && loan.status === 'approved')
          credited(loan.client.accountId, loan.amountMinor);
        return answer;
      },
      async () => {
        const client = pick(clients) as ClientPerson;
        const answer = await call(pick(administrators) as Person, `/admin/clients/${client.accountId}/fees`, {
          amountMinor: 1_00 + Math.floor(random() * 50_00),
          description: 'Essai',
        });
        if (answer.status === 200) fees.push(answer.body.fee.id);
        return answer;
      },
      async () => {
        const id = pick(fees);
        if (!id) return undefined;
        return random() < 0.5
          ? call(pick(clients) as Person, `/fees/${id}/declaration`, {})
          : call(pick(administrators) as Person, `/admin/fees/${id}/settlement`, {});
      },
      async () => {
        const first = pick(done);
        if (!first) return undefined;
        const answer = await insisting(first.person, first.path, first.body, first.key);
        expect([answer.status, answer.body]).toEqual([200, first.answer.body]);
        expect(answer.headers.get('idempotent-replayed')).toBe('true');
        return answer;
      },
    ];

    let left = OPERATIONS;
    await Promise.all(
      Array.from({ length: CALLERS }, async () => {
        while (left > 0) {
          left -= 1;
          const answer = await (pick(operations) as (typeof operations)[number])();
          if (!answer) continue;
          const said = answer.status === 200 ? '200' : `${answer.status} ${answer.body.code}`;
          statuses.set(said, (statuses.get(said) ?? 0) + 1);
        }
      }),
    );

    report(
      `${OPERATIONS} random operations by ${CALLERS} callers: ${JSON.stringify(Object.fromEntries(statuses))}, ${retries} told to come back`,
    );
    // A refusal has a reason of its own: never a fault, never a lack of anything.
    expect([...statuses.keys()].filter((said) => said.startsWith('5'))).toEqual([]);
    expect(statuses.get('200') ?? 0).toBeGreaterThan(OPERATIONS / 10);
    for (const client of clients)
      expect((await account(client)).balanceMinor).toBe(expected.get(client.accountId));
    expect(await faultsOfBooks(bank.database.db)).toEqual([]);
    expect(
      await rowsOf(
        bank.database.db,
        sql`select t.id, t.event from ledger_transactions t
          where not exists (select 1 from users where id = t.author_id)
             or not exists (
               select 1 from loan_requests where id = t.cause_id
               union all select 1 from withdrawal_requests where id = t.cause_id
               union all select 1 from fees where id = t.cause_id
               union all select 1 from client_accounts where id = t.cause_id)`,
      ),
    ).toEqual([]);
  },
  60_000 + OPERATIONS * 200,
);
