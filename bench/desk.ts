import { DEMONSTRATION_STAFF } from '#content/demonstration-accounts.ts';
import { CLIENT_SORTS, REQUEST_SORTS } from '#domain/desk/request-list.ts';
import { DEMONSTRATION_ADMINISTRATOR } from '#server/demo/people.ts';
import { type RunningBank, startBank } from './measuring/bank.ts';
import { benchPostgres } from './measuring/database.ts';
import { type Figure, median, type Options, type PartResult } from './measuring/figures.ts';
import { type Load, type LoadResult, sendInTurn, sendWell } from './measuring/load.ts';
import { seededAccountId } from './measuring/seed.ts';
import { seedDesk } from './measuring/seed-desk.ts';

/** Rows of a page, and open things of each kind beside those that grow with the bank: every page is full in the smallest one too. */
const PAGE = 20;
const OPEN = 400;
const CONNECTIONS = 2;
/** People of the staff who search at once, each twice a second: once per pause in their typing. */
const SEARCHERS = 32;
const SEARCHES_PER_SECOND = 64;
const MAX_SEARCH_MS = 50;
/** Who may credit and holds one role. */
const PAYMENTS = DEMONSTRATION_STAFF.find(
  ({ role }) => role === 'payments',
) as (typeof DEMONSTRATION_STAFF)[number];

const OF_REQUESTS = [
  'assignee=me',
  'assignee=none',
  'age=1',
  'deadline=today',
  'deadline=late',
  'amountFrom=1',
  'amountTo=100000000',
  'from=2026-01-01',
  'to=2099-12-31',
  'accountType=courant',
  'currency=EUR',
  'country=FR',
  'risk=warned',
];
/** Every filter of each list, each beside the order of its queue; what matches nothing at any size is left out. */
const LISTS = {
  loans: {
    path: '/api/admin/loans?status=pending',
    filters: [...OF_REQUESTS, 'durationFrom=12', 'durationTo=60', 'ficp=to-consult'],
    sorts: REQUEST_SORTS,
  },
  withdrawals: {
    path: '/api/admin/withdrawals?status=pending',
    filters: [...OF_REQUESTS, 'iban=valid', 'sepa=yes', 'payee=new', 'balance=covers', 'file=none'],
    sorts: REQUEST_SORTS,
  },
  fees: { path: '/api/admin/fees?settled=open', filters: OF_REQUESTS, sorts: REQUEST_SORTS },
  clients: {
    path: '/api/admin/clients?activated=no',
    filters: [
      'age=1',
      'from=2020-01-01',
      'to=2099-12-31',
      'accountType=courant',
      'currency=EUR',
      'country=FR',
      'amountFrom=1',
      'amountTo=100000000',
    ],
    sorts: CLIENT_SORTS,
  },
} as const;

const CALLS = Object.entries(LISTS).flatMap(([list, { path, filters, sorts }]) => [
  ...sorts.map((sort) => ({ name: `${list}, ${sort}`, path: `${path}&limit=${PAGE}&sort=${sort}` })),
  ...filters.map((filter) => ({
    name: `${list}, ${filter}`,
    path: `${path}&limit=${PAGE}&sort=deadline&${filter}`,
  })),
]);

/** One search by each reading: names, a telephone in two writings, parts of an IBAN, an amount, an e-mail, a word of a purpose, a reference. */
const SEARCHES = [
  'bace',
  'alix ba',
  '06 00 00 00 77',
  '+33600000123',
  '0000077',
  'FR76 1000 0000',
  '1 100,00',
  'client-77@',
  'projet',
  'P-12',
];
const findPath = (text: string) => `/api/admin/find?q=${encodeURIComponent(text)}`;

interface Measured {
  readonly bank: RunningBank;
  readonly cookie: string;
}

/** What stands before an act of the staff that needs nobody else, each to the same act without it: p50, one ratio for each round. */
interface GuardRatios {
  /** Four eyes on in one bank, to off in another of its size: the policy is read, the act judged and kept with those of 24 hours. */
  readonly policy: number[];
  /** The same by a person with one role, to the administrator without a policy: guard, permission and policy together. */
  readonly role: number[];
  /** What the guard reads of who calls (session, person, roles), to a whole credit: of a call that does next to nothing, with a session and without. */
  readonly guard: number[];
}

