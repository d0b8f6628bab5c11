import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { routes } from '../app/routes.ts';
import { htmlDocument } from '../app/start/document.ts';
import { earlyReads } from '../app/start/early-reads.ts';
import { creditWarning } from '../domain/loans/legal-wording.ts';
import { bundleServer } from './bundle-server.mjs';
import { assetsOf, fontOf, islandFiles, pageScriptOf, readManifest, stylesOf } from './page/assets.ts';
import { compressAll } from './page/compress.ts';
import { styleOf } from './page/first-style.ts';
import {
  earlyReadsScript,
  firstScript,
  frameScript,
  hashOf,
  headScript,
  islandsScript,
  languageScript,
  loaderScript,
  numbersScript,
} from './page/inline.ts';
import { siteFiles } from './page/site-files.ts';

/**
 * Builds the browser's side into `build/` (or BUILD_DIR): hashed assets, one HTML file per public page and language and per screen of the
 * application, compressed copies, and `pages.json`, which tells the server which file answers which path and which inline scripts it may run; then
 * the server's own file. Does nothing when nothing changed.
 *
 * With BUILD_FOR=test, which `npm test` sets, documents are compressed quickly; such a build is made again for everything else.
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

const htmlFileOf = (address) => (address === '/' ? 'index.html' : `${address.slice(1)}.html`);

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
      // Assets are named as in the browser's side, which writes them.
      rolldownOptions: {
        input: 'app/start/entry-prerender.tsx',
        output: { codeSplitting: false, assetFileNames: 'assets/[hash:7][extname]' },
      },
    },
  });
  say('prerenderer');
}

/** The rules that the first paint of some markup needs. */
async function firstStyle(html, stylesheets) {
  const sheets = await Promise.all(stylesheets.map((sheet) => readFile(join(clientDir, sheet), 'utf8')));
  return styleOf(html, sheets.join('\n'));
}

/** Writes an HTML file. Returns its name and the hashes of its inline scripts and styles. */
async function writeDocument(file, parts) {
  await writeAt(join(clientDir, file), htmlDocument(parts));
  const scripts = [...parts.headScripts, parts.loaderScript, parts.frameScript].filter(Boolean);
  return { file, scriptHashes: scripts.map(hashOf), styleHashes: parts.style ? [hashOf(parts.style)] : [] };
}

/** Writes a script under a name made of its content. Returns its address. */
async function writeScript(script) {
  const address = `/assets/${createHash('sha256').update(script).digest('base64url').slice(0, 10)}.js`;
  await writeAt(join(clientDir, address), script);
  return address;
}

/** The words of an island in a language as a file of their own, once. Returns its address. */
async function writeWords(site, name, language) {
  const known = site.words.get(`${name} ${language}`);
  if (known) return known;
  const address = await writeScript(await site.wordsOf(name, language));
  site.words.set(`${name} ${language}`, address);
  return address;
}

/** Writes the file of a public page in a language. `weights` says what it fetches (tools/page/sizes.ts). */
async function writePage(site, page, path, { code, tag }) {
  const { manifest, weights } = site;
  const { html, head, islands } = await site.renderPage(page, path, code);
  const stylesheets = stylesOf(manifest, page);
  const [script] = pageScriptOf(manifest);
  const files = {};
  let starter = '';
  for (const name of new Set(islands)) {
    const island = islandFiles(manifest, name);
    starter = island.starter;
    files[name] = [await writeWords(site, name, code), ...island.files];
  }
  const address = site.pageAddress(path, code);
  // The card request is in every page and is fetched when it is asked for: a page is weighed with what comes by itself.
  const own = islands.filter((name) => name !== 'card-request').flatMap((name) => files[name]);
  const failure = await site.failureMessage(code);
  const numbers = await writeScript(numbersScript());
  const islandLoader = islandsScript({
    sheets: stylesheets,
    pageScript: script,
    starter,
    numbers,
    files,
    failure,
  });
  // A page is lighter by it; one with a form that is sent has its code to fetch as it is.
  const loader = /<form\b[^>]* method=/.test(html) ? [] : [await writeScript(islandLoader)];
  weights.push({
    path: address,
    kind: own.length > 0 ? 'island' : 'text',
    document: htmlFileOf(address),
    scripts: [
      ...new Set([
        ...loader,
        ...pageScriptOf(manifest),
        ...(own.length > 0 ? [starter] : []),
        ...(html.includes('data-amounts') ? [numbers] : []),
        ...own,
      ]),
    ],
    stylesheets,
  });
  const { institution } = site;
  return writeDocument(htmlFileOf(address), {
    lang: code === 'fr' ? 'fr' : tag,
    pageHead: head,
    body: html,
    stylesheets,
    style: await firstStyle(html, stylesheets),
    fonts: [fontOf(manifest)],
    headScripts: [headScript()],
    loaderScript: loader[0] ? firstScript(loader[0]) : islandLoader,
    name: institution.brandName,
    // A page that is not indexed says so itself (app/page/page-head.tsx).
    isIndexed: true,
  });
}

