import { Agent, get } from 'node:http';
import pg from 'pg';
import { JOB_NAMES, type JobName, lastDueUpTo, TIMETABLES } from '#domain/jobs/timetable.ts';
import { addMonths } from '#domain/loans/due-dates.ts';
import { contractSchedule } from '#domain/loans/first-period.ts';
import { isDayOf } from '#domain/time/calendars.ts';
import { addDays, firstOfMonth, instantIn, LEGAL_TIME_ZONE, legalDay } from '#domain/time/days.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { differencesOfLoans } from '#server/loans/servicing/check-loans.ts';
import { faultsOfBooks } from '#server/operations/books.ts';
import {
  absolutesOfRounds,
  figuresOfRounds,
  type JobMeasured,
  type Round,
  speedOf,
} from './collection-figures.ts';
import { type RunningBank, startBank } from './measuring/bank.ts';
import { type BenchPostgres, benchPostgres } from './measuring/database.ts';
import { type Figure, median, type Options, type PartResult, quantile } from './measuring/figures.ts';
import { sendWell } from './measuring/load.ts';
import { SEEDED_PASSWORD, seededEmail } from './measuring/seed.ts';
import { type SeededLoans, seededLoanId, seedLoans } from './measuring/seed-loans.ts';
import { prepareTpcb } from './reference/tpcb.ts';

const TERMS = { principalMinor: 1_200_00, annualRateBps: 490, durationMonths: 24 };
/** The time between the start of a node and the moment of its job: it starts, its client signs in, and the idle time is measured. */
const LEAD_MS = 20_000;
/** Dashboards asked for in a second: a bank of 100,000 clients on the morning of a due date. */
const DASHBOARDS_PER_SECOND = 40;
const SAMPLE_MS = 100;

/** The month in which the instalments of the bank fall due: the second after today's, so that everything of it is still to come. */
const monthOfDueDates = () => firstOfMonth(legalDay(new Date()), 2);

/** Days of a month on which TARGET is open, from its third on: an instalment is collected on its due date then. */
function dueDatesOf(month: string, count: number): string[] {
  const days = Array.from({ length: 26 }, (_, index) => addDays(month, index + 2));
  return days.filter((day) => isDayOf('target-days', day)).slice(0, count);
}

/** A bank of so many loans, in equal groups by due date; the last fiftieth has missed its first instalment. */
function groupsOf(loans: number, dueDates: readonly string[]): SeededLoans[] {
  const late = Math.floor(loans / 50);
  const each = Math.floor((loans - late) / dueDates.length);
  const group = (from: number, count: number, dueDate: string, isLate: boolean): SeededLoans => {
    const payoutDay = addMonths(dueDate, -1);
    const schedule = contractSchedule({ ...TERMS, payoutDay, dueDay: null });
    return { from, to: from + count - 1, payoutDay, annualRateBps: TERMS.annualRateBps, schedule, isLate };
  };
  const lateDueDate = addMonths(addDays(dueDates.at(-1) ?? '', 1), -1);
  return [
    ...dueDates.map((dueDate, index) => group(1 + index * each, each, dueDate, false)),
    group(1 + dueDates.length * each, late, lateDueDate, true),
  ];
}

async function fillBank(postgres: BenchPostgres, name: string, loans: number, dueDates: readonly string[]) {
  const url = await postgres.createSeeded(name, { clients: loans, transactions: loans });
  await seedLoans(url, groupsOf(loans, dueDates), addDays(firstOfMonth(dueDates[0] ?? '', 0), -1));
  return url;
}

/**
 * Sets a bank's clock and says that every job up to then was done, so that the next one to run is the one that is due next.
 * The bank is not running.
 */
async function setClock(url: string, moment: Date): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `insert into demonstration_clock (id, ahead_ms) values (1, $1) on conflict (id) do update set ahead_ms = excluded.ahead_ms`,
      [moment.getTime() - Date.now()],
    );
    for (const job of JOB_NAMES)
      await client.query(
        `insert into job_runs (job, due_at, state, claim, lease_until, attempts, handled, started_at, ended_at, duration_ms)
          values ($1, $2, 'done', gen_random_uuid(), now(), 1, 0, now(), now(), 0) on conflict do nothing`,
        [job, lastDueUpTo(TIMETABLES[job], moment)],
      );
  } finally {
    await client.end();
  }
}

/** How long answers of the client's dashboard take, asked for at a steady pace until `isOver`. Milliseconds. */
async function dashboardTimes(bank: RunningBank, cookie: string, isOver: () => boolean): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const asked: Promise<void>[] = [];
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const started = performance.now();
      get(
        { agent, host: '127.0.0.1', port: bank.port, path: '/api/overview', headers: { cookie } },
        (answer) => {
          if (answer.statusCode !== 200) reject(new Error(`the dashboard answered ${answer.statusCode}`));
          answer.resume().on('end', () => {
            times.push(performance.now() - started);
            resolve();
          });
        },
      ).on('error', reject);
    });
  for (let due = performance.now(); !isOver(); due += 1000 / DASHBOARDS_PER_SECOND) {
    await new Promise((done) => setTimeout(done, Math.max(0, due - performance.now())));
    asked.push(ask());
  }
  await Promise.all(asked);
  agent.destroy();
  return times;
}

