import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { frenchListOf } from '../../app/i18n/french/list-of.ts';
import { namespacesOf, type Route } from '../../app/page/site-map.ts';
import { shells } from '../../app/routes.ts';

/** Which files of the build a page needs. The build links them, the size check weighs them: both ask here. */

interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

const entry = 'app/start/entry-browser.tsx';

/** The source file of a lazily loaded module, read from `() => import('./room/file.tsx')`, relative to the repository. */
export function moduleFile(load: () => Promise<unknown>): string {
  const file = /import\(\s*['"]\.\/(.+?)['"]\s*\)/.exec(load.toString())?.[1];
  if (!file) throw new Error(`Not a lazy import of one file: ${load}`);
  return `app/${file}`;
}

export function readManifest(clientDir: string): Manifest {
  return JSON.parse(readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8')) as Manifest;
}

function withImports(manifest: Manifest, keys: readonly string[]): Chunk[] {
  const found = new Map<string, Chunk>();
  const visit = (key: string) => {
    if (found.has(key)) return;
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no chunk for ${key}.`);
    found.set(key, chunk);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const key of keys) visit(key);
  return [...found.values()];
}

export interface PageAssets {
  readonly scripts: readonly string[];
  readonly stylesheets: readonly string[];
}

/** Scripts (the entry first) and stylesheets that a route needs to be drawn, in French. */
export function assetsOf(manifest: Manifest, route: Route): PageAssets {
  const words = namespacesOf(route).map((namespace) => {
    const list = frenchListOf(namespace);
    return list === null ? `locales/fr/${namespace}.json` : `app/i18n/french/${list}.ts`;
  });
  const chunks = withImports(manifest, [
    entry,
    moduleFile(route.screen),
    moduleFile(shells[route.area]),
    ...words,
  ]);
  const paths = (files: readonly string[]) => [...new Set(files)].map((file) => `/${file}`);
  return {
    scripts: paths(chunks.map((chunk) => chunk.file)),
    stylesheets: paths(chunks.flatMap((chunk) => chunk.css ?? [])),
  };
}

/** The font file that carries French: the one every page fetches at once. */
export function fontOf(manifest: Manifest): string {
  const font = Object.values(manifest).find((chunk) => chunk.src?.includes('instrument-sans-first'));
  if (!font) throw new Error('The build has no first font file.');
  return `/${font.file}`;
}
