import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fontOf, readManifest } from './assets.ts';

/**
 * What a first visit of each page weighs, brotli: its scripts with all they import, its stylesheets, the one font, and the requests for them. A page
 * with islands is weighed with all of them and their words, whether they are fetched at once or when they come near the window.
 */

/**
 * Kilobytes of 1000 bytes: a `text` page has nothing that answers but its header, an `island` page has, `office` is behind the sign-in. On a slow line the
 * font comes in one flight of its connection (14.6 KB with 0.9 of headers) and the document in two (43.8 KB): each flight more is 0.15 s before
 * the largest paint (decision 0017).
 */
export const budgets = {
  text: { document: 24, scripts: 8, styles: 15, font: 13.7, requests: 10 },
  island: { document: 24, scripts: 95, styles: 15, font: 13.7, requests: 20 },
  office: { document: 24, scripts: 250, styles: 22, font: 13.7, requests: 45 },
} as const;

const parts = ['document', 'scripts', 'styles', 'font', 'requests'] as const;

export interface PageWeight {
  readonly path: string;
  readonly kind: keyof typeof budgets;
  /** Bytes, and a number of requests. */
  readonly document: number;
  readonly scripts: number;
  readonly styles: number;
  readonly font: number;
  readonly requests: number;
}

/** What the build wrote of a page (tools/build.mjs). */
interface WrittenPage {
  readonly path: string;
  readonly kind: keyof typeof budgets;
  readonly document: string;
  readonly scripts: readonly string[];
  readonly stylesheets: readonly string[];
}

/** The page itself, the icon and the manifest. */
const ownRequests = 3;

const compressedSize = (file: string) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;

export function weigh(buildDir: string): PageWeight[] {
  const clientDir = join(buildDir, 'client');
  const written = JSON.parse(readFileSync(join(buildDir, 'weights.json'), 'utf8')) as WrittenPage[];
  const size = (path: string) => compressedSize(join(clientDir, path));
  const total = (paths: readonly string[]) => paths.reduce((sum, path) => sum + size(path), 0);
  const font = size(fontOf(readManifest(clientDir)));
  return written.map(({ path, kind, document, scripts, stylesheets }) => ({
    path,
    kind,
    document: size(document),
    scripts: total(scripts),
    styles: total(stylesheets),
    font,
    requests: scripts.length + stylesheets.length + 1 + ownRequests,
  }));
}

/** Which budgets a page goes over, in words. */
export function excesses(page: PageWeight): string[] {
  const budget = budgets[page.kind];
  return parts.flatMap((part) => {
    const limit = part === 'requests' ? budget[part] : budget[part] * 1000;
    return page[part] > limit ? [`${page.path}: ${part} ${page[part]} > ${limit}`] : [];
  });
}