/**
 * Starts a node shortly before a job is due, and measures the job that the node then runs by itself: beside clients who open their dashboards,
 * or while nobody calls.
 */
async function measureJob(
  url: string,
  job: JobName,
  day: string,
  { isQuick, isBesidePeople }: { readonly isQuick: boolean; readonly isBesidePeople: boolean },
): Promise<JobMeasured> {
  const dueAt = instantIn(LEGAL_TIME_ZONE, day, TIMETABLES[job].at);
  await setClock(url, new Date(dueAt.getTime() - LEAD_MS));
  const beganAt = performance.now();
  const bank = await startBank({ databaseUrl: url });
  const watcher = new pg.Client({ connectionString: url });
  await watcher.connect();
  const stateOf = async () =>
    (
      await watcher.query<{ state: string; handled: number; duration_ms: number; failure: string | null }>(
        'select state, handled, duration_ms, failure from job_runs where job = $1 and due_at = $2',
        [job, dueAt],
      )
    ).rows[0];
  try {
    const cookie = await bank.signIn('/session', seededEmail(1), SEEDED_PASSWORD);
    const ask = (isOver: () => boolean) =>
      isBesidePeople ? dashboardTimes(bank, cookie, isOver) : Promise.resolve([]);
    const untilMs = (ms: number) => () => performance.now() - beganAt > ms;
    await ask(untilMs(isQuick ? LEAD_MS - 6_000 : LEAD_MS - 8_000));
    const idle = await ask(untilMs(LEAD_MS - 1_000));
    let state = await stateOf();
    if (state) throw new Error(`${job} ran before its time`);
    while (!state) {
      await new Promise((done) => setTimeout(done, 20));
      state = await stateOf();
    }
    let isOver = false;
    const memoryMb: number[] = [];
    const busy = ask(() => isOver);
    while (state?.state === 'running') {
      memoryMb.push(bank.memoryMb());
      await new Promise((done) => setTimeout(done, SAMPLE_MS));
      state = await stateOf();
    }
    isOver = true;
    if (state?.state !== 'done') throw new Error(`${job} of ${day}: ${state?.failure}`);
    return {
      handled: state.handled,
      seconds: state.duration_ms / 1000,
      idleP95: quantile(idle, 0.95),
      busyP95: quantile(await busy, 0.95),
      memoryMb,
    };
  } finally {
    await watcher.end();
    await bank.stop();
  }
}

/** What people open of loans, on banks of both sizes in turn. */
async function measureReads(
  urls: readonly string[],
  before: string,
  { quick, say }: Options,
): Promise<Figure[]> {
  const banks: { bank: RunningBank; client: string; administrator: string }[] = [];
  try {
    for (const url of urls) {
      await setClock(url, instantIn(LEGAL_TIME_ZONE, before, '12:00'));
      const bank = await startBank({ databaseUrl: url });
      const client = await bank.signIn('/session', seededEmail(1), SEEDED_PASSWORD);
      banks.push({ bank, client, administrator: await bank.administrator() });
    }
    const loan = seededLoanId(1);
    const calls = [
      { name: "A client's loan page", who: 'client', path: `/api/loans/${loan}` },
      { name: 'A payoff quote', who: 'client', path: `/api/loans/${loan}/early-repayment-quote` },
      { name: "The staff's page of a loan", who: 'administrator', path: `/api/admin/loans/${loan}` },
      { name: 'The list of arrears', who: 'administrator', path: '/api/admin/arrears' },
    ] as const;
    const rounds = quick ? 2 : 5;
    const found = calls.map(() => urls.map(() => [] as number[]));
    for (let round = 0; round < rounds; round += 1)
      for (const [c, { who, path }] of calls.entries())
        for (const [s, { bank, [who]: cookie }] of banks.entries()) {
          const seconds = quick ? 0.5 : 0.8;
          const load = { port: bank.port, connections: 2, seconds, warmUpSeconds: round === 0 ? 0.8 : 0.05 };
          const { p50 } = await sendWell({ ...load, method: 'GET', paths: [path], headers: { cookie } });
          found[c]?.[s]?.push(p50);
        }
    say('reads: done');
    return calls.flatMap(({ name }, c): Figure[] => {
      const [small = [], large = []] = found[c] ?? [];
      return [
        {
          name: `${name}: p50, of the large bank to the small one`,
          unit: '×',
          values: large.map((p50, round) => p50 / (small[round] ?? Number.NaN)),
          atMost: 1.1,
        },
        { name: `${name}: p50 of the large bank`, unit: 'ms', values: large },
      ];
    });
  } finally {
    for (const { bank } of banks) await bank.stop();
  }
}

