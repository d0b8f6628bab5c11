import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prerenderedPaths } from '../app/page/site-map.ts';
import { notFoundRoute, routes } from '../app/routes.ts';
import { htmlDocument } from '../app/start/document.ts';
import { earlyReads } from '../app/start/early-reads.ts';
import { creditWarning } from '../domain/loans/legal-wording.ts';
import { bundleServer } from './bundle-server.mjs';
import { assetsOf, fontOf, readManifest } from './page/assets.ts';
import { compressAll } from './page/compress.ts';
import { styleOf } from './page/first-style.ts';
import { earlyReadsScript, frameScript, hashOf, headScript, loaderScript } from './page/inline.ts';
import { siteFiles } from './page/site-files.ts';

/**
 * Builds the browser's side into `build/` (or BUILD_DIR): hashed assets, one HTML file per page, compressed copies, and `pages.json`,
 * which tells the server which file answers which path and which inline scripts it may run; then the server's own file. Does nothing when
 * nothing changed.
 */

const root = resolve(import.meta.dirname, '..');
const buildDir = resolve(root, process.env.BUILD_DIR || 'build');
// The build replaces this folder whole: one that holds sources would be lost.
if (existsSync(join(buildDir, 'package.json')) || root.startsWith(`${buildDir}/`)) {
  console.error(`BUILD_DIR names ${buildDir}, which holds more than a build.`);
  process.exit(1);
}
/** Moved into place at the end: a build that fails or is interrupted leaves the old one whole. */
const workDir = `${buildDir}.${process.pid}`;
const clientDir = join(workDir, 'client');
const institutionFile = resolve(root, process.env.INSTITUTION_FILE ?? 'content/institution/demo.ts');

const sources = [
  'app/**/*.{ts,tsx,js,css,json,svg,png}',
  'content/**/*',
  'contract/**/*.ts',
  'domain/**/*.ts',
  'locales/**/*.json',
  'public/**/*',
  'tools/build.mjs',
  'tools/page/**/*.ts',
  'vite.config.ts',
  'package-lock.json',
];

