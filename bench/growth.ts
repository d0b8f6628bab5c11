import { startBank } from './measuring/bank.ts';
import { benchPostgres } from './measuring/database.ts';
import { type Figure, median, type Options, type PartResult } from './measuring/figures.ts';
import { type Load, type LoadResult, sendInTurn } from './measuring/load.ts';
import { SEEDED_PASSWORD, type Seed, seededAccountId, seededEmail } from './measuring/seed.ts';

const CONNECTIONS = 2;

/** The same calls on a small bank and on one that has grown: what they cost must not follow. */
export async function growth({ quick, say }: Options): Promise<PartResult> {
  const rounds = quick ? 2 : 5;
  const seconds = quick ? 0.5 : 0.8;
  const sizes: { name: string; seed: Seed }[] = quick
    ? [
        { name: '500 clients, 1,000 movements', seed: { clients: 500, transactions: 1_000 } },
        {
          name: '5,000 clients, 50,000 movements',
          seed: { clients: 5_000, transactions: 50_000, transactionsOfFirst: 5_000 },
        },
      ]
    : [
        {
          name: '1,000 clients, 1,000 movements',
          seed: { clients: 1_000, transactions: 1_000, transactionsOfFirst: 20 },
        },
        {
          name: '10,000 clients, 100,000 movements',
          seed: { clients: 10_000, transactions: 100_000, transactionsOfFirst: 2_000 },
        },
        {
          name: '100,000 clients, 2,000,000 movements',
          seed: { clients: 100_000, transactions: 2_000_000, transactionsOfFirst: 20_000 },
        },
      ];
  const postgres = await benchPostgres();
  const banks: { bank: Awaited<ReturnType<typeof startBank>>; client: string; administrator: string }[] = [];
  try {
    for (const [index, { name, seed }] of sizes.entries()) {
      say(`filling ${name}`);
      const bank = await startBank({ databaseUrl: await postgres.createSeeded(`growth${index}`, seed) });
      banks.push({
        bank,
        client: await bank.signIn('/session', seededEmail(1), SEEDED_PASSWORD),
        administrator: await bank.administrator(),
      });
    }
    const calls = [
      { name: "Client's dashboard", who: 'client', path: '/api/overview' },
      { name: "Client's movements, first page", who: 'client', path: '/api/transactions' },
      { name: "Client's balance of 90 days", who: 'client', path: '/api/balance-history' },
      { name: 'List of clients, newest first', who: 'administrator', path: '/api/admin/clients' },
      { name: 'List of clients, by name', who: 'administrator', path: '/api/admin/clients?sort=name' },
      {
        name: 'Search for one client by IBAN',
        who: 'administrator',
        path: `/api/admin/clients?q=FR7610000${'77'.padStart(18, '0')}`,
      },
      { name: 'Search for a rare name', who: 'administrator', path: '/api/admin/clients?q=lamebabar' },
      {
        name: 'Search for a syllable that many names begin with',
        who: 'administrator',
        path: '/api/admin/clients?q=ba',
      },
      { name: 'List of loans', who: 'administrator', path: '/api/admin/loans' },
      { name: 'List of withdrawals', who: 'administrator', path: '/api/admin/withdrawals' },
      { name: 'Counts of the tabs', who: 'administrator', path: '/api/admin/counts' },
      { name: 'Dashboard of the back office', who: 'administrator', path: '/api/admin/overview' },
      {
        name: "A client's timeline",
        who: 'administrator',
        path: `/api/admin/clients/${seededAccountId(1)}/timeline`,
      },
      { name: 'A post', who: 'administrator', path: `/api/admin/clients/${seededAccountId(2)}/credits` },
    ] as const;
    const found = calls.map(() => sizes.map(() => [] as LoadResult[]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [c, call] of calls.entries()) {
        const isPost = call.path.endsWith('/credits');
        const loads = banks.map(
          ({ bank, [call.who]: cookie }): Load => ({
            port: bank.port,
            connections: CONNECTIONS,
            seconds: seconds * sizes.length,
            // Each connection to the database plans a statement some times before it keeps a plan.
            warmUpSeconds: (round === 0 ? 0.8 : 0.05) * sizes.length,
            method: isPost ? 'POST' : 'GET',
            paths: [call.path],
            headers: isPost ? { cookie, origin: bank.url } : { cookie },
            ...(isPost ? { body: '{"amountMinor":100,"currency":"EUR","description":"Versement {n}"}' } : {}),
          }),
        );
        const results = await sendInTurn(loads as [Load, ...Load[]]);
        for (const [s, result] of results.entries()) found[c]?.[s]?.push(result);
      }
      say(`round ${round + 1} of ${rounds}`);
    }
    const figures = calls.flatMap(({ name }, c): Figure[] => {
      const smallest = found[c]?.[0] ?? [];
      const largest = found[c]?.at(-1) ?? [];
      const ratio = (of: 'p50' | 'p99') =>
        largest.map((result, round) => result[of] / (smallest[round]?.[of] ?? Number.NaN));
      return [
        { name: `${name}: p50, largest to smallest`, unit: '×', values: ratio('p50'), atMost: 1.1 },
        { name: `${name}: p99, largest to smallest`, unit: '×', values: ratio('p99'), atMost: 2 },
        { name: `${name}: p50 of the largest`, unit: 'ms', values: largest.map(({ p50 }) => p50) },
      ];
    });
    return {
      title: 'Growth: the same calls on a small and on a grown bank',
      figures,
      notes: [
        `${sizes.map(({ name }) => name).join('; ')}. The client who asks has ${sizes.map(({ seed }) => (seed.transactionsOfFirst ?? 0) + Math.ceil(seed.transactions / seed.clients)).join(', ')} movements of their own.`,
        `p50 at each size: ${calls.map(({ name }, c) => `${name} ${found[c]?.map((results) => median(results.map(({ p50 }) => p50)).toFixed(1)).join(', ')} ms`).join('; ')}.`,
        `${CONNECTIONS} callers, each of whom asks the sizes in turn, call by call; PostgreSQL.`,
      ],
    };
  } finally {
    try {
      for (const { bank } of banks) await bank.stop();
    } finally {
      await postgres.stop();
    }
  }
}