/** Seeded loans of a due date of which the instalment was not taken exactly once. */
async function takenOtherThanOnce(url: string, dueDate: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ wrong: number }>(
      `select count(*)::int as wrong from loan_instalments i
        left join (select cause_id, count(*) as times from ledger_transactions where event = 'instalment-collection' group by 1) c
          on c.cause_id = i.loan_id
        where i.due_on = $1 and i.number = 1 and i.loan_id::text like '5eed%' and (i.settled_on is distinct from $1 or c.times is distinct from 1)`,
      [dueDate],
    );
    return rows[0]?.wrong ?? Number.NaN;
  } finally {
    await client.end();
  }
}

/** What the books and the loans of a bank break after all that; nothing when they hold. */
async function faultsOf(url: string): Promise<string[]> {
  const database = await openDatabase({ kind: 'postgresql', url, poolSize: 1 }, { migrates: false });
  // The books of a large bank are read for longer than a call may take.
  await database.db.execute('set statement_timeout = 0');
  const faults = [
    ...(await faultsOfBooks(database.db)),
    ...(await differencesOfLoans(database.db)).map(
      ({ currency }) => `the loans in ${currency} differ from the books`,
    ),
  ];
  await database.close();
  return faults;
}

/** Measures a round; `days` are two due dates that were not collected. */
async function measureRound(
  url: string,
  days: readonly [string, string],
  tpcb: () => Promise<number>,
  { quick, say }: Options,
): Promise<Round> {
  const tps = await tpcb();
  const [alone, beside] = [
    await measureJob(url, 'collect-morning', days[0], { isQuick: quick, isBesidePeople: false }),
    await measureJob(url, 'collect-morning', days[1], { isQuick: quick, isBesidePeople: true }),
  ];
  let notOnce = 0;
  for (const day of days) notOnce += await takenOtherThanOnce(url, day);
  say(
    `${days}: TPC-B ${Math.round(tps)}/s; ${alone.handled} instalments in ${alone.seconds.toFixed(1)} s, ${Math.round(speedOf(alone))}/s; beside people ${Math.round(speedOf(beside))}/s, dashboard p95 ${beside.idleP95.toFixed(1)} ms idle, ${beside.busyP95.toFixed(1)} ms meanwhile`,
  );
  return { tps, alone, beside, notOnce };
}

/** The jobs of a bank of running loans against TPC-B on the same PostgreSQL, in turn, and what its people see meanwhile. */
export async function loans(options: Options): Promise<PartResult> {
  const { quick, say } = options;
  const rounds = quick ? 2 : 3;
  const seconds = quick ? 3 : 8;
  const size = quick ? 12_000 : 100_000;
  const smallSize = quick ? 300 : 1_000;
  const postgres = await benchPostgres();
  try {
    say('filling the databases');
    const tpcb = await prepareTpcb(await postgres.create('tpcb'), quick ? 20 : 130);
    const dueDates = dueDatesOf(monthOfDueDates(), 2 * rounds);
    const url = await fillBank(postgres, 'bank', size, dueDates);
    say(`${size} loans: filled`);
    const smallUrl = await fillBank(postgres, 'small', smallSize, dueDates);
    const reads = await measureReads([smallUrl, url], addDays(dueDates[0] ?? '', -1), options);
    await postgres.drop('small');

    const measured: Round[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const [first = '', second = ''] = dueDates.slice(2 * round);
      measured.push(await measureRound(url, [first, second], () => tpcb.run(128, seconds), options));
    }
    const monthEnd = addDays(firstOfMonth(dueDates[0] ?? '', 1), -1);
    const accrual = await measureJob(url, 'accrue-interest', monthEnd, {
      isQuick: quick,
      isBesidePeople: true,
    });
    say(`the month's end: ${accrual.handled} loans in ${accrual.seconds.toFixed(1)} s`);
    const faults = await faultsOf(url);
    for (const fault of faults) say(`fault: ${fault}`);
    return {
      title: `Loans: the jobs of a bank of ${size.toLocaleString('en-GB')} running loans on PostgreSQL`,
      figures: [
        ...figuresOfRounds(measured),
        {
          name: `A month's end beside people, ${accrual.handled} loans`,
          unit: 's',
          values: [accrual.seconds],
          atMost: 60,
        },
        ...reads,
        {
          name: 'Faults of the books and the loans at the end',
          unit: '',
          values: [faults.length],
          atMost: 0,
        },
        ...absolutesOfRounds(measured),
      ],
      notes: [
        `The reference is ${tpcb.tool}. Each round collects two due dates of ${Math.round(median(measured.map(({ alone }) => alone.handled))).toLocaleString('en-GB')} instalments, by the node that serves people, at 08:00 of its own clock: one while nobody calls, one beside people.`,
        'One instalment is an accrual and a collection in the books (two transactions, five entries on the client, capital, interest and income), the balances of three accounts, daily sums, the movement of the client, the row of the schedule and the live announcement: against four rows of TPC-B.',
        `Beside people, the dashboard is asked for ${DASHBOARDS_PER_SECOND} times a second, by one client, on a keep-alive connection, and the job leaves them room (decision 0036). Server, database and caller share the machine.`,
        `Small bank: ${smallSize.toLocaleString('en-GB')} loans. One loan in fifty is late in both.`,
      ],
    };
  } finally {
    await postgres.stop();
  }
}
