import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#domain/time/days.ts';
import { rowsOf } from '../../db/database.ts';
import { faultsOfBooks } from '../../operations/books.ts';
import { collectUntil, lendOn, morningOf, openLendingBank } from '../../testing/lent-loan.ts';
import type { ClientPerson, Person, TestBank } from '../../testing/test-bank.ts';

/** What must hold after any sequence of early repayments and measures (LC, section 21). */

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeAll(async () => {
  ({ bank, administrator, client } = await openLendingBank());
  await bank.fund(client, 900_000_00);
});
afterAll(() => bank.close());

/** A sequence of numbers from 0 to 1 that a seed decides (mulberry32). */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const MEASURES = [
  { kind: 'suspension-total', months: 2 },
  { kind: 'suspension-capital', months: 3 },
  { kind: 'extension', months: 6 },
  { kind: 'remission', amountMinor: 12_34 },
] as const;

async function repayPart(id: string, chance: () => number): Promise<void> {
  const { quote } = (await client.get(`/loans/${id}/early-repayment-quote`)).body;
  const amountMinor = 1 + Math.floor(chance() * quote.balanceMinor * 0.4);
  const { part } = (await client.get(`/loans/${id}/early-repayment-quote?amountMinor=${amountMinor}`)).body
    .quote;
  if (!part) return;
  const kind = chance() < 0.5 ? 'shorter' : 'lower';
  const { status } = await client.post(`/loans/${id}/early-repayments`, {
    kind,
    amountMinor,
    totalMinor: part.totalMinor,
  });
  expect(status).toBe(200);
}

async function measure(id: string, chance: () => number): Promise<void> {
  const terms = MEASURES[Math.floor(chance() * MEASURES.length)] ?? MEASURES[0];
  const asked = await administrator.get(
    `/admin/loans/${id}/measure-effect?${new URLSearchParams(Object.entries(terms).map(([name, value]) => [name, String(value)]))}`,
  );
  if (asked.status !== 200) return;
  const { effect } = asked.body;
  const { body } = await administrator.post(`/admin/loans/${id}/measures`, {
    action: 'propose',
    ...terms,
    seenExtraInterestMinor: effect.extraInterestMinor,
  });
  const { status } = await client.post(`/loans/${id}/measures/${body.measure.id}/acceptance`, {
    seenExtraInterestMinor: effect.extraInterestMinor,
    seenEnd: effect.after.endsOn,
  });
  expect(status).toBe(200);
}

test.each([11, 23, 47])(
  'LC-62, LC-75, LC-97, LC-88: capital sums to the loan in every version and no other sum is taken, whatever was repaid and agreed (seed %i)',
  async (seed) => {
    const chance = chanceOf(seed);
    const terms = {
      principalMinor: 6_000_00 + seed,
      annualRateBps: 490,
      durationMonths: 24,
      payoutDay: '2027-01-12',
      dueDay: 15,
    };
    const id = await lendOn(bank, { client, administrator }, terms);
    let day = '2027-01-20';
    for (let step = 0; step < 6; step += 1) {
      await collectUntil(bank, id, day);
      await bank.travelTo(morningOf(day));
      await (chance() < 0.5 ? repayPart(id, chance) : measure(id, chance));
      day = addDays(day, 10 + Math.floor(chance() * 50));
    }
    const versions = await rowsOf(
      bank.database.db,
      sql`select s.version from loan_schedules s join loan_instalments i using (loan_id, version) where s.loan_id = ${id}
        group by s.version, s.opening_balance having sum(i.capital) <> s.opening_balance`,
    );
    expect(versions).toEqual([]);
    const [books] = await rowsOf<{ owed: number; planned: number }>(
      bank.database.db,
      sql`select (select -sum(balance) from ledger_accounts where holder_id = ${id} and chart_code = 'loans-receivable')::int as owed,
        (select sum(capital - paid_capital) from loan_instalments where loan_id = ${id} and not is_superseded)::int as planned`,
    );
    expect(books?.owed).toBe(books?.planned);
    const { whole } = (await client.get(`/loans/${id}/early-repayment-quote`)).body.quote;
    const { status } = await client.post(`/loans/${id}/early-repayments`, {
      kind: 'whole',
      totalMinor: whole.totalMinor,
    });
    expect(status).toBe(200);
    const held = await rowsOf(
      bank.database.db,
      sql`select chart_code, balance::int from ledger_accounts where holder_id = ${id} and balance <> 0`,
    );
    expect(held).toEqual([]);
    // LC-75: what a loan takes from its client is capital, interest, late interest or a legal indemnity, and nothing else.
    const asked = await rowsOf<{ chart_code: string }>(
      bank.database.db,
      sql`select distinct a.chart_code from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id
        where t.cause_id = ${id} and e.amount > 0 and exists (
          select from ledger_entries own join ledger_accounts client on client.id = own.account_id
          where own.transaction_id = t.id and client.holder_kind = 'client' and own.amount < 0)`,
    );
    const ALLOWED = ['loans-receivable', 'interest-receivable', 'late-interest-income', 'indemnity-income'];
    expect(asked.map(({ chart_code }) => chart_code).filter((code) => !ALLOWED.includes(code))).toEqual([]);
    expect(await faultsOfBooks(bank.database.db)).toEqual([]);
  },
  120_000,
);
