import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namespacesOf, shells } from '../../app/routes.ts';

/**
 * Which files of the build a page needs. The build links them, the size check weighs them: both ask here.
 *
 * @typedef {{ file: string, src?: string, imports?: string[], css?: string[], assets?: string[] }} Chunk
 * @typedef {Record<string, Chunk>} Manifest
 */

const entry = 'app/entry-browser.tsx';

/** The source file of a lazily loaded module, read from `() => import('./room/file.tsx')`, relative to the repository. */
export function moduleFile(load) {
  const file = /import\(\s*['"]\.\/(.+?)['"]\s*\)/.exec(load.toString())?.[1];
  if (!file) throw new Error(`Not a lazy import of one file: ${load}`);
  return `app/${file}`;
}

/** @returns {Manifest} */
export function readManifest(clientDir) {
  return JSON.parse(readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8'));
}

function withImports(manifest, keys) {
  const found = new Set();
  const visit = (key) => {
    if (found.has(key)) return;
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no chunk for ${key}.`);
    found.add(key);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const key of keys) visit(key);
  return [...found].map((key) => manifest[key]);
}

/**
 * Scripts (the entry first) and stylesheets that a route needs to be drawn, in French.
 *
 * @param {Manifest} manifest
 * @param {import('../../app/routes.ts').Route} route
 */
export function assetsOf(manifest, route) {
  const words = namespacesOf(route)
    .map((namespace) => `locales/fr/${namespace}.json`)
    .filter((file) => manifest[file]);
  const chunks = withImports(manifest, [
    entry,
    moduleFile(route.screen),
    moduleFile(shells[route.area]),
    ...words,
  ]);
  const unique = (files) => [...new Set(files)].map((file) => `/${file}`);
  return {
    scripts: unique(chunks.map((chunk) => chunk.file)),
    stylesheets: unique(chunks.flatMap((chunk) => chunk.css ?? [])),
  };
}

/** The font file that carries French: the one every page fetches at once. */
export function fontOf(manifest) {
  const font = Object.values(manifest).find((chunk) =>
    /instrument-sans-latin-wght-normal/.test(chunk.src ?? ''),
  );
  if (!font) throw new Error('The build has no latin font file.');
  return `/${font.file}`;
}
