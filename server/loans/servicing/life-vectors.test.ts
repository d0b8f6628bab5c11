import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { collectionDayOf } from '#domain/loans/collection-day.ts';
import { addMonths } from '#domain/loans/due-dates.ts';
import vectors from '#domain/loans/vectors/loan-life-cycle.json' with { type: 'json' };
import { addDays } from '#domain/time/days.ts';
import { rowsOf } from '../../db/database.ts';
import { type LentTerms, lendOn, morningOf, runJobOn } from '../../testing/lent-loan.ts';
import {
  type Answer,
  type ClientPerson,
  openTestBank,
  type Person,
  type TestBank,
} from '../../testing/test-bank.ts';
import { asOwner } from '../../testing/test-database.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';
import { writeScheduleVersion } from '../schedules.ts';
import { isMonthEnd } from './accrue-interest.ts';

/** The worked cases of whole lives, of allocations and of stages of arrears, lived through the API and the jobs on a real database. */

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(new Date('2026-11-25T10:00:00Z'));
    administrator = await bank.administrator();
    client = await bank.client();
  }),
);
afterEach(() => bank.close());

const casesOf = <Case>(family: string) =>
  (vectors.cases as readonly { readonly family: string }[]).filter(
    (one) => one.family === family,
  ) as unknown as Case[];

async function ok(answer: Promise<Answer>) {
  const { status, body } = await answer;
  expect([status, body.code]).toEqual([200, undefined]);
  return body;
}

const balance = async () => (await client.get('/overview')).body.account.balanceMinor as number;

/** Sends money of the client to an outside account, as its books have it once it left. */
async function sendAway(amountMinor: number): Promise<void> {
  if (amountMinor === 0) return;
  const { withdrawal } = await ok(
    client.post('/withdrawals', { amountMinor, iban: 'DE89370400440532013000', bankName: 'Une banque' }),
  );
  for (const action of ['approve', 'complete'])
    await ok(administrator.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action }));
}

/** Tries an instalment on its collection day, in the morning and in the evening. */
async function tryOn(day: string): Promise<void> {
  await runJobOn(bank, 'collect-morning', day);
  await runJobOn(bank, 'collect-evening', day);
}

interface LifeEvent {
  readonly day: string;
  readonly event: string;
  readonly entries: Readonly<Record<string, number>>;
  readonly balancesAfter: Readonly<Record<string, number>>;
}

interface LifeCase {
  readonly id: string;
  readonly name: string;
  readonly given: LentTerms & {
    readonly noticeDay?: string;
    readonly withdrawal?: { readonly noticeDay: string };
    readonly partial?: { readonly amountMinor: number; readonly mode: 'shorter' | 'lower' };
  };
  readonly expected: { readonly events: readonly LifeEvent[] };
}

/** What happens to a loan on one day, as its people and jobs do it. */
class LifeOfLoan {
  private readonly given: LifeCase['given'];
  private id = '';
  private counted = 0;

  constructor(given: LifeCase['given']) {
    this.given = given;
  }

  private async isDueOn(day: string): Promise<boolean> {
    const due = await rowsOf<{ due_on: string }>(
      bank.database.db,
      sql`select due_on::text from loan_instalments
        where loan_id = ${this.id} and not is_superseded and settled_on is null and collect_at is not null and due_on <= ${day}::date`,
    );
    return due.some(({ due_on }) => collectionDayOf(due_on) === day);
  }

  private async repayEarly(event: 'early-repayment' | 'loan-payoff'): Promise<void> {
    const { amountMinor, mode } = this.given.partial ?? {};
    const isPart = event === 'early-repayment';
    const path = `/loans/${this.id}/early-repayment-quote`;
    const { quote } = await ok(client.get(isPart ? `${path}?amountMinor=${amountMinor}` : path));
    await ok(
      client.post(
        `/loans/${this.id}/early-repayments`,
        isPart
          ? { kind: mode, amountMinor, totalMinor: quote.part.totalMinor }
          : { kind: 'whole', totalMinor: quote.whole.totalMinor },
      ),
    );
  }

