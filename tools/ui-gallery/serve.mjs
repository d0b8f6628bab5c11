import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, extname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { build } from 'vite';

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

/** No inline style and no inline script, as in the product: a component that needs one shows it here. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:";

/** The distribution's Chromium, found as tools/ensure.mjs finds it. */
function browserPath() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const name of [
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome-stable',
      'google-chrome',
    ])
      if (existsSync(join(folder, name))) return join(folder, name);
  throw new Error('No Chromium found: run through npm test, or set CHROMIUM_PATH.');
}

/** Builds the gallery, serves it on a free port, opens a browser. `close` ends all three. */
export async function openGallery() {
  const folder = await mkdtemp(join(tmpdir(), 'ui-gallery-'));
  process.env.NODE_ENV = 'production';
  await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
  });
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = path === '/' ? 'index.html' : path.replaceAll('..', '');
    try {
      const body = await readFile(join(folder, file));
      response.writeHead(200, {
        'content-type': types[extname(file)] ?? 'application/octet-stream',
        'content-security-policy': policy,
      });
      response.end(body);
    } catch {
      response.writeHead(204).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({
    executablePath: browserPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  return {
    browser,
    url: `http://127.0.0.1:${server.address().port}/`,
    async close() {
      await browser.close();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const parts = ['actions', 'fields', 'figures', 'disclosures', 'tables', 'drawings', 'rich', 'charts'];
