import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { copyFilledCluster } from '../testing/filled-cluster.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { startPostgres, WITHOUT_DISK } from '../testing/postgres-server.ts';
import {
  accountOf,
  faultsOfCredits,
  freePort,
  type Load,
  type Product,
  settle,
  signIn,
  startLoad,
  startProduct,
} from '../testing/product.ts';
import { report } from '../testing/size.ts';

/**
 * Several processes of the product on one PostgreSQL, and a second PostgreSQL behind it: an acknowledged write survives the loss of any of
 * them.
 */

let folder: string;
const closing: (() => Promise<unknown> | unknown)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guichet-nodes-'));
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
});

function start(environment: Record<string, string>): Product {
  const product = startProduct({ DATA_DIR: folder, ...environment });
  closing.push(() => product.kill());
  return product;
}

async function untilAcknowledged(load: Load, count: number): Promise<void> {
  for (let waited = 0; load.acknowledged.length < count; waited += 20) {
    if (waited > 180_000)
      throw new Error(
        `only ${load.acknowledged.length} were acknowledged, ${load.unavailable.count} told to come back: ${load.odd}`,
      );
    await pause(20);
  }
}

/** Hears the client's live updates on a node, from now on. */
async function hear(url: string, cookie: string): Promise<{ untilHeard(topic: string): Promise<void> }> {
  const stop = new AbortController();
  closing.push(() => stop.abort());
  const stream = await fetch(`${url}/api/live`, { headers: { cookie }, signal: stop.signal });
  expect(stream.status).toBe(200);
  let heard = '';
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of stream.body ?? []) heard += decoder.decode(chunk, { stream: true });
  })().catch(() => {});
  return {
    async untilHeard(topic) {
      for (let waited = 0; !heard.includes(`"${topic}"`); waited += 20) {
        if (waited > 30_000) throw new Error(`${url} did not tell of ${topic}, only ${heard}`);
        await pause(20);
      }
    },
  };
}