  private async payWhatIsLate(): Promise<void> {
    const { position } = (await ok(client.get(`/loans/${this.id}`))).loan;
    await ok(client.post(`/loans/${this.id}/payments`, { amountMinor: position.arrears.totalMinor }));
  }

  /** An act of recovery of the staff. */
  private async act(route: string, fields: object = {}): Promise<void> {
    await ok(
      administrator.post(`/admin/loans/${this.id}/${route}`, { reason: 'Impayés répétés', ...fields }),
    );
  }

  /** Lives the events of a day. An accrual beside another event of the loan is that event's own (LC-101). */
  async live(day: string, events: readonly LifeEvent[]): Promise<void> {
    const has = (name: string) => events.some(({ event }) => event === name);
    const entryOf = (name: string, code: string) =>
      events.find(({ event }) => event === name)?.entries[code] ?? 0;
    if (has('loan-payout')) this.id = await lendOn(bank, { client, administrator }, this.given);
    const isDue = this.id !== '' && (await this.isDueOn(day));
    if (isDue && has('instalment-collection')) await runJobOn(bank, 'collect-morning', day);
    await bank.travelTo(morningOf(day));
    if (day === (this.given.noticeDay ?? this.given.withdrawal?.noticeDay))
      await ok(client.post(`/loans/${this.id}/retraction`));
    if (has('account-credit')) await bank.fund(client, entryOf('account-credit', 'client'));
    if (has('withdrawal-execution')) await sendAway(-entryOf('withdrawal-execution', 'client'));
    if (!isDue && has('instalment-collection')) await this.payWhatIsLate();
    if (has('early-repayment')) await this.repayEarly('early-repayment');
    if (has('loan-payoff')) await this.repayEarly('loan-payoff');
    if (has('withdrawal-right-repayment')) await ok(client.post(`/loans/${this.id}/retraction/repayment`));
    if (has('loan-provision'))
      await this.act('provisions', {
        kind: 'provision',
        amountMinor: entryOf('loan-provision', 'loan-provisions'),
      });
    if (has('loan-provision-release') && !has('loan-write-off'))
      await this.act('provisions', {
        kind: 'release',
        amountMinor: -entryOf('loan-provision-release', 'loan-provisions'),
      });
    if (has('loan-write-off')) await this.act('write-off');
    if (has('loan-recovery'))
      await ok(
        administrator.post(`/admin/loans/${this.id}/recoveries`, {
          amountMinor: -entryOf('loan-recovery', 'settlement'),
          document: 'Un virement',
        }),
      );
    if (isDue && !has('instalment-collection')) await tryOn(day);
    if (has('loan-to-doubtful')) await runJobOn(bank, 'watch-arrears', day);
    if (isMonthEnd(day) && has('interest-accrual')) await runJobOn(bank, 'accrue-interest', day);
  }

  /** What was posted since this was asked last, by event, with what each code got. */
  async posted(): Promise<Pick<LifeEvent, 'event' | 'entries'>[]> {
    const rows = await rowsOf<Pick<LifeEvent, 'event' | 'entries'>>(
      bank.database.db,
      sql`select event, json_object_agg(replace(code, 'clients', 'client'), amount) as entries
        from (
          select t.id, t.event, t.occurred_at, a.chart_code as code, sum(e.amount)::int as amount
          from ledger_transactions t join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.account_id
          group by t.id, a.chart_code
        ) s group by id, event, occurred_at order by occurred_at, id`,
    );
    const since = rows.slice(this.counted);
    this.counted = rows.length;
    return since;
  }
}

