import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type RunningBank, root, startBank } from './measuring/bank.ts';
import { benchPostgres } from './measuring/database.ts';
import type { Options, PartResult } from './measuring/figures.ts';
import { send } from './measuring/load.ts';

const START = [process.execPath, join(root, 'tools/start.mjs')];

/** Memory of the processes that npm's `start` became. */
async function memoryUnderLoad(
  bank: RunningBank,
  seconds: number,
): Promise<{ idle: number; loaded: number }> {
  await new Promise((done) => setTimeout(done, 3_000));
  const idle = bank.memoryMb();
  const cookie = await bank.client();
  let loaded = idle;
  const watch = setInterval(() => {
    loaded = Math.max(loaded, bank.memoryMb());
  }, 200);
  await send({
    port: bank.port,
    connections: 32,
    seconds,
    method: 'GET',
    paths: ['/api/overview', '/api/transactions'],
    headers: { cookie },
  });
  clearInterval(watch);
  return { idle, loaded };
}

/** How long until the first page, and how much memory: the first start of a clean clone, later starts, both databases. */
export async function start({ quick, say }: Options): Promise<PartResult> {
  const rounds = quick ? 2 : 4;
  const seconds = quick ? 2 : 5;
  const folder = mkdtempSync(join(tmpdir(), 'guichet-start-'));
  const postgres = await benchPostgres();
  try {
    const firstStarts: number[] = [];
    if (!quick) {
      say('cloning, installing, building, starting');
      const clone = join(folder, 'clone');
      const cloned = spawnSync('git', ['clone', '--quiet', root, clone], { encoding: 'utf8' });
      if (cloned.status !== 0) throw new Error(cloned.stderr);
      const first = await startBank({
        command: ['npm', 'start'],
        cwd: clone,
        dataDir: join(folder, 'first'),
        environment: { BUILD_DIR: '' },
      });
      firstStarts.push(first.readyMs / 1000);
      await first.stop();
      say(`first start of a clean clone: ${firstStarts[0]?.toFixed(1)} s`);
    }

    const dataDir = join(folder, 'pglite');
    const port = await freePort();
    const databaseUrl = await postgres.create('start');
    // The first start of a folder builds the pages and fills the demonstration; that is the figure above.
    await (await startBank({ command: START, port, dataDir })).stop();
    await (await startBank({ command: START, port, databaseUrl })).stop();
    const found = {
      pglite: { seconds: [] as number[], idle: [] as number[], loaded: [] as number[] },
      postgresql: { seconds: [] as number[], idle: [] as number[], loaded: [] as number[] },
    };
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, options] of [
        ['pglite', { dataDir }],
        ['postgresql', { databaseUrl }],
      ] as const) {
        const bank = await startBank({ command: START, port, ...options });
        found[name].seconds.push(bank.readyMs / 1000);
        const { idle, loaded } = await memoryUnderLoad(bank, seconds);
        found[name].idle.push(idle);
        found[name].loaded.push(loaded);
        await bank.stop();
      }
      say(
        `round ${round + 1}: ${found.pglite.seconds.at(-1)?.toFixed(2)} s on PGlite, ${found.postgresql.seconds.at(-1)?.toFixed(2)} s on PostgreSQL`,
      );
    }
    return {
      title: 'Start and memory',
      figures: [
        ...(quick
          ? []
          : [
              {
                name: '`npm start` of a clean clone, to the first answer',
                unit: 's' as const,
                values: firstStarts,
              },
            ]),
        {
          name: 'Second start, PGlite',
          isHeadline: true,
          unit: 's',
          values: found.pglite.seconds,
          atMost: 2,
        },
        { name: 'Second start, PostgreSQL', unit: 's', values: found.postgresql.seconds, atMost: 2 },
        {
          name: 'Memory idle, PostgreSQL',
          isHeadline: true,
          unit: 'MB',
          values: found.postgresql.idle,
          atMost: 150,
        },
        { name: 'Memory under load, PostgreSQL', unit: 'MB', values: found.postgresql.loaded },
        { name: 'Memory idle, PGlite with the database inside', unit: 'MB', values: found.pglite.idle },
        {
          name: 'Memory under load, PGlite with the database inside',
          unit: 'MB',
          values: found.pglite.loaded,
        },
      ],
      notes: [
        'From the start of the process to the first answer of `/api/health`; packages come from the registry or npm’s cache, as on the machine named.',
        'Memory is resident memory of the one process; the load is 32 connections reading dashboards and movements.',
      ],
    };
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