describe.runIf(process.env.GUICHET_TEST_DATABASE === 'postgresql')('on one PostgreSQL', () => {
  test('three nodes that start at once share the work: live updates on any, each mail once, and one may die', async () => {
    const postgres = await startPostgres(WITHOUT_DISK, { fill: copyFilledCluster });
    closing.push(() => postgres.stop());
    const database = postgres.url;
    const mails = await startMailServer();
    closing.push(() => mails.stop());

    const nodes = [1, 2, 3].map(() => start({ DATABASE_URL: database, SMTP_URL: mails.url }));
    const urls = await Promise.all(nodes.map(({ ready }) => ready));
    const [first = '', second = ''] = urls;
    const client = await signIn(second, 'client');
    const { id } = await accountOf(second, client);
    const to = { cookie: await signIn(first, 'administrator'), accountId: id };

    // A credit by one node is told by all three.
    const listeners = await Promise.all(urls.map((url) => hear(url, client)));
    const single = startLoad([first], to, 1);
    await untilAcknowledged(single, 1);
    await single.stop();
    await Promise.all(listeners.map(({ untilHeard }) => untilHeard('transactions')));

    // One of them dies while all three are at work.
    const load = startLoad(urls, to, 6);
    await untilAcknowledged(load, 15);
    await nodes[2]?.kill();
    await untilAcknowledged(load, load.acknowledged.length + 10);
    await load.stop();
    await settle(first, to, load);
    expect(load.odd).toEqual([]);
    const credits = [...single.acknowledged, ...load.acknowledged];
    expect(await faultsOfCredits(second, client, credits)).toEqual([]);

    // Every mail of it leaves once. Those that the dead node held in its hands leave when its lease ends, minutes from now.
    const reader = new pg.Client({ connectionString: database });
    await reader.connect();
    closing.push(() => reader.end());
    const waiting = async () =>
      Number(
        (
          await reader.query(
            "select count(*) as left from outbox where delivered_at is null and next_attempt_at < now() + interval '1 minute'",
          )
        ).rows[0].left,
      );
    for (let waited = 0; (await waiting()) > 0; waited += 100) {
      if (waited > 180_000) throw new Error('mails are still waiting');
      await pause(100);
    }
    const ids = mails.received.map(({ messageId }) => messageId);
    expect(ids.length).toBeGreaterThan(credits.length / 2);
    expect(new Set(ids).size).toBe(ids.length);
    report(
      `three nodes, one killed: ${credits.length} credits each there once, ${ids.length} mails each sent once`,
    );
  });

  test('a synchronous standby promoted under load loses nothing acknowledged', {
    tags: ['whole'],
  }, async () => {
    const primary = await startPostgres(['wal_keep_size=512MB'], { fill: copyFilledCluster });
    closing.push(() => primary.stop());
    const onPrimary = new pg.Client({ connectionString: primary.url });
    onPrimary.on('error', () => {});
    await onPrimary.connect();
    await onPrimary.query("select pg_backup_start('standby', true)");
    const standby = await startPostgres(
      [`primary_conninfo=host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`],
      {
        async fill(data) {
          cpSync(primary.dataFolder, data, {
            recursive: true,
            filter: (path) => !path.endsWith('postmaster.pid') && !path.endsWith('postmaster.opts'),
          });
          const { rows } = await onPrimary.query('select labelfile from pg_backup_stop(false)');
          writeFileSync(join(data, 'backup_label'), rows[0].labelfile);
          writeFileSync(join(data, 'standby.signal'), '');
        },
      },
    );
    closing.push(() => standby.stop());
    await onPrimary.query("alter system set synchronous_standby_names = 'standby'");
    await onPrimary.query('select pg_reload_conf()');
    for (;;) {
      const { rows } = await onPrimary.query("select 1 from pg_stat_replication where sync_state = 'sync'");
      if (rows.length > 0) break;
      await pause(50);
    }
    await onPrimary.end();

    // What an operator puts in front: one address that leads to whichever server is the primary.
    let primaryPort = primary.port;
    const sockets = new Set<Socket>();
    const front = createServer((incoming) => {
      const outgoing = connect(primaryPort, '127.0.0.1');
      for (const [from, into] of [
        [incoming, outgoing],
        [outgoing, incoming],
      ] as const) {
        sockets.add(from);
        from.on('error', () => into.destroy());
        from.on('close', () => into.destroy());
        from.pipe(into);
      }
    });
    const port = await freePort();
    await new Promise<void>((resolve) => front.listen(port, '127.0.0.1', resolve));
    closing.push(() => {
      for (const socket of sockets) socket.destroy();
      front.close();
    });

    const product = start({ DATABASE_URL: `postgresql://postgres@127.0.0.1:${port}/postgres` });
    const url = await product.ready;
    const client = await signIn(url, 'client');
    const { id } = await accountOf(url, client);
    const to = { cookie: await signIn(url, 'administrator'), accountId: id };
    const load = startLoad([url], to);
    await untilAcknowledged(load, 20);
    await primary.halt('SIGQUIT');
    const acknowledgedBefore = load.acknowledged.length;
    const promoting = new pg.Client({ connectionString: standby.url });
    await promoting.connect();
    await promoting.query('select pg_promote()');
    await promoting.end();
    primaryPort = standby.port;
    await untilAcknowledged(load, load.acknowledged.length + 10).catch((error) => {
      throw new Error(`${error.message} ${product.said().slice(-3_000)}`);
    });
    await load.stop();
    await settle(url, to, load);
    expect(load.odd).toEqual([]);
    expect(await faultsOfCredits(url, client, load.acknowledged)).toEqual([]);
    report(
      `standby promoted under load: ${acknowledgedBefore} credits acknowledged before, ${load.acknowledged.length} in all, each there once`,
    );
  });
});