const sumOf = (a: LifeEvent['entries'], b: LifeEvent['entries']): LifeEvent['entries'] =>
  Object.fromEntries(
    [...new Set([...Object.keys(a), ...Object.keys(b)])].map((code) => [
      code,
      (a[code] ?? 0) + (b[code] ?? 0),
    ]),
  );

const byEvent = (a: { readonly event: string }, b: { readonly event: string }) =>
  a.event < b.event ? -1 : a.event > b.event ? 1 : 0;

const balancesOfBooks = async () =>
  Object.fromEntries(
    (
      await rowsOf<{ code: string; balance: number }>(
        bank.database.db,
        sql`select replace(chart_code, 'clients', 'client') as code, sum(balance)::int as balance from ledger_accounts group by 1`,
      )
    ).map(({ code, balance: amount }) => [code, amount]),
  );

describe.each(casesOf<LifeCase>('life'))('LC-100 to LC-102 $id $name', ({ given, expected }) => {
  test('every posting of each day, and what the books hold after it', async () => {
    const life = new LifeOfLoan(given);
    const notice = given.noticeDay ?? given.withdrawal?.noticeDay;
    const days = new Set([...expected.events.map(({ day }) => day), ...(notice ? [notice] : [])]);
    let carried: LifeEvent['entries'] = {};
    for (const day of [...days].sort()) {
      const events = expected.events.filter((event) => event.day === day);
      // An instalment due on a day without TARGET is missed on its collection day: the accrual of the case is part of the next one (LC-72, LC-101).
      if (
        events.every(({ event }) => event === 'interest-accrual') &&
        !isMonthEnd(day) &&
        collectionDayOf(day) !== day
      ) {
        for (const { entries } of events) carried = sumOf(carried, entries);
        continue;
      }
      await life.live(day, events);
      const wanted = events.map(({ event, entries }) => {
        if (event !== 'interest-accrual') return { event, entries };
        const whole = sumOf(carried, entries);
        carried = {};
        return { event, entries: whole };
      });
      expect([day, (await life.posted()).sort(byEvent)]).toEqual([day, wanted.sort(byEvent)]);
      const last = events.at(-1);
      if (last) expect(await balancesOfBooks()).toMatchObject(last.balancesAfter);
    }
  });
});

interface BucketCase {
  readonly id: string;
  readonly name: string;
  readonly given: { readonly oldestUnpaidDueDate: string; readonly day: string };
  readonly expected: { readonly daysPastDue: number; readonly bucket: string };
}

describe.each(casesOf<BucketCase>('bucket'))('LC-79 $id $name', ({ given, expected }) => {
  test('the days past due and the stage of arrears that the loan shows', async () => {
    const { oldestUnpaidDueDate, day } = given;
    const id = await lendOn(
      bank,
      { client, administrator },
      {
        principalMinor: 3_000_00,
        annualRateBps: 590,
        durationMonths: 24,
        payoutDay: addMonths(oldestUnpaidDueDate, -1),
        dueDay: Number(oldestUnpaidDueDate.slice(8)),
      },
    );
    await sendAway(await balance());
    const tried = collectionDayOf(oldestUnpaidDueDate);
    if (tried < day) await tryOn(tried);
    await bank.travelTo(morningOf(day));
    const { arrears } = (await ok(client.get(`/loans/${id}`))).loan.position;
    expect({ daysPastDue: arrears?.daysPastDue ?? 0, bucket: arrears?.bucket ?? '0' }).toEqual(expected);
  });
});

interface AllocationCase {
  readonly id: string;
  readonly name: string;
  readonly given: {
    readonly unpaid: readonly {
      readonly dueDate: string;
      readonly interestMinor: number;
      readonly capitalMinor: number;
    }[];
    readonly lateInterestMinor: number;
    readonly indemnityMinor: number;
    readonly paymentMinor: number;
  };
  readonly expected: {
    readonly items: readonly {
      readonly dueDate: string;
      readonly interestPaidMinor: number;
      readonly capitalPaidMinor: number;
    }[];
    readonly lateInterestPaidMinor: number;
    readonly indemnityPaidMinor: number;
    readonly unallocatedMinor: number;
  };
}

