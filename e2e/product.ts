import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SERVER_FILE } from '../server/testing/built-server.ts';

export interface RunningBank {
  readonly url: string;
  readonly process: ChildProcess;
}

const root = join(import.meta.dirname, '..');

/** Starts the product as an operator does, with these variables, and waits until it says that it is ready. */
export function startBank(environment: Record<string, string>): Promise<RunningBank> {
  const child = spawn(process.execPath, [SERVER_FILE], {
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

const CACHE = join(root, 'node_modules', '.cache', 'guichet');

/**
 * A data folder that the product has filled with the demonstration. It is made once per build and day, since the demonstration counts its
 * days back from today: filling takes six times the processor time of a start on a filled folder.
 */
async function filledFolder(): Promise<string> {
  const build = readFileSync(join(dirname(SERVER_FILE), 'stamp'), 'utf8').slice(0, 16);
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(new Date());
  const filled = join(CACHE, `demonstration-${day}-${build}`);
  if (existsSync(filled)) return filled;
  mkdirSync(CACHE, { recursive: true });
  for (const name of readdirSync(CACHE))
    if (/^demonstration-.{27}$/.test(name)) rmSync(join(CACHE, name), { recursive: true, force: true });
  const draft = mkdtempSync(`${filled}.`);
  await stopBank(await startBank({ DATA_DIR: draft }));
  try {
    renameSync(draft, filled);
  } catch (error) {
    // Another worker was faster: its folder is as good.
    if (!existsSync(filled)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
  return filled;
}

/** A data folder for one product, empty or with the demonstration in it. */
export async function newDataFolder(content: 'empty' | 'filled'): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-e2e-'));
  if (content === 'filled') cpSync(await filledFolder(), folder, { recursive: true });
  return folder;
}

/** Stops a product and takes its data away. */
export async function endBank(bank: RunningBank, folder: string): Promise<void> {
  await stopBank(bank);
  rmSync(folder, { recursive: true, force: true });
}
