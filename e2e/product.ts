import { type ChildProcess, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVER_FILE } from '../server/testing/built-server.ts';
import { copyFilledFolder } from '../server/testing/filled-folder.ts';
import { FOR_SHORT_LIVES } from '../server/testing/product.ts';

export interface RunningBank {
  readonly url: string;
  readonly process: ChildProcess;
}

const root = join(import.meta.dirname, '..');

/** Runs a command of the product to its end, for example `demo-advance`. */
export function runCommand(
  args: readonly string[],
  environment: Record<string, string>,
  input = '',
): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [...FOR_SHORT_LIVES, SERVER_FILE, ...args], {
    env: { ...process.env, ...environment },
    input,
    encoding: 'utf8',
  });
}

/** Starts the product as an operator does, with these variables, for one test, and waits until it says that it is ready. */
export const startShortBank = (environment: Record<string, string>): Promise<RunningBank> =>
  startBank(environment, FOR_SHORT_LIVES);

/** The same for many tests. */
export function startBank(
  environment: Record<string, string>,
  flags: readonly string[] = [],
): Promise<RunningBank> {
  const child = spawn(process.execPath, [...flags, SERVER_FILE], {
    cwd: root,
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const ready = /ready on (http:\/\/127\.0\.0\.1:\d+)/.exec(said);
      if (ready?.[1]) resolve({ url: ready[1], process: child });
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.on('exit', (code) => reject(new Error(`the product ended with code ${code}:\n${said}`)));
  });
}

/** Asks it to stop and waits until it has. */
export function stopBank(bank: RunningBank): Promise<number | null> {
  return new Promise((resolve) => {
    bank.process.removeAllListeners('exit');
    bank.process.on('exit', (code) => resolve(code));
    bank.process.kill('SIGTERM');
  });
}

/** A data folder for one product, empty or with the demonstration in it. */
export async function newDataFolder(content: 'empty' | 'filled'): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-e2e-'));
  if (content === 'filled') await copyFilledFolder(folder);
  return folder;
}

/** Stops a product and takes its data away. */
export async function endBank(bank: RunningBank, folder: string): Promise<void> {
  await stopBank(bank);
  rmSync(folder, { recursive: true, force: true });
}
