import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './bank.ts';

const folder = join(root, 'bench/lighthouse');

/** The first of these programs that is installed. */
function findProgram(names: readonly string[]): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((place) => names.map((name) => join(place, name)))
    .find((path) => existsSync(path));
}

function findBrowser(): string {
  const found =
    process.env.CHROMIUM_PATH ??
    findProgram(['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']);
  if (!found) throw new Error('no Chromium was found: install it, or set CHROMIUM_PATH');
  return found;
}

/**
 * Chromium without a window, in which gestures are timed. A whole Chromium on a machine without a screen presents frames up to seconds after a page has
 * made them, and the time until a frame is presented is what a gesture is judged by.
 */
const findHeadlessShell = () => findProgram(['chromium-headless-shell']) ?? findBrowser();

/** Lighthouse and what drives a browser are packages of their own, installed when they are first needed. */
function ensureTools(): void {
  if (existsSync(join(folder, 'node_modules/lighthouse'))) return;
  const installed = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (installed.status !== 0) throw new Error(`Lighthouse could not be installed: ${installed.stderr}`);
}

export interface Audit {
  readonly url: string;
  /** Of 100, in the order performance, accessibility, best practices, SEO; the first alone where only speed was asked for. */
  readonly scores: readonly number[];
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
  /** What keeps a category below 100. */
  readonly findings: readonly string[];
}

export type BrowserTask =
  | {
      readonly task: 'audit';
      readonly url: string;
      readonly cookie: string | null;
      readonly isSpeedOnly: boolean;
    }
  /** Interaction to next paint of each gesture on a page's sliders, in ms, with the processor slowed like a telephone's. */
  | { readonly task: 'sliders'; readonly url: string; readonly gestures: number }
  /** Evaluates a script that leaves its result in `globalThis.result`. */
  | { readonly task: 'evaluate'; readonly script: string };

export interface Browser {
  /** Does one thing in a browsing context of its own. One at a time. */
  run<T>(task: BrowserTask): Promise<T>;
  close(): Promise<void>;
}

/** A Chromium in a process of its own, kept for many tasks: to start it anew for each takes longer than most of them. */
export function openBrowser(): Browser {
  ensureTools();
  const child = spawn(process.execPath, [join(folder, 'browser.mjs')], {
    cwd: folder,
    env: { ...process.env, CHROMIUM_PATH: findBrowser(), HEADLESS_SHELL_PATH: findHeadlessShell() },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run<T>(task: BrowserTask) {
      child.stdin.write(`${JSON.stringify(task)}\n`);
      const { value, done } = await answers.next();
      if (done) throw new Error(`the browser's task failed: ${errors.slice(-2000)}`);
      return JSON.parse(value) as T;
    },
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}
