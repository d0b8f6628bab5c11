import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fontOf, readManifest } from './assets.ts';

/**
 * What a first visit of each page weighs, brotli: its scripts with all they import, its stylesheets, the one font, and the requests for them. A page
 * with islands is weighed with all of them and their words, whether they are fetched at once or when they come near the window.
 */

/** Kilobytes of 1000 bytes: a `text` page has nothing that answers but its header, an `island` page has, `office` is behind the sign-in. */
export const budgets = {
  text: { scripts: 8, styles: 15, font: 35, requests: 10 },
  island: { scripts: 100, styles: 15, font: 35, requests: 20 },
  office: { scripts: 250, styles: 22, font: 35, requests: 45 },
} as const;

const parts = ['scripts', 'styles', 'font', 'requests'] as const;

export interface PageWeight {
  readonly path: string;
  readonly kind: keyof typeof budgets;
  /** Bytes, and a number of requests. */
  readonly scripts: number;
  readonly styles: number;
  readonly font: number;
  readonly requests: number;
}

/** What the build wrote of a page (tools/build.mjs). */
interface WrittenPage {
  readonly path: string;
  readonly kind: keyof typeof budgets;
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
  return written.map(({ path, kind, scripts, stylesheets }) => ({
    path,
    kind,
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
