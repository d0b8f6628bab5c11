import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { excesses, weigh } from './page/sizes.ts';

/** Weighs every page of the build against its budget and prints a table; exit code 1 when one is too heavy. */

const buildDir = resolve(import.meta.dirname, '..', process.env.BUILD_DIR || 'build');
if (!existsSync(join(buildDir, 'pages.json'))) {
  console.error('Nothing to weigh: run `npm run build` first.');
  process.exit(1);
}

const pages = weigh(buildDir);
const kilobytes = (bytes) => (bytes / 1000).toFixed(1);
const width = Math.max(...pages.map(({ path }) => path.length));
console.log(`${'KB, brotli'.padEnd(width)}  budget  document  scripts  styles   font  requests`);
for (const page of pages) {
  const { path, kind, document, scripts, styles, font, requests } = page;
  console.log(
    [
      path.padEnd(width),
      kind.padEnd(7),
      kilobytes(document).padStart(8),
      kilobytes(scripts).padStart(7),
      kilobytes(styles).padStart(6),
      kilobytes(font).padStart(5),
      String(requests).padStart(8),
    ].join('  '),
  );
}
const over = pages.flatMap(excesses);
for (const line of over) console.error(`Over budget: ${line}`);
process.exitCode = over.length > 0 ? 1 : 0;
