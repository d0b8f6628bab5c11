import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { freePort } from '../bank.ts';
import { type BrowserWindow, type OtherBrowser, VIEWPORT } from './window.ts';

/** WebKitGTK over WebDriver, in a window of a virtual screen: it has no headless mode. */

type Call = <Result = unknown>(
  method: string,
  path: string,
  body?: object,
  patienceMs?: number,
) => Promise<Result>;

/** A command that is not answered by then has failed. */
const PATIENCE_MS = 30_000;
/** Beginning a session takes half a second, or for ever: one in forty. It is begun again. */
const SESSION_PATIENCE_MS = 8_000;
const SESSION_ATTEMPTS = 3;

const callerOf =
  (address: string): Call =>
  async (method, path, body, patienceMs = PATIENCE_MS) => {
    const answer = await fetch(`${address}${path}`, {
      method,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value as never;
  };

/** Ends a program with all that it has started. */
function endOf(program: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    program.once('exit', () => resolve());
    killGroup(program);
  });
}

function killGroup({ pid, exitCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGKILL');
}

/** A program with a process group of its own, which also ends with this process. */
function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], env, detached: true });
  const end = () => killGroup(child);
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
}

/** Waits until the driver answers: it says nothing when it is ready. */
async function isReady(call: Call): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await call('GET', '/status');
      return;
    } catch (error) {
      if (attempt === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

interface Session {
  readonly call: Call;
  readonly sessionId: string;
  readonly driver: ChildProcess;
}

/** A session with a driver of its own. */
async function startSession(miniBrowser: string, env: NodeJS.ProcessEnv): Promise<Session> {
  const options = { binary: miniBrowser, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const driver = start('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], env);
    const call = callerOf(`http://127.0.0.1:${port}`);
    try {
      await isReady(call);
      const body = { capabilities };
      const { sessionId } = await call<{ sessionId: string }>('POST', '/session', body, SESSION_PATIENCE_MS);
      return { call, sessionId, driver };
    } catch (error) {
      await endOf(driver);
      if (attempt === SESSION_ATTEMPTS) throw error;
    }
  }
}

async function openWindow(miniBrowser: string, env: NodeJS.ProcessEnv): Promise<BrowserWindow> {
  const { call, sessionId, driver } = await startSession(miniBrowser, env);
  const session = `/session/${sessionId}`;
  await call('POST', `${session}/window/rect`, { x: 0, y: 0, ...VIEWPORT });
  return {
    goesOnInDates: false,
    async open(url) {
      await call('POST', `${session}/url`, { url });
    },
    async call(fn, input) {
      const script = `const [input, done] = arguments;
        Promise.resolve(JSON.parse(input)).then(${fn}).then(
          (value) => done(JSON.stringify({ value: value ?? null })),
          (error) => done(JSON.stringify({ error: String(error) })));`;
      const body = { script, args: [JSON.stringify(input ?? null)] };
      const answer = JSON.parse(await call<string>('POST', `${session}/execute/async`, body));
      if (answer.error) throw new Error(answer.error);
      return answer.value;
    },
    async act(actions) {
      await call('POST', `${session}/actions`, { actions });
    },
    async screenshot() {
      return Buffer.from(await call<string>('GET', `${session}/screenshot`), 'base64');
    },
    async close() {
      await call('DELETE', session);
      await endOf(driver);
    },
  };
}

async function startScreen(): Promise<{ display: string; screen: ChildProcess }> {
  const { width, height } = VIEWPORT;
  const size = ['-screen', '0', `${width}x${height}x24`];
  const screen = start('Xvfb', ['-displayfd', '3', '-nolisten', 'tcp', ...size], process.env);
  const number = screen.stdio[3] as Readable;
  const display = await new Promise<string>((resolve) =>
    number.once('data', (chunk) => resolve(`:${String(chunk).trim()}`)),
  );
  return { display, screen };
}

export async function startWebKit(miniBrowser: string): Promise<OtherBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-webkit-'));
  const downloads = join(folder, 'downloads');
  mkdirSync(join(folder, 'gtk-3.0'));
  mkdirSync(downloads);
  writeFileSync(join(folder, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  writeFileSync(join(folder, 'gtk-3.0', 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  const { display, screen } = await startScreen();
  const env = {
    ...process.env,
    DISPLAY: display,
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    TZ: 'Europe/Paris',
    // Its sandbox needs user namespaces, which containers do not grant; only our own pages are opened.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  };
  return {
    newWindow: () => openWindow(miniBrowser, env),
    downloads,
    async close() {
      await endOf(screen);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
