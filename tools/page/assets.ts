import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { areaListOf } from '../../app/i18n/area-lists.ts';
import { isInClientList } from '../../app/i18n/clients/list-of.ts';
import { islands } from '../../app/islands.ts';
import type { IslandName } from '../../app/page/island.tsx';
import { namespacesOf, type PublicPage, type Route } from '../../app/page/site-map.ts';
import { pages } from '../../app/pages.ts';
import { shells } from '../../app/routes.ts';

/** Which files of the build a page needs. The build links them, the size check weighs them: both ask here. */

interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

/** The entries of the browser's side: the single-page application, the script of public pages, and what starts their islands. */
export const browserEntry = 'app/start/entry-browser.tsx';
export const pageScript = 'app/visitor/page-script.ts';
export const islandStarter = 'app/start/entry-islands.tsx';

/** The stylesheet of every page. */
const commonStyle = 'start/styles.css';

/** The stylesheets that only public pages name. */
const pageStyles = [...new Set(pages.flatMap(({ styles }) => styles ?? []))];

/** The entry whose stylesheet is a file of `app/` (vite.config.ts). */
const styleEntry = (file: string) => `virtual:page-style/${file.replace(/\.css$/, '')}`;

/** The code of each island is an entry of its own: the loader names its file. */
export const islandEntries = (): readonly string[] => Object.values(islands).map(moduleFile);

export const browserEntries = (): readonly string[] => [
  browserEntry,
  pageScript,
  islandStarter,
  ...islandEntries(),
  ...[commonStyle, ...pageStyles].map(styleEntry),
];

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

const addresses = (files: readonly string[]) => [...new Set(files)].map((file) => `/${file}`);

export interface ScreenAssets {
  readonly scripts: readonly string[];
  /** The files of its words. */
  readonly words: readonly string[];
  readonly stylesheets: readonly string[];
}

/** Where the build finds the words of a namespace in a language; those that it lacks are read in French. */
function wordsOf(manifest: Manifest, code: string, namespace: string): string {
  const list = areaListOf(code, namespace);
  if (list !== null) return join('app/i18n', list);
  if (code === 'fr') return `locales/fr/${namespace}.json`;
  if (isInClientList(namespace)) return `app/i18n/clients/${code}.ts`;
  const own = `locales/${code}/${namespace}.json`;
  return manifest[own] ? own : wordsOf(manifest, 'fr', namespace);
}

/** Scripts (the entry first), words in a language and stylesheets that a screen of the application needs to be drawn. */
export function assetsOf(manifest: Manifest, route: Route, code = 'fr'): ScreenAssets {
  const namespaces = namespacesOf(route).map((namespace) => wordsOf(manifest, code, namespace));
  const words = withImports(
    manifest,
    code === 'fr' ? namespaces : [`app/i18n/words/${code}.ts`, ...namespaces],
  );
  const chunks = withImports(manifest, [
    browserEntry,
    moduleFile(route.screen),
    moduleFile(shells[route.area]),
  ]);
  const scripts = addresses(chunks.map((chunk) => chunk.file));
  return {
    scripts,
    words: addresses(words.map((chunk) => chunk.file)).filter((file) => !scripts.includes(file)),
    stylesheets: addresses(chunks.flatMap((chunk) => chunk.css ?? [])),
  };
}

function fileOf(manifest: Manifest, source: string): string {
  const file = manifest[source]?.file;
  if (!file) throw new Error(`The build has no file for ${source}.`);
  return `/${file}`;
}

/** The stylesheets of a public page, in their order. */
export const stylesOf = (manifest: Manifest, page: PublicPage): readonly string[] =>
  addresses(
    withImports(manifest, [commonStyle, ...(page.styles ?? [])].map(styleEntry)).flatMap(
      ({ css }) => css ?? [],
    ),
  );

export const pageScriptOf = (manifest: Manifest): readonly string[] =>
  addresses(withImports(manifest, [pageScript]).map(({ file }) => file));

/** The script that starts islands, and what an island needs besides: the file of its code, then all that both import. */
export function islandFiles(
  manifest: Manifest,
  name: IslandName,
): { readonly starter: string; readonly files: readonly string[] } {
  const starter = fileOf(manifest, islandStarter);
  const chunks = withImports(manifest, [moduleFile(islands[name]), islandStarter]);
  return { starter, files: addresses(chunks.map(({ file }) => file)).filter((file) => file !== starter) };
}

/** The font file that carries French: the one every page fetches at once. */
export function fontOf(manifest: Manifest): string {
  const font = Object.values(manifest).find((chunk) => chunk.src?.includes('instrument-sans-first'));
  if (!font) throw new Error('The build has no first font file.');
  return `/${font.file}`;
}
