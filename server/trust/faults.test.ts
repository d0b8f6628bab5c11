import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { copyFilledCluster } from '../testing/filled-cluster.ts';
import { filledDatabaseUrl } from '../testing/filled-database.ts';
import { copyFilledFolder } from '../testing/filled-folder.ts';
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts';
import {
  accountOf,
  type Credit,
  faultsOfCredits,
  freePort,
  type Load,
  type Product,
  settle,
  signIn,
  startLoad,
  startProduct,
} from '../testing/product.ts';
import { randomFrom, report, seedOf, sizeFor, sizeOf } from '../testing/size.ts';

/**
 * What breaks, breaks here: processes of the product are killed, the disk fills, the power goes, the database goes away, all while someone
 * credits an account. What was acknowledged is there once, what was repeated has one effect.
 */

const KILLS = sizeOf('KILLS', sizeFor({ small: 1, whole: 2 }));
const POWER_CUTS = sizeOf('POWER_CUTS', 1);
const STOPS = sizeOf('DATABASE_STOPS', 1);
const isPostgres = process.env.GUICHET_TEST_DATABASE === 'postgresql';

let folder: string;
const started: Product[] = [];

function start(environment: Record<string, string>, preload?: string): Product {
  const product = startProduct({ DATA_DIR: folder, ...environment }, preload);
  started.push(product);
  return product;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'guichet-faults-'));
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((product) => product.kill()));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Counter {
  readonly to: { cookie: string; accountId: string };
  readonly client: string;
}

/** An administrator at the counter, and the client whose account it is. */
async function openCounter(url: string): Promise<Counter> {
  const client = await signIn(url, 'client');
  const { id } = await accountOf(url, client);
  return { to: { cookie: await signIn(url, 'administrator'), accountId: id }, client };
}

/** The product is killed under load and started again, round after round. */
async function killAgainAndAgain(title: string, environment: Record<string, string>): Promise<void> {
  const random = randomFrom(seedOf(title));
  const all: Credit[] = [];
  let repeated = 0;
  let product = start(environment);
  let url = await product.ready;
  const counter = await openCounter(url);
  const { balanceMinor } = await accountOf(url, counter.client);
  for (let round = 1; round <= KILLS; round += 1) {
    const load = startLoad([url], counter.to);
    await untilAcknowledged(load, 1);
    await pause(random() * 400);
    await product.kill();
    await load.stop();
    product = start(environment);
    url = await product.ready;
    repeated += load.open.length;
    await settle(url, counter.to, load);
    expect(load.odd, `round ${round}`).toEqual([]);
    all.push(...load.acknowledged);
    // The whole history is read now and then, the last round's every time.
    if (round % 20 === 0 || round === KILLS)
      expect(await faultsOfCredits(url, counter.client, all), `round ${round}`).toEqual([]);
  }
  const sum = all.reduce((total, { amountMinor }) => total + amountMinor, 0);
  expect((await accountOf(url, counter.client)).balanceMinor).toBe(balanceMinor + sum);
  report(`${title}: ${KILLS} kills, ${all.length} credits, ${repeated} repeated, each there once`);
  await product.kill('SIGTERM');
}

async function untilAcknowledged(load: Load, count: number): Promise<void> {
  for (let waited = 0; load.acknowledged.length < count; waited += 20) {
    if (waited > 120_000) throw new Error(`nothing was acknowledged: ${load.odd}`);
    await pause(20);
  }
}

