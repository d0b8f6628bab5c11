import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newUuid } from '../ids.ts';
import { SERVER_FILE } from './built-server.ts';

/** The product as an operator runs it: a process of its own, told by the environment alone. */
export interface Product {
  readonly child: ChildProcess;
  /** Its address, once it serves. @throws Error with what it said, when it ended instead. */
  readonly ready: Promise<string>;
  /** Its exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  said(): string;
  /** Ends it at once, as a crash would, and waits until it is gone. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

const ROOT = join(import.meta.dirname, '..', '..');

/**
 * Leaves PGlite as it is first compiled: a process that lives for seconds spends half of its start on optimising what it then hardly runs.
 */
export const FOR_SHORT_LIVES = ['--liftoff-only'];

/** A free port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Where Node keeps what it compiled, when `npm test` names a place. */
const { NODE_COMPILE_CACHE } = process.env;

/** @param environment at least `DATA_DIR`; `PORT` is one that is free unless given. @param preload a module that Node loads first. */
export function startProduct(environment: Readonly<Record<string, string>>, preload?: string): Product {
  const child = spawn(
    process.execPath,
    [...FOR_SHORT_LIVES, ...(preload ? ['--import', preload] : []), SERVER_FILE],
    {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        HOST: '127.0.0.1',
        PORT: '0',
        BUILD_DIR: '/nonexistent',
        ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const ready = new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      const url = /ready on (http:\S+)/.exec(output)?.[1];
      if (url) resolve(url);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void ended.then(() => reject(new Error(output)));
  });
  ready.catch(() => {});
  return {
    child,
    ready,
    ended,
    said: () => output,
    async kill(signal = 'SIGKILL') {
      child.kill(signal);
      await ended;
    },
  };
}

const DEMONSTRATION = {
  client: { door: '/session', email: 'client@guichet.example', password: 'Guichet-client-2026' },
  administrator: { door: '/admin/session', email: 'admin@guichet.example', password: 'Guichet-admin-2026' },
} as const;

/** Someone of the demonstration, signed in: the cookie to send. @throws Error when the sign-in is refused. */
export async function signIn(url: string, as: keyof typeof DEMONSTRATION): Promise<string> {
  const { door, ...credentials } = DEMONSTRATION[as];
  const answer = await fetch(`${url}/api${door}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(credentials),
  });
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** The account of the demonstration's client. */
export async function accountOf(url: string, cookie: string): Promise<{ id: string; balanceMinor: number }> {
  const answer = await fetch(`${url}/api/overview`, { headers: { cookie } });
  return ((await answer.json()) as { account: { id: string; balanceMinor: number } }).account;
}

/** A credit that was asked for: its description is its key, so that the client's movements tell what became of it. */
export interface Credit {
  readonly key: string;
  readonly amountMinor: number;
}

/** Someone at the counter who credits the same account again and again, and keeps what was acknowledged and what was not answered. */
export interface Load {
  readonly acknowledged: Credit[];
  /** Sent without a word back, or answered « try again »: whether they took effect is unknown until they are repeated. */
  readonly open: Credit[];
  /** Every answer that was neither 200 nor 503 with Retry-After. */
  readonly odd: string[];
  readonly unavailable: { count: number };
  stop(): Promise<void>;
}

/** Sends one credit. @returns whether it was acknowledged; null when it was not answered or is to be repeated. */
async function credit(
  url: string,
  to: { cookie: string; accountId: string },
  asked: Credit,
  load: Pick<Load, 'odd' | 'unavailable'>,
): Promise<boolean | null> {
  try {
    const answer = await fetch(`${url}/api/admin/clients/${to.accountId}/credits`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: url,
        cookie: to.cookie,
        'idempotency-key': asked.key,
      },
      body: JSON.stringify({ amountMinor: asked.amountMinor, currency: 'EUR', description: asked.key }),
      signal: AbortSignal.timeout(30_000),
    });
    const body = await answer.text();
    if (answer.status === 200) return true;
    if (answer.status === 503 && answer.headers.get('retry-after')) {
      load.unavailable.count += 1;
      return null;
    }
    load.odd.push(`${answer.status} ${body.slice(0, 300)}`);
    return false;
  } catch {
    return null;
  }
}

/** Starts `callers` who credit the account until stopped, each on the next of the addresses. */
export function startLoad(
  urls: readonly string[],
  to: { cookie: string; accountId: string },
  callers = 4,
): Load {
  const load = {
    acknowledged: [] as Credit[],
    open: [] as Credit[],
    odd: [] as string[],
    unavailable: { count: 0 },
  };
  let isStopped = false;
  const running = Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let turn = caller; !isStopped; turn += 1) {
        const asked = { key: newUuid(), amountMinor: 1 + (turn % 97) };
        const outcome = await credit(urls[turn % urls.length] ?? '', to, asked, load);
        if (outcome) load.acknowledged.push(asked);
        else {
          load.open.push(asked);
          if (!isStopped) await pause(20);
        }
      }
    }),
  );
  return {
    ...load,
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

/** Repeats what was left open, with the same keys, until each is acknowledged. */
export async function settle(
  url: string,
  to: { cookie: string; accountId: string },
  load: Load,
): Promise<void> {
  for (const asked of load.open.splice(0)) {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await credit(url, to, asked, load);
      if (outcome) break;
      if (outcome === false || attempt === 100) throw new Error(`could not be repeated: ${load.odd.at(-1)}`);
      await pause(100);
    }
    load.acknowledged.push(asked);
  }
}

/** What the client's own export says of these credits: those that are missing, and those that are there more than once or with another amount. */
export async function faultsOfCredits(
  url: string,
  clientCookie: string,
  credits: readonly Credit[],
): Promise<string[]> {
  const answer = await fetch(`${url}/api/profile/export`, { headers: { cookie: clientCookie } });
  const { transactions } = (await answer.json()) as {
    transactions: { description: string; amountMinor: number }[];
  };
  const found = new Map<string, number[]>();
  for (const { description, amountMinor } of transactions)
    found.set(description, [...(found.get(description) ?? []), amountMinor]);
  return credits.flatMap(({ key, amountMinor }) => {
    const amounts = found.get(key) ?? [];
    return amounts.length === 1 && amounts[0] === amountMinor
      ? []
      : [`${key} of ${amountMinor}: found ${amounts}`];
  });
}
