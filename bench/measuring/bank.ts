import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  DEMONSTRATION_ADMINISTRATOR,
  DEMONSTRATION_CLIENT_PASSWORD,
  DEMONSTRATION_CLIENTS,
} from '#server/demo/people.ts';
import { bundleServer } from '../../tools/bundle-server.mjs';

export const root = resolve(import.meta.dirname, '../..');

/** A free port. `BENCH_PORTS=4500` restricts it to the hundred ports from there on, on a shared machine. */
export async function freePort(): Promise<number> {
  const first = Number(process.env.BENCH_PORTS ?? 0);
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const wanted = first === 0 ? 0 : first + Math.floor(Math.random() * 100);
    const port = await new Promise<number | null>((done) => {
      const server = createServer();
      server.once('error', () => done(null));
      server.listen(wanted, '127.0.0.1', () => {
        const address = server.address();
        server.close(() => done(typeof address === 'object' && address ? address.port : null));
      });
    });
    if (port !== null) return port;
  }
  throw new Error('no port is free');
}

/** The product as people run it: its own process, its own folder, the demonstration's people. */
export interface RunningBank {
  readonly port: number;
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from the start of the process to the first answer that says ready. */
  readonly readyMs: number;
  /** Cookies of a session begun by the form's own call. */
  signIn(path: '/session' | '/admin/session', email: string, password: string): Promise<string>;
  administrator(): Promise<string>;
  client(): Promise<string>;
  /** Resident memory in MB; the shared part of it counts in full. */
  memoryMb(): number;
  stop(): Promise<void>;
}

export interface BankOptions {
  /** A free one unless it is given. Pages name their address: on another port they are built anew. */
  readonly port?: number;
  readonly databaseUrl?: string;
  /** Kept when given; otherwise a folder that goes with the process. */
  readonly dataDir?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** What is started; `npm start` does the same after its build. */
  readonly command?: readonly string[];
  readonly cwd?: string;
}

/** Memory of a process in MB, from the system itself. */
export function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** The server as `npm start` runs it: its bundle, made anew when a source changed. */
function serverEntry(): Promise<string> {
  return bundleServer(resolve(root, process.env.BUILD_DIR || 'build'));
}

export async function startBank(options: BankOptions = {}): Promise<RunningBank> {
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'guichet-bench-'));
  const [file = process.execPath, ...args] = options.command ?? [process.execPath, await serverEntry()];
  const started = performance.now();
  const child: ChildProcess = spawn(file, args, {
    cwd: options.cwd ?? root,
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      DATABASE_URL: options.databaseUrl ?? '',
      LOG_LEVEL: 'error',
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const note = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', note);
  child.stderr?.on('data', note);
  const deadline = started + 240_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}:\n${output}`);
    if (performance.now() > deadline) throw new Error(`the server was not ready in time:\n${output}`);
    const ready = await fetch(`${url}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) break;
    await new Promise((done) => setTimeout(done, 15));
  }
  const readyMs = performance.now() - started;

  async function signIn(path: string, email: string, password: string): Promise<string> {
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ email, password }),
    });
    if (!answer.ok) throw new Error(`sign-in of ${email}: ${answer.status} ${await answer.text()}`);
    return answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  }

  return {
    port,
    url,
    pid: child.pid ?? 0,
    readyMs,
    signIn,
    administrator: () =>
      signIn('/admin/session', DEMONSTRATION_ADMINISTRATOR.email, DEMONSTRATION_ADMINISTRATOR.password),
    client: () => signIn('/session', DEMONSTRATION_CLIENTS[0]?.email ?? '', DEMONSTRATION_CLIENT_PASSWORD),
    memoryMb: () => memoryOf(child.pid ?? 0),
    async stop() {
      if (child.exitCode === null) {
        const ended = new Promise<void>((done) => child.once('exit', () => done()));
        child.kill('SIGTERM');
        await ended;
      }
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
      if (/request failed/.test(output))
        throw new Error(`the server failed under load:\n${output.slice(0, 4000)}`);
    },
  };
}
