import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { sentenceOfListening } from './operations/commands.ts';
import { SERVER_FILE } from './testing/built-server.ts';
import { copyFilledFolder } from './testing/filled-folder.ts';
import { FOR_SHORT_LIVES, startProduct as launch, type Product } from './testing/product.ts';
import { isWhole } from './testing/size.ts';
import { freshDatabaseUrl } from './testing/test-database.ts';

/** The product as an operator runs it: a process of its own, told by the environment alone. */

const root = join(import.meta.dirname, '..');
let folder: string;
let started: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guichet-main-'));
  started = [];
});
afterEach(async () => {
  for (const child of started) {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    }
  }
  rmSync(folder, { recursive: true, force: true });
});

function startProduct(environment: Record<string, string> = {}): Product {
  const product = launch({ DATA_DIR: folder, BUILD_DIR: folder, ...environment });
  started.push(product.child);
  return product;
}

// The environment is read before any database is opened: once is enough, beside the tests on PGlite.
describe.skipIf(process.env.GUICHET_TEST_DATABASE === 'postgresql')(
  'a bad environment is one clear line and exit code 1',
  () => {
    // `config.test.ts` has each variable; a process shows what the operator sees of one.
    test('PORT=many', async () => {
      const { ended, said } = startProduct({ PORT: 'many' });
      expect(await ended).toBe(1);
      expect(said().trim().split('\n')).toHaveLength(1);
      expect(said()).toContain('PORT is not valid: expected');
    });

    test('the value of a URL, which may hold a password, is not printed', async () => {
      const { ended, said } = startProduct({ DATABASE_URL: 'mysql://bank:s3cret@localhost/bank' });
      expect(await ended).toBe(1);
      expect(said()).not.toContain('s3cret');
    });

    test('a command that is none starts no bank', () => {
      const { status, stderr, stdout } = spawnSync(
        process.execPath,
        [...FOR_SHORT_LIVES, SERVER_FILE, 'bakup'],
        {
          env: { PATH: process.env.PATH, DATA_DIR: folder },
          encoding: 'utf8',
        },
      );
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^There is no command bakup\. There are: .*backup.*\.\n$/);
    });

    test('an institution file that is not there', async () => {
      const { ended, said } = startProduct({ INSTITUTION_FILE: join(folder, 'missing.json') });
      expect(await ended).toBe(1);
      expect(said()).toContain('INSTITUTION_FILE cannot be read');
      expect(said()).toContain('missing.json');
    });

    test('a port that another program has, and a host that is none', async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const told = async (host: string) => {
        const [error] = await once(createServer().listen(port, host), 'error').catch((fault) => [fault]);
        return sentenceOfListening(error, { host, port });
      };
      expect(await told('127.0.0.1')).toBe(
        `127.0.0.1:${port} cannot be listened on: another program listens there. Stop it, or set PORT to a free one.`,
      );
      expect(await told('192.0.2.1')).toContain('this machine does not have that address');
      other.close();
    });

    test.runIf(process.platform === 'linux')(
      'a data folder that no system would make ends the start at once',
      async () => {
        const { ended, said } = startProduct({ DATA_DIR: '/proc/guichet' });
        expect(await ended).toBe(1);
        expect(said()).toMatch(/^The data folder \/proc\/guichet\/bank cannot be used: .*\n$/);
      },
    );

    test.each([
      ['is a file', (name: string) => writeFileSync(name, '')],
      [
        'holds half a database',
        (name: string) => mkdirSync(join(name, 'bank', 'postgres', 'base'), { recursive: true }),
      ],
    ])('a data folder that %s is one line without a stack', async (_, fill) => {
      const name = join(folder, 'data');
      fill(name);
      const { ended, said } = startProduct({ DATA_DIR: name });
      expect(await ended).toBe(1);
      expect(said()).toMatch(/^The data folder .*\n$/);
    });
  },
);

