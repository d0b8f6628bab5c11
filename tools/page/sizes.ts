import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { prerenderedPaths } from '../../app/page/site-map.ts';
import { notFoundRoute, routes } from '../../app/routes.ts';
import { assetsOf, fontOf, readManifest } from './assets.ts';

/**
 * What a first visit of each page weighs, brotli: its scripts with all they import, its stylesheets, the one font, and the requests
 * for them, whether they are made at once or when the page comes to life.
 */

/** Kilobytes of 1000 bytes; `form` is for pages with a simulator or a form, `office` for what lies behind the sign-in. */
export const budgets = {
  content: { scripts: 87, styles: 15, font: 35, requests: 20 },
  form: { scripts: 150, styles: 15, font: 35, requests: 20 },
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

/** The page itself, the icon and the manifest. */
const ownRequests = 3;

const compressedSize = (file: string) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;

export function weigh(buildDir: string): PageWeight[] {
  const clientDir = join(buildDir, 'client');
  const manifest = readManifest(clientDir);
  const size = (path: string) => compressedSize(join(clientDir, path));
  const total = (paths: readonly string[]) => paths.reduce((sum, path) => sum + size(path), 0);
  const font = fontOf(manifest);
  return [...routes, notFoundRoute].map((route) => {
    const { scripts, stylesheets } = assetsOf(manifest, route);
    return {
      path: prerenderedPaths(route)[0] ?? route.path,
      kind: route.area === 'visitor' ? (route.weight ?? 'content') : 'office',
      scripts: total(scripts),
      styles: total(stylesheets),
      font: size(font),
      requests: scripts.length + stylesheets.length + 1 + ownRequests,
    };
  });
}

/** Which budgets a page goes over, in words. */
export function excesses(page: PageWeight): string[] {
  const budget = budgets[page.kind];
  return parts.flatMap((part) => {
    const limit = part === 'requests' ? budget[part] : budget[part] * 1000;
    return page[part] > limit ? [`${page.path}: ${part} ${page[part]} > ${limit}`] : [];
  });
}