/**
 * A loan whose instalments are those of a case, all missed. It bears no interest, so that what is late is what the case says: late interest of
 * instalments that a measure replaced (LC-90), and an indemnity that was charged for them (LC-77).
 */
async function missedLoan({
  unpaid,
  lateInterestMinor,
  indemnityMinor,
}: AllocationCase['given']): Promise<string> {
  const firstDueDate = unpaid[0]?.dueDate ?? '';
  const payoutDay = addMonths(firstDueDate, -1);
  const principalMinor = unpaid.reduce((sum, { capitalMinor }) => sum + capitalMinor, 0);
  const dueDay = Number(firstDueDate.slice(8));
  const terms = { principalMinor, annualRateBps: 0, durationMonths: 12, payoutDay, dueDay };
  const id = await lendOn(bank, { client, administrator }, terms);
  let remainingMinor = principalMinor;
  const rows = unpaid.map(({ dueDate, interestMinor, capitalMinor }, index) => {
    remainingMinor -= capitalMinor;
    return { number: index + 1, dueDate, interestMinor, principalMinor: capitalMinor, remainingMinor };
  });
  await bank.work(administrator.userId, (work) =>
    writeScheduleVersion(work, id, {
      reason: 'measure',
      day: payoutDay,
      openingBalanceMinor: principalMinor,
      annualRateBps: 0,
      rows,
    }),
  );
  await sendAway(await balance());
  for (const { dueDate } of unpaid) await tryOn(collectionDayOf(dueDate));
  await asOwner(bank.database.db, async (tx) => {
    await tx.execute(
      sql`update loan_instalments set indemnity = ${indemnityMinor} where loan_id = ${id}::uuid and not is_superseded and number = 1`,
    );
    await tx.execute(
      sql`update loans set late_interest_before = ${lateInterestMinor}, indemnity_owed = ${indemnityMinor} where id = ${id}::uuid`,
    );
  });
  await bank.travelTo(morningOf(addDays(collectionDayOf(unpaid.at(-1)?.dueDate ?? ''), 20)));
  return id;
}

describe.each(casesOf<AllocationCase>('allocation'))('LC-78 $id $name', ({ given, expected }) => {
  test('LC-77: what a payment pays of each instalment, of late interest and of the indemnity; the rest stays on the account', async () => {
    const id = await missedLoan(given);
    await bank.fund(client, given.paymentMinor);
    const overMinor = expected.unallocatedMinor;
    if (overMinor > 0) {
      const { status, body } = await client.post(`/loans/${id}/payments`, {
        amountMinor: given.paymentMinor,
      });
      expect([status, body.code]).toEqual([409, 'repayment.above-balance']);
    }
    await ok(client.post(`/loans/${id}/payments`, { amountMinor: given.paymentMinor - overMinor }));
    const rows = await rowsOf(
      bank.database.db,
      sql`select due_on::text as "dueDate", paid_interest::int as "interestPaidMinor", paid_capital::int as "capitalPaidMinor"
        from loan_instalments where loan_id = ${id} and not is_superseded order by number`,
    );
    expect(rows).toEqual(
      expected.items.map(({ dueDate, interestPaidMinor, capitalPaidMinor }) => ({
        dueDate,
        interestPaidMinor,
        capitalPaidMinor,
      })),
    );
    const [loan] = await rowsOf(
      bank.database.db,
      sql`select late_interest_paid::int as paid, indemnity_owed::int as "indemnityLeftMinor" from loans where id = ${id}`,
    );
    expect(loan).toEqual({
      paid: expected.lateInterestPaidMinor,
      indemnityLeftMinor: given.indemnityMinor - expected.indemnityPaidMinor,
    });
    expect(await balance()).toBe(overMinor);
  });
});
