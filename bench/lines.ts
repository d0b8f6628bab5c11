import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { encodeKeys } from '#server/http/cursor.ts';
import { bookOf, decideLine } from '#server/statements/lines/decide-lines.ts';
import { type BankLine, LINE_COLUMNS, type LineRow, lineOf } from '#server/statements/lines/line-queries.ts';
import { waitingReceipts } from '#server/statements/lines/proposals.ts';
import { type RunningBank, startBank } from './measuring/bank.ts';
import { benchPostgres } from './measuring/database.ts';
import { type Figure, median, type Options, type PartResult } from './measuring/figures.ts';
import { type Load, sendInTurn } from './measuring/load.ts';
import { type Lines, SEEDED_LINES, seedLines } from './measuring/seed-lines.ts';

const CONNECTIONS = 2;
const CLIENTS = 5_000;
/** Of the bank that keeps up with its lines, at either size. */
const OPEN = 400;
/** Lines of other people's money that matching reads in a round, one after the other. */
const MATCHED = 180;
const ALLOCATED = 15;

interface Measured {
  readonly lines: Lines;
  readonly bank: RunningBank;
  readonly cookie: string;
  readonly database: Database;
  readonly paths: readonly string[];
  /** Lines that wait, to be matched again. */
  readonly waiting: readonly BankLine[];
}

const LISTS = [
  '« À imputer », first page',
  '« À imputer », a page from the middle',
  '« Débits à justifier », first page',
  '« Débits à justifier », a page from the middle',
  '« Rapprochement » with the counts of what waits',
  '« Relevés », first page',
  'Lines of one statement',
] as const;

/** Paths of the lists, in their order; pages from the middle begin after the middle line that waits. */
async function pathsOf({ db }: Database): Promise<string[]> {
  const middle = async (isCredit: boolean) => {
    const open = sql.raw(`open_amount ${isCredit ? '>' : '<'} 0`);
    const [row] = await rowsOf<{ day: string; id: string }>(
      db,
      sql`select booking_day::text as day, id from bank_lines where ${open} order by booking_day, id
        offset (select count(*) / 2 from bank_lines where ${open}) limit 1`,
    );
    return `cursor=${encodeKeys([row?.day ?? '', row?.id ?? ''])}`;
  };
  const [statement] = await rowsOf<{ id: string }>(
    db,
    sql`select id from bank_statements where id::text like '5eed0000-0023-%' order by posted_number desc limit 1`,
  );
  const lines = '/api/admin/bank-lines?queue';
  return [
    `${lines}=to-allocate`,
    `${lines}=to-allocate&${await middle(true)}`,
    `${lines}=to-justify`,
    `${lines}=to-justify&${await middle(false)}`,
    '/api/admin/reconciliation',
    // Full at the smaller size as well.
    '/api/admin/statements?limit=10',
    `/api/admin/statements/${statement?.id}`,
  ];
}

async function measuredBank(databaseUrl: string, lines: Lines): Promise<Measured> {
  const bank = await startBank({ databaseUrl });
  await seedLines(databaseUrl, lines, CLIENTS);
  const database = await openDatabase({ kind: 'postgresql', url: databaseUrl });
  // From all over the list, the same share at each size.
  const rows = await rowsOf<LineRow>(
    database.db,
    sql`with seeded as (select id, row_number() over (order by booking_day, id) as place, count(*) over () as all_of_them from bank_lines
        where open_amount > 0 and id::text like ${SEEDED_LINES})
      select ${LINE_COLUMNS} from bank_lines l join seeded using (id)
      where seeded.place % greatest(1, seeded.all_of_them / ${MATCHED}) = 0 order by seeded.place limit ${MATCHED}`,
  );
  const paths = await pathsOf(database);
  return { lines, bank, cookie: await bank.administrator(), database, paths, waiting: rows.map(lineOf) };
}

/** What one line takes, in milliseconds: decided as an import decides it, and with the accounts that a person is shown. */
async function matchingOf({
  database: { db },
  waiting,
}: Measured): Promise<{ decided: number; proposed: number }> {
  const day = new Date().toISOString().slice(0, 10);
  const [decided, proposed]: [number[], number[]] = [[], []];
  for (const [index, line] of waiting.entries()) {
    // By IBAN, by references, and by nothing but name and payer, in turn.
    const named: BankLine = {
      ...line,
      ownIban: index % 3 === 0 ? `FR7610000${String(index + 1).padStart(18, '0')}` : null,
      remittance: index % 3 === 1 ? 'RF18GUI0000000001 VIR-20260101-ABCD1234' : line.remittance,
    };
    const started = performance.now();
    decideLine(named, await bookOf(db, [named]));
    const between = performance.now();
    await waitingReceipts(db, [line], day);
    decided.push(between - started);
    proposed.push(performance.now() - between);
  }
  return { decided: median(decided), proposed: median(proposed) };
}