// What follows is about the embedded folder, so it runs once, beside the tests on PGlite.
describe.skipIf(process.env.GUICHET_TEST_DATABASE === 'postgresql')('on the embedded database', () => {
  const home = mkdtempSync(join(tmpdir(), 'guichet-home-'));
  let running: Product | null = null;
  afterAll(async () => {
    await running?.kill();
    rmSync(home, { recursive: true, force: true });
  });

  /** The product on the folder that these tests share: the one that the test before left running, or the next start. */
  async function runningProduct(): Promise<Product> {
    const { exitCode, signalCode } = running?.child ?? { exitCode: 0, signalCode: null };
    if (running && exitCode === null && signalCode === null) return running;
    // The folder of this build and day was made by a first start that ended with code 0. The whole tests make another.
    if (!running && !isWhole) await copyFilledFolder(home);
    running = launch({ DATA_DIR: home, BUILD_DIR: home, METRICS_PORT: '0' });
    await running.ready;
    return running;
  }

  test('starts, answers, ends with code 0 on SIGTERM, and is the same bank at the next start', async () => {
    const first = await runningProduct();
    const url = await first.ready;
    const health = await fetch(`${url}/api/health`);
    expect(health.status).toBe(200);
    expect(await health.json()).toMatchObject({
      database: 'pglite',
      mode: 'demo',
      migrations: { pending: 0 },
    });
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);

    const second = await runningProduct();
    const signIn = await fetch(`${await second.ready}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: await second.ready },
      body: JSON.stringify({ email: 'client@guichet.example', password: 'Guichet-client-2026' }),
    });
    expect(signIn.status).toBe(200);
    expect(second.said()).not.toContain('Filling');
  });

  /** Runs a command on a data folder to its end. */
  async function run(dataDir: string, ...args: string[]) {
    const child = spawn(process.execPath, [...FOR_SHORT_LIVES, SERVER_FILE, ...args], {
      cwd: root,
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    });
    started.push(child);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
      });
    const code = await new Promise((resolve) => child.once('close', resolve));
    return { code, said };
  }

  test('is backed up while it runs, by one command; its health is asked on a port of its own', async () => {
    const file = join(folder, 'bank.backup');
    const product = await runningProduct();
    const watchUrl = /Metrics are on (http:\S+)\/metrics/.exec(product.said())?.[1];
    expect((await fetch(`${watchUrl}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${watchUrl}/metrics`)).text()).toContain('guichet_ready 1');

    const backup = await run(home, 'backup', file);
    expect(backup).toMatchObject({ code: 0, said: expect.stringContaining('is written and checked') });
    expect((await run(home, 'backup', file)).said).toContain('a backup replaces nothing');
    // No SECRET_KEY is named here, so nothing could seal the file.
    expect((await run(home, 'restore', file, '--replace')).said).toContain('carries no seal');
    expect((await run(home, 'restore', file, '--replace', '--unsealed')).said).toContain('in use by process');
    expect(product.child.exitCode).toBeNull();
  });

  // Makes all tables anew, ten seconds of a processor. In `npm test` the commands restore on PostgreSQL (`plain-login.test.ts`), and a backup of
  // PostgreSQL is restored into an embedded database (`backup.test.ts`).
  test('its backup is restored elsewhere, by one command', {
    tags: ['whole'],
  }, async () => {
    const restoredTo = join(folder, 'restored');
    const file = join(folder, 'bank.backup');
    await copyFilledFolder(folder);
    const backup = await run(folder, 'backup', file);
    const restored = await run(restoredTo, 'restore', file, '--unsealed');
    expect(restored.code).toBe(0);
    // What both commands say of the books is the same, line by line.
    expect(restored.said.split('\n').slice(1)).toEqual(backup.said.split('\n').slice(1));
    const again = await run(restoredTo, 'restore', file, '--unsealed');
    expect(again).toMatchObject({ code: 1, said: expect.stringContaining('There is a bank in') });
    expect(await run(restoredTo, 'books')).toMatchObject({ code: 0, said: expect.stringContaining('hold:') });

    const product = startProduct({ DATA_DIR: restoredTo });
    const url = await product.ready;
    expect(product.said()).not.toContain('Filling');
    const signIn = await fetch(`${url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ email: 'client@guichet.example', password: 'Guichet-client-2026' }),
    });
    expect(signIn.status).toBe(200);
    product.child.kill('SIGTERM');
    expect(await product.ended).toBe(0);
  });

  test('refuses a folder in use and names the pid; takes over the folder of a killed process', async () => {
    const first = await runningProduct();
    const second = startProduct({ DATA_DIR: home });
    expect(await second.ended).toBe(1);
    expect(second.said()).toContain(`in use by process ${first.child.pid}`);
    first.child.kill('SIGKILL');
    await first.ended;
    const third = await runningProduct();
    expect((await fetch(`${await third.ready}/api/health`)).status).toBe(200);
  });

  test('answers what it has begun to be asked before it ends', async () => {
    const { child, ready, ended } = await runningProduct();
    const { hostname, port, origin } = new URL(await ready);
    const body = JSON.stringify({ email: 'personne@exemple.fr', password: 'ce n’est pas le bon' });
    const caller = connect(Number(port), hostname);
    let answer = '';
    caller.on('data', (chunk) => {
      answer += chunk;
    });
    const closed = new Promise((resolve) => caller.once('close', resolve));
    caller.write(
      `POST /api/session HTTP/1.1\r\nhost: ${hostname}:${port}\r\norigin: ${origin}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nexpect: 100-continue\r\n\r\n`,
    );
    await expect.poll(() => answer).toContain('100 Continue');
    child.kill('SIGTERM');
    // It accepts no new connection; requests under way are answered.
    await expect
      .poll(() =>
        fetch(`${origin}/api/health`).then(
          ({ status }) => status,
          () => 'refused',
        ),
      )
      .toBe('refused');
    caller.write(body);
    await closed;
    expect(answer).toContain('HTTP/1.1 401');
    expect(answer).toContain('auth.invalid-credentials');
    expect(await ended).toBe(0);
  });

  test('ends while a browser keeps a stream of live updates open', async () => {
    const { child, ready, ended } = await runningProduct();
    const url = await ready;
    const signIn = await fetch(`${url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ email: 'client@guichet.example', password: 'Guichet-client-2026' }),
    });
    const cookie = signIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const stream = await fetch(`${url}/api/live`, { headers: { cookie } });
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const reader = stream.body?.getReader();
    await reader?.read();
    child.kill('SIGTERM');
    // A browser opens a stream that ended again, as long as somebody answers.
    const reopening = (async () => {
      const answers: number[] = [];
      for (;;) {
        try {
          answers.push((await fetch(`${url}/api/live`, { headers: { cookie } })).status);
        } catch {
          return answers;
        }
      }
    })();
    expect(await ended).toBe(0);
    const answers = await reopening;
    // Until the signal arrives a stream still opens; from the first refusal on, none does.
    expect(
      answers.slice(answers.indexOf(503)).filter((status) => status !== 503 && answers.includes(503)),
    ).toEqual([]);
  });
});

describe.runIf(process.env.GUICHET_TEST_DATABASE === 'postgresql')('on PostgreSQL', () => {
  // `npm test` has two empty databases that are migrated at once on one server (`db/roles.test.ts`), a first start on an empty database
  // (`filled-cluster.ts`), and three nodes that start at once on a filled one (`trust/nodes.test.ts`).
  test('three nodes start at once on an empty database and share it', {
    tags: ['whole'],
  }, async () => {
    const url = await freshDatabaseUrl('main');
    const nodes = Array.from({ length: 3 }, () => startProduct({ DATABASE_URL: url }));
    const health = await Promise.all(
      nodes.map(async ({ ready }) => (await fetch(`${await ready}/api/health`)).json()),
    );
    for (const answer of health)
      expect(answer).toMatchObject({ database: 'postgresql', migrations: { pending: 0 } });
    for (const { child } of nodes) child.kill('SIGTERM');
    expect(await Promise.all(nodes.map(({ ended }) => ended))).toEqual(nodes.map(() => 0));
  });

  test.each([
    ['is not there', { port: '1' }, 'ECONNREFUSED'],
    ['has no such database', { pathname: '/nowhere' }, '"nowhere" does not exist'],
    ['does not know the login', { username: 'nobody' }, '"nobody"'],
  ])('a server that %s is one clear line and exit code 1', async (_what, change, said) => {
    const url = Object.assign(new URL(inject('postgresUrl')), change);
    const product = startProduct({ DATABASE_URL: url.href });
    expect(await product.ended).toBe(1);
    expect(product.said().trim().split('\n')).toEqual([
      expect.stringMatching(/^The database of DATABASE_URL cannot be used: .*\.$/),
    ]);
    expect(product.said()).toContain(said);
  });

  test.each([['books'], ['backup', 'copy.backup']])(
    '%s of a database on which nothing was started says so',
    async (...words) => {
      const { status, stderr } = spawnSync(process.execPath, [...FOR_SHORT_LIVES, SERVER_FILE, ...words], {
        cwd: folder,
        env: { PATH: process.env.PATH, DATABASE_URL: await freshDatabaseUrl('empty') },
        encoding: 'utf8',
      });
      expect([status, stderr.trim()]).toEqual([
        1,
        expect.stringMatching(/^This database holds no bank yet\./),
      ]);
    },
  );
});
