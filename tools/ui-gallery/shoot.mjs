// Builds the gallery, serves it under the product's style policy, and photographs each part. Usage: node shoot.mjs [part…]

import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { build } from 'vite';

const out = process.env.GALLERY_OUT ?? '/tmp/ui-gallery';
const shots = process.env.GALLERY_SHOTS ?? '/tmp/ui-shots';
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };
process.env.GALLERY_OUT = out;
process.env.NODE_ENV = 'production';
await build({ configFile: join(import.meta.dirname, 'vite.config.ts'), logLevel: 'warn' });
await mkdir(shots, { recursive: true });
const server = createServer(async (request, response) => {
  const path = new URL(request.url, 'http://localhost').pathname;
  const file = path === '/' ? '/index.html' : path;
  try {
    const body = await readFile(join(out, file));
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:",
    });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
}).listen(5471, '127.0.0.1');

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const parts = process.argv.slice(2);
for (const part of parts.length
  ? parts
  : ['actions', 'fields', 'figures', 'disclosures', 'tables', 'drawings', 'rich', 'charts', 'shell'])
  for (const theme of ['light', 'dark'])
    for (const width of [390, 1280]) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          console.log(part, theme, width, message.text());
      });
      page.on('pageerror', (error) => console.log(part, error.message));
      await page.goto(`http://127.0.0.1:5471/?part=${part}&theme=${theme}`);
      await page.waitForSelector('h1');
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0)
        console.log(
          part,
          width,
          `overflows by ${wide}`,
          await page.evaluate(() =>
            [...document.querySelectorAll('main *')]
              .filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
              .map((e) => e.className)
              .slice(0, 8)
              .join(' | '),
          ),
        );
      await page.screenshot({ path: join(shots, `${part}-${theme}-${width}.png`), fullPage: true });
      await page.close();
    }
await browser.close();
server.close();
