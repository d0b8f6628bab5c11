import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserWindow, type OtherBrowser, VIEWPORT } from './window.ts';

/**
 * Debian's Firefox ESR over WebDriver BiDi. Playwright's channel for it (1.65) sends a command that this Firefox does not know, and
 * puppeteer-core brings 80 packages for the eight commands below.
 */

interface Answer {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly error?: string;
  readonly message?: string;
  readonly result?: unknown;
}

type Send = <Result = unknown>(method: string, params: object) => Promise<Result>;

/** The commands of a BiDi connection, each answered by its number. */
function connect(url: string): Promise<{ send: Send; end: () => void }> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  let sent = 0;
  socket.onmessage = ({ data }) => {
    const { id, type, error, message, result } = JSON.parse(String(data)) as Answer;
    const call = id === undefined ? undefined : waiting.get(id);
    if (!call || id === undefined) return;
    waiting.delete(id);
    if (type === 'success') call.resolve(result as never);
    else call.reject(new Error(`${error}: ${message}`));
  };
  const send: Send = (method, params) =>
    new Promise((resolve, reject) => {
      sent += 1;
      waiting.set(sent, { resolve, reject });
      socket.send(JSON.stringify({ id: sent, method, params }));
    });
  return new Promise((resolve, reject) => {
    socket.onopen = () => resolve({ send, end: () => socket.close() });
    socket.onerror = () => reject(new Error(`No connection to ${url}`));
  });
}

async function openWindow(send: Send): Promise<BrowserWindow> {
  const { userContext } = await send<{ userContext: string }>('browser.createUserContext', {});
  const created = { type: 'tab', userContext };
  const { context } = await send<{ context: string }>('browsingContext.create', created);
  await send('browsingContext.setViewport', { context, viewport: VIEWPORT });
  return {
    goesOnInDates: true,
    async open(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async call(fn, input) {
      const answer = await send<{
        result: { value: string };
        exceptionDetails?: { text: string };
      }>('script.callFunction', {
        functionDeclaration: `async (input) => JSON.stringify((await (${fn})(JSON.parse(input))) ?? null)`,
        arguments: [{ type: 'string', value: JSON.stringify(input ?? null) }],
        awaitPromise: true,
        target: { context },
      });
      if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
      return JSON.parse(answer.result.value);
    },
    async act(actions) {
      await send('input.performActions', { context, actions });
    },
    async screenshot() {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    async close() {
      await send('browser.removeUserContext', { userContext });
    },
  };
}

/** Settings of the profile; what automation needs besides, Firefox sets by itself. */
function preferences(downloads: string): string {
  const chosen = {
    'browser.download.dir': downloads,
    'browser.download.folderList': 2,
    'browser.download.alwaysOpenPanel': false,
    'intl.accept_languages': 'fr-FR, fr',
    'ui.prefersReducedMotion': 1,
  };
  return Object.entries(chosen)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');
}

export async function startFirefox(program: string): Promise<OtherBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-firefox-'));
  writeFileSync(join(folder, 'user.js'), preferences(folder));
  const firefox = spawn(program, ['--headless', '--profile', folder, '--remote-debugging-port', '0'], {
    env: { ...process.env, HOME: folder, TZ: 'Europe/Paris' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // A run that is broken off leaves no browser behind.
  const end = () => firefox.kill('SIGKILL');
  process.once('exit', end);
  firefox.once('exit', () => process.off('exit', end));
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    firefox.stderr.on('data', (chunk) => {
      said += chunk;
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said);
      if (found?.[1]) resolve(found[1]);
    });
    firefox.once('exit', () => reject(new Error(`Firefox ended:\n${said}`)));
  });
  const { send, end: disconnect } = await connect(`${address}/session`);
  await send('session.new', { capabilities: {} });
  return {
    newWindow: () => openWindow(send),
    downloads: folder,
    async close() {
      const ended = new Promise((resolve) => firefox.once('exit', resolve));
      disconnect();
      firefox.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
