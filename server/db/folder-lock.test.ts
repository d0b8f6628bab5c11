import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sizeFor } from '../testing/size.ts';
import { FolderInUse, lockFolder } from './folder-lock.ts';

let root: string;
let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'guichet-lock-'));
  folder = join(root, 'bank');
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

/** A process that takes the folder, says how that went, and keeps what it has until it is killed. */
const HOLDER = `
  const { lockFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'folder-lock.ts'))});
  try {
    lockFolder(process.argv[1]);
    console.log('held ' + process.pid);
    setInterval(() => {}, 1000);
  } catch (error) {
    console.log(error.name + ' ' + error.message);
  }`;
const HOLDING = ['--input-type=module', '-e', HOLDER];

function said(child: ChildProcess): Promise<string> {
  children.push(child);
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (text) => resolve(String(text).trim()));
    child.once('error', reject);
    child.once('exit', () => reject(new Error('the process said nothing')));
  });
}

const hold = (before: readonly string[] = []): { child: ChildProcess; answer: Promise<string> } => {
  const [command = '', ...args] = [...before, process.execPath, ...HOLDING, folder];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return { child, answer: said(child) };
};

/** The folder must be free: taken here and given back. */
function takeAndGiveBack(): void {
  lockFolder(folder)();
}

test('one holder at a time, told by its process; given back it is free', async () => {
  const first = hold();
  expect(await first.answer).toMatch(/^held/);
  expect(() => lockFolder(folder)).toThrow(FolderInUse);
  expect(() => lockFolder(folder)).toThrow(`in use by process ${first.child.pid}.`);
  first.child.kill('SIGTERM');
  await expect.poll(() => first.child.exitCode ?? first.child.signalCode).not.toBeNull();
  const unlock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(FolderInUse);
  unlock();
  unlock();
  takeAndGiveBack();
});

/** A process that takes the folder of each line it is told, and gives it back at the line `release`. */
const RACER = `
  const { lockFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'folder-lock.ts'))});
  process.stdin.setEncoding('utf8');
  let unlock = null;
  process.stdout.write('ready\\n');
  for await (const text of process.stdin)
    for (const line of text.trim().split('\\n')) {
      if (line === 'release') { unlock?.(); unlock = null; process.stdout.write('released\\n'); continue; }
      try { unlock = lockFolder(line); process.stdout.write('held\\n'); } catch (error) { process.stdout.write(error.name + '\\n'); }
    }`;

interface Racer {
  say(line: string): void;
  next(): Promise<string>;
}

function startRacer(): Racer {
  const child = spawn(process.execPath, ['--input-type=module', '-e', RACER], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines: string[] = [];
  const waiting: ((line: string) => void)[] = [];
  child.stdout.on('data', (text) => {
    for (const line of String(text).trim().split('\n')) {
      const next = waiting.shift();
      if (next) next(line);
      else lines.push(line);
    }
  });
  return {
    say: (line) => child.stdin.write(`${line}\n`),
    next: () =>
      new Promise((resolve) => {
        const line = lines.shift();
        if (line === undefined) waiting.push(resolve);
        else resolve(line);
      }),
  };
}

/** Rounds that go on beside each other, with five processes each: in each round those who do not get the lock wait half a second for it. */
const LANES = sizeFor({ small: 2, whole: 5 });
const ROUNDS = sizeFor({ small: 5, whole: 25 });

test(`of many that start at one moment exactly one holds it, in each of ${ROUNDS} rounds`, async () => {
  let rounds = 0;
  async function race(lane: number): Promise<void> {
    const racers = Array.from({ length: 5 }, startRacer);
    await Promise.all(racers.map(({ next }) => next()));
    for (let round = lane; round < ROUNDS; round += LANES) {
      const fresh = join(root, `bank-${round}`);
      for (const { say } of racers) say(fresh);
      const answers = await Promise.all(racers.map(({ next }) => next()));
      expect([round, [...answers].sort()]).toEqual([
        round,
        ['FolderInUse', 'FolderInUse', 'FolderInUse', 'FolderInUse', 'held'],
      ]);
      for (const { say } of racers) say('release');
      await Promise.all(racers.map(({ next }) => next()));
      rounds += 1;
    }
  }
  await Promise.all(Array.from({ length: LANES }, (_, lane) => race(lane)));
  expect(rounds).toBe(ROUNDS);
});

describe.skipIf(process.platform === 'win32')('a holder that is killed', () => {
  test('leaves the folder free', async () => {
    const first = hold();
    expect(await first.answer).toMatch(/^held/);
    first.child.kill('SIGKILL');
    await expect.poll(() => first.child.signalCode).toBe('SIGKILL');
    takeAndGiveBack();
  });

  test('also while nothing has reaped it (state Z)', async () => {
    // The shell starts the holder and becomes a program that never waits for its children.
    const parent = spawn(
      'sh',
      ['-c', `"$0" "$@" & echo "child $!"; exec sleep 600`, process.execPath, ...HOLDING, folder],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    children.push(parent);
    let text = '';
    parent.stdout.on('data', (chunk) => {
      text += chunk;
    });
    await expect.poll(() => /held \d+/.test(text)).toBe(true);
    const pid = Number(/child (\d+)/.exec(text)?.[1]);
    expect(() => lockFolder(folder)).toThrow(FolderInUse);
    process.kill(pid, 'SIGKILL');
    const stateOf = () =>
      spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
    await expect.poll(stateOf).toMatch(/^Z/);
    takeAndGiveBack();
  });
});

const IN_A_NAMESPACE = [
  'unshare',
  '--user',
  '--map-root-user',
  '--pid',
  '--fork',
  '--kill-child',
  '--mount-proc',
];
const mayUnshare = spawnSync(IN_A_NAMESPACE[0] ?? '', [...IN_A_NAMESPACE.slice(1), 'true']).status === 0;

test.skipIf(!mayUnshare)(
  'it holds between namespaces of process ids, as between two containers on one volume',
  async () => {
    const first = hold(IN_A_NAMESPACE);
    expect(await first.answer).toMatch(/^held/);
    const second = hold(IN_A_NAMESPACE);
    expect(await second.answer).toMatch(/^FolderInUse/);
    expect(() => lockFolder(folder)).toThrow(FolderInUse);
    first.child.kill('SIGKILL');
    await expect
      .poll(
        () => {
          try {
            takeAndGiveBack();
            return true;
          } catch {
            return false;
          }
        },
        { timeout: 60_000 },
      )
      .toBe(true);
  },
);