/** What one press takes that gives a line to the client whom the list proposes, in milliseconds. */
async function allocationOf(
  { bank, cookie, waiting, database: { db } }: Measured,
  round: number,
): Promise<number> {
  const day = new Date().toISOString().slice(0, 10);
  const mine = waiting.slice(round * ALLOCATED, (round + 1) * ALLOCATED);
  const receipts = await waitingReceipts(db, mine, day);
  const taken: number[] = [];
  for (const { id, openMinor } of mine) {
    const first = receipts.get(id)?.proposals[0];
    if (!first) throw new Error('a seeded line has nobody to go to');
    const started = performance.now();
    const answer = await fetch(`${bank.url}/api/admin/bank-lines/${id}/allocation`, {
      method: 'POST',
      headers: {
        cookie,
        origin: bank.url,
        'idempotency-key': `bench-${id}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ parts: [{ kind: 'client', accountId: first.account, amountMinor: openMinor }] }),
    });
    const told = await answer.text();
    taken.push(performance.now() - started);
    if (!answer.ok) throw new Error(`allocation: ${answer.status} ${told}`);
  }
  return median(taken);
}

/** The lists of lines that wait, and the matching of one, with few lines and with many (payments, « Speed and size »). */
export async function lines({ quick, say }: Options): Promise<PartResult> {
  const [few, many] = quick ? [1_000, 5_000] : [1_000, 100_000];
  const rounds = quick ? 1 : 12;
  const pairs = [
    { name: `${OPEN} of them waiting`, sizes: [few, many].map((all): Lines => ({ lines: all, open: OPEN })) },
    { name: 'all of them waiting', sizes: [few, many].map((all): Lines => ({ lines: all, open: all })) },
  ];
  const postgres = await benchPostgres();
  const banks: Measured[] = [];
  const work = [
    ...LISTS,
    'A line matched as an import does',
    'Accounts proposed for a line',
    'A line allocated by one press',
  ];
  try {
    for (const { sizes } of pairs)
      for (const size of sizes) {
        say(`filling ${size.lines} lines, ${size.open} of them open`);
        const url = await postgres.createSeeded(`lines${banks.length}`, {
          clients: CLIENTS,
          transactions: CLIENTS,
        });
        banks.push(await measuredBank(url, size));
      }
    const found = banks.map(() => work.map(() => [] as number[]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [w] of LISTS.entries()) {
        const loads = banks.map(
          ({ bank, cookie, paths }): Load => ({
            port: bank.port,
            connections: CONNECTIONS,
            seconds: 0.2 * banks.length,
            warmUpSeconds: (round === 0 ? 0.5 : 0.05) * banks.length,
            method: 'GET',
            paths: [paths[w] ?? ''],
            headers: { cookie },
          }),
        );
        const results = await sendInTurn(loads as [Load, ...Load[]]);
        for (const [b, { p50 }] of results.entries()) found[b]?.[w]?.push(p50);
      }
      for (const [b, one] of banks.entries()) {
        // Each connection plans a statement some times before it keeps a plan.
        if (round === 0) await matchingOf(one);
        const { decided, proposed } = await matchingOf(one);
        found[b]?.[LISTS.length]?.push(decided);
        found[b]?.[LISTS.length + 1]?.push(proposed);
        found[b]?.[LISTS.length + 2]?.push(await allocationOf(one, round));
      }
      say(`round ${round + 1} of ${rounds}`);
    }
    const figures = pairs.flatMap(({ name }, p): Figure[] =>
      work.map((what, w) => {
        const [small, large] = [found[2 * p]?.[w] ?? [], found[2 * p + 1]?.[w] ?? []];
        return {
          name: `${what}, ${name}: p50, ${many.toLocaleString('en-GB')} lines to ${few.toLocaleString('en-GB')}`,
          unit: '×',
          values: large.map((value, round) => value / (small[round] ?? Number.NaN)),
          atMost: 1.1,
        };
      }),
    );
    return {
      title: 'Lines of the bank: lists of what waits, and matching',
      figures,
      notes: [
        `${few.toLocaleString('en-GB')} and ${many.toLocaleString('en-GB')} lines in each of ${CLIENTS.toLocaleString('en-GB')} clients' banks; ${CONNECTIONS} callers, each of whom asks the banks in turn, call by call; PostgreSQL. One payer sent every fourth line. Lists have no order or filter but the queue.`,
        `p50 at each bank (${banks.map(({ lines: { lines: all, open } }) => `${open} of ${all} waiting`).join(', ')}): ${work
          .map(
            (what, w) =>
              `${what} ${banks.map((_, b) => median(found[b]?.[w] ?? []).toFixed(1)).join(', ')} ms`,
          )
          .join('; ')}.`,
      ],
    };
  } finally {
    try {
      for (const { bank, database } of banks) {
        await database.close();
        await bank.stop();
      }
    } finally {
      await postgres.stop();
    }
  }
}
