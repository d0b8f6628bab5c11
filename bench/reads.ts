import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort, root, startBank } from './measuring/bank.ts';
import { benchPostgres } from './measuring/database.ts';
import type { Figure, Options, PartResult } from './measuring/figures.ts';
import { sendWell } from './measuring/load.ts';
import { SEEDED_PASSWORD, seededEmail } from './measuring/seed.ts';

const CONNECTIONS = 32;

/** The screens that people open most, against a bare Node server that sends the same statements. */
export async function reads({ quick, say }: Options): Promise<PartResult> {
  const rounds = quick ? 2 : 4;
  const seconds = quick ? 1 : 2.5;
  const postgres = await benchPostgres();
  try {
    say('filling the database');
    const databaseUrl = await postgres.createSeeded('reads', { clients: 10_000, transactions: 200_000 });
    const bank = await startBank({ databaseUrl });
    const [client, administrator] = [
      await bank.signIn('/session', seededEmail(1), SEEDED_PASSWORD),
      await bank.administrator(),
    ];
    const calls = [
      { name: "The client's dashboard", path: '/api/overview', cookie: client },
      { name: "A page of the client's movements", path: '/api/transactions', cookie: client },
      { name: 'The list of clients', path: '/api/admin/clients', cookie: administrator },
      { name: 'A search for clients by name', path: '/api/admin/clients?q=bace', cookie: administrator },
    ];
    const ports: number[] = [];
    const bareServers = await Promise.all(
      [client, administrator].map(async (cookie, index) => {
        const port = await freePort();
        ports.push(port);
        const child = spawn(
          process.execPath,
          [
            join(root, 'bench/reference/bare-server.ts'),
            ...calls.filter((call) => call.cookie === cookie).map((call) => call.path),
          ],
          {
            cwd: root,
            env: {
              ...process.env,
              PORT: String(port),
              DATABASE_URL: databaseUrl,
              BARE_COOKIE: cookie,
              LOG_LEVEL: 'error',
            },
            stdio: ['ignore', 'pipe', 'inherit'],
          },
        );
        await new Promise<void>((ready, failed) => {
          child.stdout.once('data', (line) => {
            say(`bare server ${index + 1}: statements per call ${line.toString().trim()}`);
            ready();
          });
          child.once('exit', (code) => failed(new Error(`the bare server ended with code ${code}`)));
        });
        return { cookie, port, child };
      }),
    );
    try {
      const ratios = calls.map(() => [] as number[]);
      const p95s = calls.map(() => [] as number[]);
      for (let round = 0; round < rounds; round += 1) {
        // Each connection to the database plans a statement some times before it keeps a plan.
        const warmUpSeconds = round === 0 ? 1.5 : 0.3;
        const load = { connections: CONNECTIONS, seconds, warmUpSeconds, method: 'GET' as const };
        for (const [index, { path, cookie }] of calls.entries()) {
          const bare = bareServers.find((server) => server.cookie === cookie);
          if (!bare) throw new Error('no bare server for this caller');
          const reference = await sendWell({ ...load, port: bare.port, paths: [path], headers: {} });
          const ours = await sendWell({ ...load, port: bank.port, paths: [path], headers: { cookie } });
          ratios[index]?.push(ours.perSecond / reference.perSecond);
          p95s[index]?.push(ours.p95);
        }
        say(`round ${round + 1}: ${ratios.map((values) => (values.at(-1) ?? 0).toFixed(2)).join(', ')} ×`);
      }
      return {
        title: 'Reads: screens against the same statements on a bare Node server',
        figures: calls.flatMap(({ name }, index): Figure[] => [
          { name, unit: '×', values: ratios[index] ?? [], atLeast: 0.7 },
          {
            name: `${name}, p95 at ${CONNECTIONS} connections`,
            unit: 'ms',
            values: p95s[index] ?? [],
            atMost: 50,
          },
        ]),
        notes: [
          '10,000 clients and 200,000 movements. The ratio is of answers a second.',
          'The bare server sends the statements that the product was seen to send for the same call (who is signed in included), prepared and all at once, and answers with their rows.',
        ],
      };
    } finally {
      for (const { child } of bareServers) {
        child.removeAllListeners('exit');
        child.kill('SIGKILL');
      }
      await bank.stop();
    }
  } finally {
    await postgres.stop();
  }
}