/**
 * A credit of a cent by an administrator with four eyes off in one bank, and under a policy in another of the same size, by an administrator and by a person
 * with one role; the three in turn, call by call. Banks change sides after each round, so that none of them carries its own speed into the ratio.
 */
async function guardRatios(
  banks: readonly [Measured, Measured],
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<GuardRatios> {
  const { email, password } = PAYMENTS;
  const withRoles = await Promise.all(
    banks.map(async (one) => ({ ...one, role: await one.bank.signIn('/admin/session', email, password) })),
  );
  const turn = async ({ bank, cookie }: Measured, isOn: boolean) => {
    const answer = await fetch(`${bank.url}/api/admin/four-eyes`, {
      method: 'PUT',
      headers: { cookie, origin: bank.url, 'content-type': 'application/json' },
      body: JSON.stringify({ isOn }),
    });
    if (!answer.ok) throw new Error(`four eyes: ${answer.status} ${await answer.text()}`);
  };
  const credit = ({ bank }: Measured, by: string): Load => ({
    port: bank.port,
    connections: CONNECTIONS,
    seconds: 3 * seconds,
    warmUpSeconds: 0.5,
    method: 'POST',
    paths: Array.from({ length: 20 }, (_, n) => `/api/admin/clients/${seededAccountId(n + 2)}/credits`),
    headers: { cookie: by, origin: bank.url },
    body: '{"amountMinor":1,"currency":"EUR","description":"Versement {n}"}',
  });
  const health = ({ bank }: Measured, headers: Load['headers']): Load => ({
    port: bank.port,
    connections: CONNECTIONS,
    seconds,
    warmUpSeconds: 0.2,
    method: 'GET',
    paths: ['/api/health'],
    headers,
  });
  const ratios: GuardRatios = { policy: [], role: [], guard: [] };
  for (let round = 0; round < rounds; round += 1) {
    const [off, on] = (round % 2 === 0 ? withRoles : withRoles.toReversed()) as [
      (typeof withRoles)[number],
      (typeof withRoles)[number],
    ];
    await turn(off, false);
    await turn(on, true);
    const [without, policy, role] = (await sendInTurn([
      credit(off, off.cookie),
      credit(on, on.cookie),
      credit(on, on.role),
    ])) as [LoadResult, LoadResult, LoadResult];
    ratios.policy.push(policy.p50 / without.p50);
    ratios.role.push(role.p50 / without.p50);
    const [open, known] = (await sendInTurn([health(off, {}), health(off, { cookie: off.cookie })])) as [
      LoadResult,
      LoadResult,
    ];
    ratios.guard.push((known.p50 - open.p50) / without.p50);
  }
  for (const one of withRoles) await turn(one, false);
  return ratios;
}

const seconds = (of: readonly LoadResult[], by: 'p50' | 'p95') => of.map((one) => one[by]);

/** The lists, queues and searches of the staff on a small and on a grown bank, and what the guard and a policy add to an act (STAFF-3, FOUR-4). */
export async function desk({ quick, say }: Options): Promise<PartResult> {
  const [few, many] = quick ? [1_000, 5_000] : [1_000, 100_000];
  // The median of their ratios leaves out what else the machine did in one of them; each is long enough for some two hundred answers of each bank, since the
  // p50 of sixty is off by as much as the growth that is allowed.
  const rounds = quick ? 1 : 5;
  const span = quick ? 0.5 : 2;
  // An act weighs far more than what the policy adds to it: more rounds tell 3 % from 6 %.
  const guardRounds = quick ? 1 : 9;
  const searchRounds = quick ? 1 : 3;
  const postgres = await benchPostgres();
  const opened: RunningBank[] = [];
  try {
    const fill = async (name: string, clients: number): Promise<Measured> => {
      say(`filling ${clients} clients`);
      const databaseUrl = await postgres.createSeeded(name, { clients, transactions: clients });
      // The demonstration's people come with the first start.
      const bank = await startBank({ databaseUrl });
      opened.push(bank);
      await seedDesk(databaseUrl, { clients, open: OPEN, assigneeEmail: DEMONSTRATION_ADMINISTRATOR.email });
      return { bank, cookie: await bank.administrator() };
    };
    const small = await fill('small', few);
    const grown = await fill('grown', many);
    const banks = [small, grown];
    /** One page of each bank, in turn, call by call. */
    const get = async (path: string, warmUpSeconds: number) =>
      sendInTurn(
        banks.map(
          ({ bank, cookie }): Load => ({
            port: bank.port,
            connections: CONNECTIONS,
            seconds: span,
            warmUpSeconds,
            method: 'GET',
            paths: [path],
            headers: { cookie },
          }),
        ) as [Load, ...Load[]],
      );
    const found = CALLS.map(() => banks.map(() => [] as LoadResult[]));
    const queues = banks.map(() => [] as LoadResult[]);
    for (let round = 0; round < rounds; round += 1) {
      const warmUp = round === 0 ? 0.5 : 0.06;
      for (const [c, { path }] of CALLS.entries())
        for (const [s, result] of (await get(path, warmUp)).entries()) found[c]?.[s]?.push(result);
      for (const [s, result] of (await get('/api/admin/queues', warmUp)).entries()) queues[s]?.push(result);
      say(`lists: round ${round + 1} of ${rounds}`);
    }
    const search = async (rate?: number) => {
      const results: LoadResult[] = [];
      for (let round = 0; round < searchRounds; round += 1)
        results.push(
          await sendWell({
            port: grown.bank.port,
            connections: SEARCHERS,
            seconds: quick ? 2 : 5,
            warmUpSeconds: 1,
            method: 'GET',
            paths: SEARCHES.map(findPath),
            headers: { cookie: grown.cookie },
            ...(rate === undefined ? {} : { rate }),
          }),
        );
      return results;
    };
    const typed = await search(SEARCHES_PER_SECOND);
    const flatOut = await search();
    say('searches done');
    const guards = await guardRatios([small, await fill('twin', few)], {
      rounds: guardRounds,
      seconds: quick ? 0.5 : 1,
    });
    const ratio = (of: readonly (readonly LoadResult[])[]) =>
      (of.at(-1) ?? []).map(({ p50 }, round) => p50 / (of[0]?.[round]?.p50 ?? Number.NaN));
    const lists = CALLS.map(({ name }, c) => ({ name, values: ratio(found[c] ?? []) }));
    const worst = [...lists].sort((a, b) => median(b.values) - median(a.values));
    return {
      title: 'The desk of the staff: lists, queues, searches, policies',
      figures: [
        ...lists.map(
          ({ name, values }): Figure => ({
            name: `${name}: p50, largest to smallest`,
            unit: '×',
            values,
            atMost: 1.1,
          }),
        ),
        {
          name: `Searches by every reading, ${SEARCHERS} people who type: p95`,
          unit: 'ms',
          values: seconds(typed, 'p95'),
          atMost: MAX_SEARCH_MS,
        },
        {
          name: `The same, ${SEARCHERS} connections as fast as answers come: p95`,
          unit: 'ms',
          values: seconds(flatOut, 'p95'),
        },
        {
          name: 'A credit under a policy that asks nobody, to one without: p50',
          unit: '×',
          values: guards.policy,
          atMost: 1.05,
        },
        {
          name: 'A credit by a person with one role under that policy, to one by an administrator without: p50',
          unit: '×',
          values: guards.role,
          atMost: 1.05,
        },
        {
          name: 'What the guard reads of who calls, to a whole credit: p50',
          unit: '×',
          values: guards.guard,
        },
        { name: 'Figures of « À traiter »: p50, largest to smallest', unit: '×', values: ratio(queues) },
      ],
      notes: [
        `${few} and ${many} clients; ${OPEN} open requests, transfers and fees in each beside those that grow with it, pages of ${PAGE} rows; ${CONNECTIONS} callers, each of whom asks the banks in turn, call by call; PostgreSQL.`,
        `The three lists that grow most: ${worst
          .slice(0, 3)
          .map(({ name, values }) => `${name} ${median(values).toFixed(2)} ×`)
          .join(', ')}.`,
        `A search is typed: ${SEARCHERS} connections send ${SEARCHES_PER_SECOND} searches a second. As fast as answers come, p95 is that of a full queue.`,
        'The figures of « À traiter » are exact up to 10,000 rows of each queue: what they cost follows how many wait, not how many clients there are.',
      ],
    };
  } finally {
    try {
      for (const bank of opened) await bank.stop();
    } finally {
      await postgres.stop();
    }
  }
}
