import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addDays, firstOfMonth } from '#domain/time/days.ts';
import { rowsOf } from '../../db/database.ts';
import { faultsOfBooks } from '../../operations/books.ts';
import {
  administrator,
  bank,
  client,
  lateUntil,
  missUntil,
  withLateLoans,
} from '../../testing/late-loans.ts';
import { morningOf, runJobOn } from '../../testing/lent-loan.ts';
import { isWhole, randomFrom, seedOf } from '../../testing/size.ts';
import type { Answer } from '../../testing/test-bank.ts';
import { differencesOfLoans } from '../servicing/check-loans.ts';

/**
 * What must hold after any sequence of events of a late loan (LC, section 21): payments, early repayments, measures, and every act of recovery, in
 * an order that a seed decides. An event that is not possible is refused and changes nothing.
 */

withLateLoans();

/** Nine kinds of events happen in each of these. The whole tests add a sequence that was never seen. */
const SEEDS = isWhole ? [414, 438, 445, 448, seedOf('random recoveries')] : [414];
const EVENTS = 14;
const ATTEMPTS = 5;

type Chance = () => number;

const amountUpTo = (chance: Chance, mostMinor: number) => 1 + Math.floor(chance() * Math.max(0, mostMinor));

function oneOf<Item>(items: readonly Item[], chance: Chance): Item {
  const item = items[Math.floor(chance() * items.length)];
  if (item === undefined) throw new RangeError('one of none');
  return item;
}

/** An act of recovery. Four eyes are off, so that the administrator does it alone. */
const act = (id: string, route: string, fields: object = {}) =>
  administrator.post(`/admin/loans/${id}/${route}`, { reason: 'Impayés répétés', ...fields });

async function repayEarly(id: string, chance: Chance): Promise<Answer> {
  const amountMinor = amountUpTo(chance, 500_00);
  const asked = await client.get(`/loans/${id}/early-repayment-quote?amountMinor=${amountMinor}`);
  if (asked.status !== 200) return asked;
  const { part, whole } = asked.body.quote;
  if (!part || chance() < 0.2)
    return client.post(`/loans/${id}/early-repayments`, { kind: 'whole', totalMinor: whole.totalMinor });
  const fields = { kind: chance() < 0.5 ? 'shorter' : 'lower', amountMinor, totalMinor: part.totalMinor };
  return client.post(`/loans/${id}/early-repayments`, fields);
}

async function measure(id: string, chance: Chance): Promise<Answer> {
  const kind = chance() < 0.5 ? 'suspension-total' : 'extension';
  const asked = await administrator.get(`/admin/loans/${id}/measure-effect?kind=${kind}&months=2`);
  if (asked.status !== 200) return asked;
  const { extraInterestMinor: seenExtraInterestMinor, after } = asked.body.effect;
  const proposal = { action: 'propose', kind, months: 2, seenExtraInterestMinor };
  const proposed = await administrator.post(`/admin/loans/${id}/measures`, proposal);
  if (proposed.status !== 200) return proposed;
  return client.post(`/loans/${id}/measures/${proposed.body.measure.id}/acceptance`, {
    seenExtraInterestMinor,
    seenEnd: after.endsOn,
  });
}

const DOCUMENT = { document: 'Décision du 1er juin 2027' };
const staff = (route: string, fields: object) => (id: string) =>
  administrator.post(`/admin/loans/${id}/${route}`, fields);

/** What may happen to a late loan on a day. */
const HAPPENINGS: readonly ((id: string, chance: Chance, day: string) => Promise<Answer>)[] = [
  (id, chance) => client.post(`/loans/${id}/payments`, { amountMinor: amountUpTo(chance, 400_00) }),
  (id, chance) => client.post(`/loans/${id}/payments`, { amountMinor: amountUpTo(chance, 4_000_00) }),
  repayEarly,
  measure,
  staff('formal-notice', { registeredNumber: '1A 234 567 8901 2' }),
  (id) => act(id, 'acceleration'),
  (id, chance) => act(id, 'provisions', { kind: 'provision', amountMinor: amountUpTo(chance, 900_00) }),
  (id, chance) => act(id, 'provisions', { kind: 'release', amountMinor: amountUpTo(chance, 300_00) }),
  (id) => act(id, 'taxed-costs', { amountMinor: 90_00, ...DOCUMENT }),
  (id, chance) => act(id, 'interest-forfeiture', { amountMinor: amountUpTo(chance, 30_00) }),
  (id, chance) =>
    chance() < 0.15 ? act(id, 'write-off') : staff('recoveries', { amountMinor: 50_00, ...DOCUMENT })(id),
  (id, chance, day) =>
    chance() < 0.5
      ? staff('freeze', { action: 'freeze', kind: 'death', fromDay: day, ...DOCUMENT })(id)
      : staff('freeze', { action: 'unfreeze', ...DOCUMENT })(id),
];

test.each(SEEDS)(
  'section 21, LC-75, LC-102, LC-103: whatever happens to a late loan, the books prove and no other sum is taken of its client (seed %i)',
  async (seed) => {
    const chance = randomFrom(seed);
    const id = await lateUntil('2027-05-20');
    let day = '2027-06-02';
    let happened = 0;
    for (let event = 0; event < EVENTS; event += 1) {
      await missUntil(id, day);
      await bank.travelTo(morningOf(day));
      if (chance() < 0.5) await bank.fund(client, amountUpTo(chance, 700_00));
      // Most events are refused in most states: a few are tried, until one happens.
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const { status } = await oneOf(HAPPENINGS, chance)(id, chance, day);
        expect([200, 409]).toContain(status);
        if (status !== 200) continue;
        happened += 1;
        break;
      }
      const next = addDays(day, 10 + Math.floor(chance() * 30));
      const monthEnd = addDays(firstOfMonth(day, 1), -1);
      if (monthEnd < next) await runJobOn(bank, 'accrue-interest', monthEnd);
      day = next;
      expect(await faultsOfBooks(bank.database.db)).toEqual([]);
      expect(await differencesOfLoans(bank.database.db)).toEqual([]);
    }
    expect(happened).toBeGreaterThan(0);
    const taken = await rowsOf<{ chart_code: string }>(
      bank.database.db,
      sql`select distinct a.chart_code from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id
        where t.cause_id = ${id} and e.amount > 0 and exists (
          select from ledger_entries own join ledger_accounts account on account.id = own.account_id
          where own.transaction_id = t.id and account.holder_kind = 'client' and own.amount < 0)`,
    );
    // LC-75: capital, interest, late interest, a legal indemnity, taxed costs; a doubtful loan's capital stands in an account of its own.
    const allowed = new Set([
      'loans-receivable',
      'loans-doubtful',
      'interest-receivable',
      'interest-income',
      'late-interest-income',
      'indemnity-income',
      'recoveries-income',
    ]);
    expect(taken.map(({ chart_code }) => chart_code).filter((code) => !allowed.has(code))).toEqual([]);
    const [never] = await rowsOf<{ overdrawn: number; twice: number }>(
      bank.database.db,
      sql`select (select count(*)::int from ledger_entries e join ledger_accounts a on a.id = e.account_id
          where a.holder_kind = 'client' and e.balance_after < 0) as overdrawn,
        (select count(*)::int from loan_instalments where paid_capital + paid_interest > amount) as twice`,
    );
    expect(never).toEqual({ overdrawn: 0, twice: 0 });
  },
  120_000,
);