/** One hash of everything the build is made from. */
async function stampOfSources() {
  // HOST and PORT do not count: a start beside another would take the pages from under it, for addresses that only a demonstration has.
  const hash = createHash('sha256').update(`${process.version} ${process.env.PUBLIC_URL ?? ''}`);
  // The pages carry the sentence the law asks for on the day they are built: when it changes, they are built again.
  hash.update(creditWarning(new Date().toISOString().slice(0, 10)).text);
  const files = globSync(sources, { cwd: root, exclude: ['**/*.test.ts'], withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .sort();
  for (const file of [...files, institutionFile]) {
    hash.update(`\0${relative(root, file)}\0`).update(await readFile(file));
  }
  return hash.digest('hex');
}

const fileOf = (path) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);

async function writeAt(file, content) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

/** Builds the scripts and styles of the browser, then the module that renders pages at build time. */
async function bundle(say) {
  // Loaded only here: a start that finds everything up to date does without it.
  const { build } = await import('vite');
  const common = { root, logLevel: 'warn', configFile: join(root, 'vite.config.ts') };
  await build({ ...common, build: { outDir: clientDir, emptyOutDir: true } });
  say('scripts and styles');
  await build({
    ...common,
    publicDir: false,
    build: {
      outDir: join(workDir, 'prerender'),
      emptyOutDir: true,
      ssr: true,
      manifest: false,
      minify: false,
      // One file: cut into chunks, modules that import each other in a circle may run before what they need.
      rolldownOptions: { input: 'app/start/entry-prerender.tsx', output: { codeSplitting: false } },
    },
  });
  say('prerenderer');
}

/** Writes the HTML file of a page. Returns its name and the hashes of its inline scripts and styles. */
async function writePage(site, route, path, file) {
  const { manifest, render, institution, needsJavaScript, head, behindFrame } = site;
  const { scripts, stylesheets } = assetsOf(manifest, route);
  const shared = { lang: 'fr', stylesheets, fonts: [fontOf(manifest)], name: institution.brandName };
  const early = earlyReads[route.area];
  if (route.prerender === false && !early) {
    const html = htmlDocument({
      ...shared,
      pageHead: '',
      body: '',
      headScripts: [head],
      modules: scripts,
      noscript: needsJavaScript,
      isIndexed: false,
    });
    await writeAt(join(clientDir, file), html);
    return { file, scriptHashes: [hashOf(head)], styleHashes: [] };
  }
  const page = await render(path);
  const headScripts = early ? [head, earlyReadsScript(early.always, early.home)] : [head];
  const loader = loaderScript({
    modules: scripts,
    sheets: stylesheets,
    isFrame: early !== undefined,
    hasForms: page.html.includes('<form'),
  });
  const sheets = await Promise.all(stylesheets.map((sheet) => readFile(join(clientDir, sheet), 'utf8')));
  const style = styleOf(page.html, sheets.join('\n'));
  const html = htmlDocument({
    ...shared,
    body: page.html,
    style,
    headScripts,
    loaderScript: loader,
    // The frame of the signed-in areas is known at build time: it is shown while the code is loaded.
    ...(early
      ? { pageHead: '', frameScript: behindFrame, noscript: needsJavaScript, isIndexed: false }
      : // A page that is not indexed says so itself (app/page/page-head.tsx).
        { pageHead: page.head, isIndexed: true }),
  });
  await writeAt(join(clientDir, file), html);
  const scriptHashes = [...headScripts, loader, ...(early ? [behindFrame] : [])].map(hashOf);
  return { file, scriptHashes, styleHashes: [hashOf(style)] };
}

/** Writes every page. Returns which file answers which path and which pattern of paths. */
async function writePages(site) {
  const pages = {};
  const patterns = [];
  for (const route of routes) {
    const isPattern = route.path.includes(':');
    for (const path of prerenderedPaths(route))
      pages[path] = await writePage(site, route, path, fileOf(path));
    if (route.unknown) {
      patterns.push({
        path: route.path,
        status: 404,
        ...(await writePage(site, route, route.unknown, fileOf(route.unknown))),
      });
    }
    if (route.prerender === false) {
      const file = fileOf(route.path.replaceAll(':', '_'));
      const page = await writePage(site, route, route.path, file);
      if (isPattern) patterns.push({ path: route.path, status: 200, ...page });
      else pages[route.path] = page;
    }
  }
  const notFound = await writePage(site, notFoundRoute, notFoundRoute.path, '404.html');
  return { pages, patterns, notFound };
}

/** Puts the new build in the place of the old one. */
async function moveIntoPlace() {
  await rm(`${buildDir}.old`, { recursive: true, force: true });
  if (existsSync(buildDir)) await rename(buildDir, `${buildDir}.old`);
  await rename(workDir, buildDir);
  await rm(`${buildDir}.old`, { recursive: true, force: true });
}

async function main() {
  const started = performance.now();
  const say = (text) =>
    console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s  ${text}`);

  const stamp = await stampOfSources();
  const stampFile = join(buildDir, 'stamp');
  if (existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === stamp) {
    console.log('Pages are up to date.');
    return;
  }

  console.log('Building the pages.');
  await bundle(say);
  const { render, articles, institution, publicUrl, needsJavaScript } = await import(
    pathToFileURL(join(workDir, 'prerender/entry-prerender.js')).href
  );
  const answers = await writePages({
    manifest: readManifest(clientDir),
    head: headScript(),
    behindFrame: frameScript(),
    render,
    institution,
    needsJavaScript,
  });
  say(`${Object.keys(answers.pages).length + answers.patterns.length + 1} pages`);

  for (const [name, content] of Object.entries(siteFiles({ institution, publicUrl, articles, routes }))) {
    await writeAt(join(clientDir, name), content);
  }
  const compressed = await compressAll(clientDir);
  say(`${compressed} compressed copies`);

  await writeFile(join(workDir, 'pages.json'), `${JSON.stringify(answers, null, 2)}\n`);
  await writeFile(join(workDir, 'stamp'), stamp);
  await moveIntoPlace();
  say('done');
}

try {
  await main();
  await bundleServer(buildDir);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await rm(workDir, { recursive: true, force: true });
}
