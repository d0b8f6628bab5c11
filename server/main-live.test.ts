import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import demonstration from '#content/institution/demo.ts';
import { SERVER_FILE } from './testing/built-server.ts';
import { copyMigratedFolder } from './testing/embedded-images.ts';
import { copyFilledFolder } from './testing/filled-folder.ts';
import { LIVE_INSTITUTION } from './testing/live-institution.ts';
import { FOR_SHORT_LIVES, freePort, startProduct as launch, type Product } from './testing/product.ts';
import { isWhole } from './testing/size.ts';

/** A live institution's product as an operator runs it: a process of its own, told by the environment alone. */

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

const SECRET_KEY = 'a-key-of-the-test-and-of-nothing-else';

// Its refusals come before any database is opened, and its bank is an embedded one: once, beside the tests on PGlite.
describe.skipIf(process.env.GUICHET_TEST_DATABASE === 'postgresql')('a live institution', () => {
  function institutionFile(institution: object): string {
    const file = join(folder, 'institution.json');
    writeFileSync(file, JSON.stringify(institution));
    return file;
  }

  test('that is not complete does not start, and every missing or fictional item is named', async () => {
    const { ended, said } = startProduct({
      INSTITUTION_FILE: institutionFile({ ...demonstration, mode: 'live' }),
    });
    expect(await ended).toBe(1);
    for (const item of [
      'siren',
      'cib',
      'email',
      'phone',
      'host.name',
      'mediator.name',
      'publicationDirector',
    ])
      expect(said()).toContain(`  ${item}: `);
  });

  test('without a mail server does not start: its clients would never hear from it', async () => {
    const { ended, said } = startProduct({ INSTITUTION_FILE: institutionFile(LIVE_INSTITUTION) });
    expect(await ended).toBe(1);
    expect(said().trim().split('\n')).toHaveLength(1);
    expect(said()).toContain('SMTP_URL is required in live mode');
  });

  test('without its address does not start: the links of its mails would lead nowhere', async () => {
    const { ended, said } = startProduct({
      INSTITUTION_FILE: institutionFile(LIVE_INSTITUTION),
      SMTP_URL: 'smtp://127.0.0.1:1',
      SECRET_KEY,
    });
    expect(await ended).toBe(1);
    expect(said().trim().split('\n')).toHaveLength(1);
    expect(said()).toContain('PUBLIC_URL is required in live mode');
  });

  test('without encryption does not start: sessions could be taken over on the way', async () => {
    const { ended, said } = startProduct({
      INSTITUTION_FILE: institutionFile(LIVE_INSTITUTION),
      SMTP_URL: 'smtp://127.0.0.1:1',
      SECRET_KEY,
      PUBLIC_URL: 'http://bank.test',
    });
    expect(await ended).toBe(1);
    expect(said().trim().split('\n')).toHaveLength(1);
    expect(said()).toContain('PUBLIC_URL must begin with https:// in live mode');
  });

  test('without a key of its own does not start: one in the database would leave with a copy of it', async () => {
    const { ended, said } = startProduct({
      INSTITUTION_FILE: institutionFile(LIVE_INSTITUTION),
      SMTP_URL: 'smtp://127.0.0.1:1',
      PUBLIC_URL: 'https://bank.test',
    });
    expect(await ended).toBe(1);
    expect(said().trim().split('\n')).toHaveLength(1);
    expect(said()).toContain('SECRET_KEY is required in live mode');
  });

  test('STAFF-23, STAFF-24 that is complete starts without anything of the demonstration; its first administrator is made by a command', async () => {
    const port = await freePort();
    const dataDir = join(folder, 'live');
    // The embedded database with its tables and no row. The whole tests begin with no folder at all.
    if (!isWhole) await copyMigratedFolder(dataDir);
    const environment = {
      INSTITUTION_FILE: institutionFile(LIVE_INSTITUTION),
      SMTP_URL: 'smtp://127.0.0.1:1',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SECRET_KEY,
      DATA_DIR: dataDir,
    };
    const command = spawn(
      process.execPath,
      [...FOR_SHORT_LIVES, SERVER_FILE, 'create-administrator', 'chef@test-bank.fr', 'Ada Chef'],
      {
        cwd: root,
        env: { PATH: process.env.PATH, ...environment },
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    );
    started.push(command);
    command.stdin.end('quatre-mots-pour-un-chef\n');
    expect(await new Promise((resolve) => command.once('exit', resolve))).toBe(0);

    const { ready, child, ended, said } = startProduct(environment);
    const url = await ready;
    expect(said()).not.toContain('demonstration');
    expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ mode: 'live' });
    const signIn = (email: string, password: string) =>
      fetch(`${url}/api/admin/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify({ email, password }),
      });
    expect((await signIn('admin@guichet.example', 'Guichet-admin-2026')).status).toBe(401);
    expect((await signIn('chef@test-bank.fr', 'quatre-mots-pour-un-chef')).status).toBe(200);
    expect((await fetch(`${url}/api/demo/mails?recipient=a@b.fr`)).status).toBe(404);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  test('does not start on a database that holds people of the demonstration', async () => {
    await copyFilledFolder(folder);
    const { ended, said } = startProduct({
      INSTITUTION_FILE: institutionFile(LIVE_INSTITUTION),
      SMTP_URL: 'smtp://127.0.0.1:1',
      PUBLIC_URL: 'https://bank.test',
      SECRET_KEY,
    });
    expect(await ended).toBe(1);
    expect(said()).toContain('people of the demonstration');
  });
});