/** Writes the document of a screen of the application. */
async function writeScreen(site, route) {
  const file = htmlFileOf(route.path.replaceAll(':', '_'));
  const { scripts, stylesheets } = assetsOf(site.manifest, route);
  const words = Object.fromEntries(
    site.languagesOfArea(route.area).map(({ code }) => [code, assetsOf(site.manifest, route, code).words]),
  );
  for (const [code, files] of Object.entries(words))
    site.weights.push({
      path: code === 'fr' ? route.path : `${route.path} (${code})`,
      kind: 'office',
      document: file,
      scripts: [...scripts, ...files],
      stylesheets,
    });
  const early = earlyReads[route.area];
  const shared = {
    lang: 'fr',
    stylesheets,
    fonts: [fontOf(site.manifest)],
    name: site.institution.brandName,
    headScripts: [headScript(), languageScript()],
    isIndexed: false,
  };
  if (!route.isPrerendered && !early)
    return writeDocument(file, {
      ...shared,
      pageHead: '',
      body: '',
      modules: [...scripts, ...words.fr],
      noscript: site.needsJavaScript,
    });
  const { html, head } = await site.renderScreen(route.path);
  const parts = {
    ...shared,
    body: html,
    style: await firstStyle(html, stylesheets),
    loaderScript: loaderScript({
      modules: scripts,
      // The entrance would name too many: its other languages find their words by themselves.
      words: early ? words : { fr: words.fr },
      sheets: stylesheets,
      isFrame: early !== undefined,
      hasForms: html.includes('<form'),
    }),
  };
  // Marked, so that a page drawn again in another language can remove them (app/start/entry-browser.tsx).
  const pageHead = head.replace(/<(title|meta|link)\b/g, '<$1 data-page-head');
  if (!early) return writeDocument(file, { ...parts, pageHead });
  // The frame of the signed-in areas is known at build time: it is shown while the code is loaded.
  return writeDocument(file, {
    ...parts,
    headScripts: [...shared.headScripts, earlyReadsScript(early.always, early.home)],
    pageHead: '',
    frameScript: frameScript(),
    noscript: site.needsJavaScript,
  });
}

/** Writes every file. Returns which file answers which path, which pattern of paths, and every other path, by language. */
async function writePages(site) {
  const pages = {};
  const patterns = [];
  const languages = [];
  // One language after the other: the words in use are the same for all that is rendered at a moment.
  for (const language of site.languages) {
    for (const page of site.pages) {
      if (!site.languagesOf(page).includes(language.code)) continue;
      for (const path of site.pathsOf(page))
        pages[site.pageAddress(path, language.code)] = await writePage(site, page, path, language);
      if (page.unknown)
        patterns.push({
          path: site.pageAddress(page.path, language.code),
          status: 404,
          ...(await writePage(site, page, page.unknown, language)),
        });
    }
    languages.push({
      code: language.code,
      tag: language.tag,
      home: site.pageAddress('/', language.code),
      notFound: await writePage(site, site.notFoundPage, site.notFoundPage.path, language),
    });
  }
  for (const route of routes) {
    const screen = await writeScreen(site, route);
    if (route.path.includes(':')) patterns.push({ path: route.path, status: 200, ...screen });
    else pages[route.path] = screen;
  }
  return { pages, patterns, languages };
}

/**
 * Puts the new pages in the place of the old ones, and leaves the server's own file where it is: tests may be running it. The stamp goes first and
 * comes last, so that an interruption in between is followed by a new build.
 */
async function moveIntoPlace() {
  await mkdir(buildDir, { recursive: true });
  await rm(join(buildDir, 'stamp'), { force: true });
  const made = (await readdir(workDir)).filter((name) => name !== 'stamp');
  for (const name of [...made, 'stamp']) {
    const place = join(buildDir, name);
    if (existsSync(place)) await rename(place, join(workDir, `${name}.old`));
    await rename(join(workDir, name), place);
  }
}

async function main() {
  const started = performance.now();
  const say = (text) =>
    console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s  ${text}`);

  const stamp = await stampOfSources();
  const effort = process.env.BUILD_FOR === 'test' ? 'quick' : 'full';
  const stampFile = join(buildDir, 'stamp');
  const built = existsSync(stampFile) ? await readFile(stampFile, 'utf8') : '';
  if (built === `${stamp} full` || built === `${stamp} ${effort}`) {
    console.log('Pages are up to date.');
    return;
  }

  console.log('Building the pages.');
  await bundle(say);
  const prerender = await import(pathToFileURL(join(workDir, 'prerender/entry-prerender.js')).href);
  const weights = [];
  const answers = await writePages({
    ...prerender,
    manifest: readManifest(clientDir),
    words: new Map(),
    weights,
  });
  say(`${Object.keys(answers.pages).length + answers.patterns.length + answers.languages.length} pages`);

  for (const [name, content] of Object.entries(siteFiles(prerender)))
    await writeAt(join(clientDir, name), content);
  const compressed = await compressAll(clientDir, effort);
  say(`${compressed} compressed copies`);

  await writeFile(join(workDir, 'pages.json'), `${JSON.stringify(answers, null, 2)}\n`);
  await writeFile(join(workDir, 'weights.json'), `${JSON.stringify(weights)}\n`);
  await writeFile(join(workDir, 'stamp'), `${stamp} ${effort}`);
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
