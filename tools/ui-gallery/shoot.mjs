// Photographs each part of the gallery in both themes and two widths, to be looked at. Usage: node shoot.mjs [part…]
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGallery, parts } from './serve.mjs';

const shots = process.env.GALLERY_SHOTS ?? join(tmpdir(), 'ui-shots');
await mkdir(shots, { recursive: true });
const gallery = await openGallery();
const asked = process.argv.slice(2);
for (const part of asked.length ? asked : parts)
  for (const theme of ['light', 'dark'])
    for (const width of [390, 1280]) {
      const page = await gallery.browser.newPage({
        viewport: { width, height: 900 },
        reducedMotion: 'reduce',
      });
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') console.log(part, message.text());
      });
      page.on('pageerror', (error) => console.log(part, error.message));
      await page.goto(`${gallery.url}?part=${part}&theme=${theme}`);
      await page.waitForSelector('h1');
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: join(shots, `${part}-${theme}-${width}.png`), fullPage: true });
      await page.close();
    }
await gallery.close();
