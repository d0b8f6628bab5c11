import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '#server/db/open-database.ts';
import { startPostgres } from '#server/testing/postgres-server.ts';
import { type Seed, seed } from './seed.ts';

/** A PostgreSQL of the bench's own: every commit reaches the disk before it is acknowledged, for each product measured on it. */
export async function benchPostgres() {
  const server = await startPostgres([
    'max_connections=400',
    'shared_buffers=512MB',
    'max_wal_size=4GB',
    'fsync=on',
    'synchronous_commit=on',
  ]);
  return {
    ...server,
    /** A database of its own on this server, empty. */
    async create(name: string): Promise<string> {
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      await client.query(`create database ${pg.escapeIdentifier(name)}`);
      await client.end();
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      return url.href;
    },
    async drop(name: string): Promise<void> {
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
      await client.end();
    },
    /** The same with the product's tables and seeded people. */
    async createSeeded(name: string, what: Seed): Promise<string> {
      const url = await this.create(name);
      const database = await openDatabase({ kind: 'postgresql', url });
      await database.close();
      await seed(url, what);
      return url;
    },
  };
}

export type BenchPostgres = Awaited<ReturnType<typeof benchPostgres>>;

/** pgbench of this machine, the newest; null where none is installed. */
export function findPgbench(): string | null {
  const { PGBENCH, PATH = '' } = process.env;
  if (PGBENCH) return PGBENCH;
  const installed = '/usr/lib/postgresql';
  const versions = existsSync(installed) ? readdirSync(installed).sort((a, b) => Number(b) - Number(a)) : [];
  const candidates = [...versions.map((version) => join(installed, version, 'bin')), ...PATH.split(':')];
  return candidates.map((folder) => join(folder, 'pgbench')).find((file) => existsSync(file)) ?? null;
}