describe.skipIf(isPostgres)('on the embedded database', () => {
  const timeout = 600_000;

  // A power cut kills the process as well, and what it had not written is gone; another takes the folder over (`main.test.ts`).
  test(`killed ${KILLS} times under load`, {
    tags: ['whole'],
    timeout: timeout + KILLS * 30_000,
  }, async () => {
    await killAgainAndAgain('kills, embedded', { DATA_DIR: await copyOfBank('killed') });
  });

  /** A data folder of that name with a filled demonstration, closed well. */
  async function copyOfBank(name: string): Promise<string> {
    const copy = join(folder, name);
    rmSync(copy, { recursive: true, force: true });
    await copyFilledFolder(copy);
    return copy;
  }

  /** Credits until the power goes, and what a start on what survived says of them. */
  async function cutPower(fsync: 'real' | 'ignored'): Promise<{ acknowledged: number; faults: string[] }> {
    const DATA_DIR = await copyOfBank('before');
    const survives = await copyOfBank('after');
    const product = start(
      { DATA_DIR, POWER_CUT_FOLDER: DATA_DIR, POWER_CUT_SURVIVES: survives, POWER_CUT_FSYNC: fsync },
      './server/testing/power-cut.mjs',
    );
    const url = await product.ready;
    const counter = await openCounter(url);
    const load = startLoad([url], counter.to);
    await untilAcknowledged(load, 20);
    await product.kill();
    await load.stop();
    const next = start({ DATA_DIR: survives });
    try {
      const again = await next.ready;
      const faults = await faultsOfCredits(again, await signIn(again, 'client'), load.acknowledged);
      return { acknowledged: load.acknowledged.length, faults };
    } catch (error) {
      return { acknowledged: load.acknowledged.length, faults: [String(error)] };
    } finally {
      await next.kill();
    }
  }

  test(
    `${POWER_CUTS} power cuts lose nothing acknowledged`,
    async () => {
      let acknowledged = 0;
      for (let cut = 1; cut <= POWER_CUTS; cut += 1) {
        const outcome = await cutPower('real');
        expect(outcome.faults, `cut ${cut}`).toEqual([]);
        acknowledged += outcome.acknowledged;
      }
      report(`${POWER_CUTS} power cuts: ${acknowledged} acknowledged credits, none lost`);
    },
    timeout + POWER_CUTS * 60_000,
  );

  test('without fsync a power cut loses something: the test before would see it', {
    tags: ['whole'],
    timeout: timeout + 60_000,
  }, async () => {
    const control = await cutPower('ignored');
    expect(control.faults.length).toBeGreaterThan(0);
    report(`a power cut without fsync lost ${control.faults[0]?.slice(0, 80)}`);
  });

  test(
    'a disk that fills ends the process with a clear message; with room again everything is there',
    async () => {
      const DATA_DIR = await copyOfBank('full');
      const marker = join(folder, 'disk-is-full');
      const environment = { DATA_DIR, DISK_FULL_FOLDER: DATA_DIR, DISK_FULL_WHILE: marker };
      const product = start(environment, './server/testing/disk-full.mjs');
      const url = await product.ready;
      const counter = await openCounter(url);
      const load = startLoad([url], counter.to);
      await untilAcknowledged(load, 5);
      writeFileSync(marker, '');
      expect(await product.ended).toBe(1);
      await load.stop();
      expect(product.said()).toContain(`${DATA_DIR}/bank/postgres cannot be written to: ENOSPC`);
      expect(product.said()).not.toContain('    at ');
      rmSync(marker);
      const again = start(environment, './server/testing/disk-full.mjs');
      const address = await again.ready;
      await settle(address, counter.to, load);
      expect(await faultsOfCredits(address, counter.client, load.acknowledged)).toEqual([]);
    },
    timeout,
  );

  test('a damaged data folder is named, left as it is, and opens again once it is mended', {
    tags: ['whole'],
    timeout,
  }, async () => {
    const DATA_DIR = await copyOfBank('damaged');
    const control = join(DATA_DIR, 'bank', 'postgres', 'global', 'pg_control');
    const sound = readFileSync(control);
    truncateSync(control, 100);
    const product = start({ DATA_DIR });
    expect(await product.ended).toBe(1);
    expect(product.said()).toContain(`${DATA_DIR}/bank/postgres is damaged`);
    expect(product.said()).not.toContain('    at ');
    expect(readFileSync(control)).toHaveLength(100);
    writeFileSync(control, sound);
    const url = await start({ DATA_DIR }).ready;
    expect((await accountOf(url, await signIn(url, 'client'))).balanceMinor).toBeGreaterThan(0);
  });
});

describe.runIf(isPostgres)('on PostgreSQL', () => {
  const timeout = 600_000;

  // Of three nodes on one database one is killed under load, and what it was asked is asked again (`nodes.test.ts`).
  test(`killed ${KILLS} times under load`, {
    tags: ['whole'],
    timeout: timeout + KILLS * 30_000,
  }, async () => {
    await killAgainAndAgain('kills, PostgreSQL', { DATABASE_URL: await filledDatabaseUrl('faults') });
  });

  test(
    `the database stopped and started ${STOPS} times under load: 503 with Retry-After, then as before`,
    async () => {
      const postgres: PostgresServer = await startPostgres([], { fill: copyFilledCluster });
      try {
        const product = start({ DATABASE_URL: postgres.url, PORT: String(await freePort()) });
        const url = await product.ready;
        const counter = await openCounter(url);
        const all: Credit[] = [];
        let unavailable = 0;
        for (let stop = 1; stop <= STOPS; stop += 1) {
          const load = startLoad([url], counter.to);
          await untilAcknowledged(load, 5);
          await postgres.halt(stop % 2 === 0 ? 'SIGQUIT' : 'SIGINT');
          const refusedBefore = load.unavailable.count;
          for (let waited = 0; load.unavailable.count <= refusedBefore; waited += 50) {
            if (waited > 15_000)
              throw new Error(`nobody was told to come back: ${load.odd} ${product.said()}`);
            await pause(50);
          }
          await postgres.resume();
          // Without intervention.
          await untilAcknowledged(load, load.acknowledged.length + 5);
          await load.stop();
          await settle(url, counter.to, load);
          expect(load.odd, `stop ${stop}: ${product.said().slice(-2_000)}`).toEqual([]);
          all.push(...load.acknowledged);
          unavailable += load.unavailable.count;
        }
        expect(await faultsOfCredits(url, counter.client, all)).toEqual([]);
        expect(product.child.exitCode).toBeNull();
        report(
          `PostgreSQL stopped ${STOPS} times under load: ${all.length} credits, each there once; ${unavailable} answers 503 with Retry-After`,
        );
        await product.kill();
      } finally {
        await postgres.stop();
      }
    },
    timeout + STOPS * 30_000,
  );
});
