import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { frenchWordsOf } from './page/page-language.ts';

/** Reads every page of the build in another language than French and names the French words on it; exit code 1 when there is one. */

const client = join(resolve(import.meta.dirname, '..', process.env.BUILD_DIR || 'build'), 'client');
if (!existsSync(client)) {
  console.error('Nothing to read: run `npm run build` first.');
  process.exit(1);
}

const pages = globSync('**/*.html', { cwd: client }).sort();
let others = 0;
for (const page of pages) {
  const html = readFileSync(join(client, page), 'utf8');
  if (/<html[^>]*\blang="fr/.test(html)) continue;
  others += 1;
  for (const word of new Set(frenchWordsOf(html))) {
    console.error(`French on ${page}: ${word}`);
    process.exitCode = 1;
  }
}
console.log(`${others} of ${pages.length} pages are in other languages than French.`);
if (others === 0) process.exitCode = 1;
