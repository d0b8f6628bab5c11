import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SERVER_FILE } from '../testing/built-server.ts';
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts';
import { accountOf, type Product, signIn, startLoad, startProduct } from '../testing/product.ts';

/**
 * Nodes that connect with a login which owns nothing (decision 0015), made by the statements of the operator's page: the product works, and
 * a holder of that login can harm neither the tables nor what the books and the audit trail say.
 */

const ROOT = join(import.meta.dirname, '..', '..');

/** The statements that the operator's page tells an administrator of PostgreSQL to run. */
function statementsOfPage(): string[] {
  const page = readFileSync(join(ROOT, 'docs', 'operating.md'), 'utf8');
  const block = /### A login that owns nothing[\s\S]*?```sql\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  return block.split(';\n').filter((statement) => statement.trim() !== '');
}

describe.runIf(process.env.GUICHET_TEST_DATABASE === 'postgresql')('a login that owns nothing', () => {
  let server: PostgresServer;
  let folder: string;
  let product: Product;
  let url: string;
  const started: Product[] = [];

  const urlOf = (login: string) => `postgresql://${login}@127.0.0.1:${server.port}/guichet`;
  const forNodes = () => ({
    DATA_DIR: folder,
    DATABASE_URL: urlOf('guichet_service'),
    // Seals the backup, which the operator's commands check with the same key.
    SECRET_KEY: 'a key of this test, of more than 32 characters',
  });

  async function as<T>(login: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: urlOf(login) });
    await client.connect();
    try {
      return await ask(client);
    } finally {
      await client.end();
    }
  }

  /** Runs a command of the product as the operator would, with the owner's login beside the nodes' own. */
  const command = (...args: string[]) => commandWith({ DATABASE_OWNER_URL: urlOf('guichet_owner') }, args);

  async function commandWith(
    environment: Record<string, string>,
    args: readonly string[],
  ): Promise<{ code: number; said: string }> {
    const child = spawn(process.execPath, [SERVER_FILE, ...args], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, ...forNodes(), ...environment },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
      });
    const code = await new Promise<number>((resolve) => child.once('close', (ended) => resolve(ended ?? -1)));
    return { code, said };
  }

  function start(): Product {
    const node = startProduct(forNodes());
    started.push(node);
    return node;
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'guichet-plain-login-'));
    server = await startPostgres();
    const administrator = new pg.Client({ connectionString: server.url });
    await administrator.connect();
    for (const statement of statementsOfPage()) await administrator.query(statement);
    await administrator.end();
  });
  afterAll(async () => {
    for (const node of started) await node.kill();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('does not start on a database that is behind, and says what to run; the owner brings it up to date', async () => {
    const early = start();
    expect(await early.ended).toBe(1);
    expect(early.said().trim().split('\n')).toHaveLength(1);
    expect(early.said()).toContain('npm run migrate');
    expect(await command('migrate')).toMatchObject({
      code: 0,
      said: expect.stringContaining('is up to date'),
    });
  });

  test('serves: people sign in, money moves, mails and live updates are told of', async () => {
    product = start();
    url = await product.ready;
    const health = await (await fetch(`${url}/api/health`)).json();
    expect(health).toMatchObject({ database: 'postgresql', migrations: { pending: 0 } });
    const client = await signIn(url, 'client');
    const before = await accountOf(url, client);
    const load = startLoad([url], { cookie: await signIn(url, 'administrator'), accountId: before.id }, 2);
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(3);
    await load.stop();
    expect([load.odd, load.open]).toEqual([[], []]);
    const credited = load.acknowledged.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    expect((await accountOf(url, client)).balanceMinor).toBe(before.balanceMinor + credited);
    expect(
      await as('guichet_owner', (owner) =>
        owner.query("select 1 from pg_stat_activity where application_name = 'guichet-live'"),
      ),
    ).not.toMatchObject({ rowCount: 0 });
  });

  const KEPT = ['ledger_transactions', 'ledger_entries', 'transactions', 'audit_entries', 'audit_parts'];

  /** What must be as it was, whatever is tried: every table's definition and guards, and the rows of the books and the trail. */
  const state = () =>
    as('guichet_owner', async (owner) => {
      const { rows: tables } = await owner.query(
        `select c.relname, c.relowner::regrole::text, c.relacl::text, c.relrowsecurity,
            (select json_agg(json_build_array(t.tgname, t.tgenabled) order by t.tgname) from pg_trigger t where t.tgrelid = c.oid) as triggers,
            (select json_agg(p.polname order by p.polname) from pg_policy p where p.polrelid = c.oid) as policies
          from pg_class c where c.relnamespace = 'public'::regnamespace order by c.relname`,
      );
      const { rows: functions } = await owner.query(
        "select proname, prosrc, proacl::text from pg_proc where pronamespace = 'public'::regnamespace order by proname",
      );
      const kept = [];
      for (const table of KEPT)
        kept.push(
          (await owner.query(`select md5(string_agg(t::text, '' order by t::text)) from ${table} t`)).rows,
        );
      return { tables, functions, kept };
    });

  test('changes no table, trigger, policy or function, and no entry, posting or line of the trail, in any role', async () => {
    const { rows } = await as('guichet_owner', (owner) =>
      owner.query("select tablename as name from pg_tables where schemaname = 'public'"),
    );
    const tables = rows.map(({ name }) => name as string);
    const { rows: columns } = await as('guichet_owner', (owner) =>
      owner.query(
        "select attrelid::regclass::text as name, quote_ident(attname) as column from pg_attribute where attrelid = any ($1::regclass[]) and attnum > 0 and not attisdropped and attgenerated = ''",
        [KEPT],
      ),
    );
    const attempts = [
      ...tables.flatMap((name) => [
        `drop table ${name} cascade`,
        `truncate ${name} cascade`,
        `alter table ${name} disable trigger all`,
        `alter table ${name} disable row level security`,
        `alter table ${name} owner to guichet_service`,
        `alter table ${name} add column mine text`,
        `create policy mine on ${name} using (true)`,
        `create trigger mine before insert on ${name} for each row execute function suppress_redundant_updates_trigger()`,
        `create rule mine as on insert to ${name} do instead nothing`,
      ]),
      // A client's own line of a movement goes with the client, when they are deleted.
      ...KEPT.filter((name) => name !== 'transactions').map((name) => `delete from ${name}`),
      ...columns.map(({ name, column }) => `update ${name} set ${column} = ${column}`),
      'insert into ledger_entries select * from ledger_entries limit 1',
      'insert into ledger_transactions select * from ledger_transactions limit 1',
      'update ledger_accounts set balance = 1',
      'update ledger_totals set currency = currency',
      'alter function ledger_post_all security invoker',
      'alter function audit_forget(uuid[]) reset all',
      'create or replace function audit_forget(uuid[]) returns void language sql as $$ select $$',
      'drop function ledger_post_all cascade',
      'delete from drizzle.__drizzle_migrations',
      'create table public.mine (id int)',
      'create temporary table ledger_entries (id int)',
      'create schema mine',
      'drop schema public cascade',
      'drop database guichet',
      'create role mine superuser',
      'alter role guichet_service superuser',
      'alter role guichet_service bypassrls',
      'grant guichet_owner to guichet_service',
      'set role guichet_owner',
      'set role postgres',
      'set session authorization guichet_owner',
      'set session_replication_role = replica',
      'alter database guichet set session_replication_role = replica',
      'alter system set fsync = off',
      "copy ledger_entries from program 'true'",
      "copy ledger_entries to '/tmp/entries'",
      'reassign owned by guichet_owner to guichet_service',
      'drop owned by guichet_owner cascade',
      'create extension plpython3u',
    ];
    const before = await state();
    const unexpected: unknown[] = [];
    for (const role of [null, 'guichet_staff', 'guichet_client'])
      await as('guichet_service', async (client) => {
        // Out of a role and into it again, as the product's own connections are.
        await client.query('set role guichet_staff');
        await client.query('reset role');
        if (role) await client.query(`set role ${role}`);
        // PostgreSQL answers these with a warning and grants nothing: the state below tells.
        for (const name of tables)
          await client.query(`grant all on ${name} to guichet_service, public`).catch(() => {});
        for (const attempt of attempts) {
          const answer = await client.query(attempt).then(
            ({ rowCount }) => `done, ${rowCount} rows`,
            (error: { code?: string; message: string }) =>
              error.code === '42501' ? 'refused' : error.message,
          );
          if (answer !== 'refused') unexpected.push([role, attempt, answer]);
        }
      });
    expect(unexpected).toEqual([]);
    // What the trail says of people is forgotten once they are gone, and of nobody else.
    const { rows: people } = await as('guichet_owner', (owner) =>
      owner.query(
        'select distinct person_id as id from audit_parts where person_id in (select id from users)',
      ),
    );
    expect(people.length).toBeGreaterThan(0);
    await as('guichet_service', async (client) => {
      await client.query('set role guichet_staff');
      for (const { id } of people)
        await expect(client.query('select audit_forget(array[$1::uuid])', [id])).rejects.toThrow();
    });
    expect(await state()).toEqual(before);
  });

  test('reaches no table without a role', () =>
    as('guichet_service', async (client) => {
      const { rows } = await client.query(
        `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname in ('public', 'drizzle') and c.relkind in ('r', 'p', 'v', 'S')`,
      );
      expect(rows.length).toBeGreaterThan(30);
      for (const { name } of rows)
        await expect(client.query(`select * from ${name}`), name).rejects.toMatchObject({ code: '42501' });
    }));

  test('is backed up, checked and restored by the owner, who sees that nodes are at work; then it serves again', async () => {
    const file = join(folder, 'bank.backup');
    for (const args of [['backup', file], ['books']])
      expect(await commandWith({}, args)).toEqual({
        code: 1,
        said: expect.stringMatching(/^The login may not do this: .* DATABASE_OWNER_URL\.\n$/),
      });
    expect(await command('backup', file)).toMatchObject({
      code: 0,
      said: expect.stringContaining('sealed by SECRET_KEY'),
    });
    expect(await command('books')).toMatchObject({ code: 0, said: expect.stringContaining('hold:') });
    expect((await command('restore', file, '--replace')).said).toContain(
      'The bank is running on this database',
    );
    await product.kill('SIGTERM');
    expect(await command('restore', file, '--replace')).toMatchObject({ code: 0 });
    product = start();
    url = await product.ready;
    expect((await accountOf(url, await signIn(url, 'client'))).balanceMinor).toBeGreaterThan(0);
  });
});
