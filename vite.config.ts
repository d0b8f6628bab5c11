import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, runnerImport, type UserConfig } from 'vite';
import type { Institution } from './content/institution/schema.ts';
import { usualUrl } from './server/config.ts';
import { madeFonts } from './tools/page/fonts.ts';

const root = import.meta.dirname;
const institutionFile = resolve(root, process.env.INSTITUTION_FILE ?? 'content/institution/demo.ts');

const today = new Date().toISOString().slice(0, 10);

async function readInstitution(): Promise<Institution> {
  const { institutionSchema } = await import(
    pathToFileURL(resolve(root, 'content/institution/schema.ts')).href
  );
  const { href } = pathToFileURL(institutionFile);
  const { default: data } = href.endsWith('.json')
    ? await import(href, { with: { type: 'json' } })
    : await import(href);
  return institutionSchema.parse(data);
}

/**
 * The institution's file as modules, read and validated once, when the build begins: `virtual:claims` has the claims and
 * `virtual:price-list` the prices of loans, which few pages show, and `virtual:institution` what the code of pages reads besides.
 */
function institution(): Plugin {
  return {
    name: 'guichet:institution',
    resolveId: (source) =>
      /^virtual:(institution|claims|price-list)$/.test(source) ? `\0${source}` : undefined,
    async load(asked) {
      if (!/^\0virtual:(institution|claims|price-list)$/.test(asked)) return;
      this.addWatchFile(institutionFile);
      const read = await readInstitution();
      if (asked === '\0virtual:claims') return `export const claims = ${JSON.stringify(read.claims)};`;
      if (asked === '\0virtual:price-list') {
        const { priceListOf } = await fromRepository('domain/loans/standard-price-list.ts');
        return `export const priceList = ${JSON.stringify(priceListOf(read))};`;
      }
      // A page must never show an account to send money to, nor who decides what in the house.
      const { shownOf } = await fromRepository('content/institution/shown.ts');
      const { PUBLIC_URL, HOST, PORT } = process.env;
      const publicUrl = (
        PUBLIC_URL?.trim() || usualUrl(HOST?.trim() || '127.0.0.1', Number(PORT) || 3000)
      ).replace(/\/+$/, '');
      return [
        `export const institution = ${JSON.stringify(shownOf(read))};`,
        `export const publicUrl = ${JSON.stringify(publicUrl)};`,
        `export const builtOn = ${JSON.stringify(today)};`,
      ].join('\n');
    },
  };
}

/** Of a route what the browser needs to call it: its address, and whether it takes an idempotency key. */
interface CalledRoute {
  readonly '~orpc': {
    readonly route: { method?: string; path?: string };
    readonly meta: { idempotent?: boolean };
  };
}

/**
 * The routes of a contract by name, without schemas: those of inputs and answers are the server's, and would be a third of the code. Of what a route
 * declares, the browser reads whether it takes an idempotency key (app/api/client.ts).
 */
function calledRoutes(router: object): object {
  if ('~orpc' in router) {
    const { route, meta } = (router as CalledRoute)['~orpc'];
    const { method, path } = route;
    return {
      '~orpc': { errorMap: {}, meta: meta.idempotent ? { idempotent: true } : {}, route: { method, path } },
    };
  }
  return Object.fromEntries(Object.entries(router).map(([name, part]) => [name, calledRoutes(part)]));
}

/** `virtual:contract`: the contract as the browser calls it. */
function browserContract(): Plugin {
  return {
    name: 'guichet:contract',
    resolveId: (source) => (source === 'virtual:contract' ? `\0${source}` : undefined),
    async load(asked) {
      if (asked !== '\0virtual:contract') return;
      const file = resolve(root, 'contract/index.ts');
      this.addWatchFile(file);
      const { contract } = await import(pathToFileURL(file).href);
      return `export const contract = ${JSON.stringify(calledRoutes(contract))};`;
    },
  };
}

/** The texts of `content/`, read and filled while building: `virtual:articles` is the list of the blog, `virtual:texts` all texts by file. */
function texts(): Plugin {
  let reading: Promise<{ texts: Record<string, unknown>; articles: unknown }> | undefined;
  async function read() {
    const { module } = await runnerImport<typeof import('./content/texts.ts')>(
      resolve(root, 'content/texts.ts'),
      { root, configFile: false, logLevel: 'warn' },
    );
    return { texts: module.textsOf(await readInstitution(), today), articles: module.articleList() };
  }
  return {
    name: 'guichet:texts',
    buildStart() {
      reading = undefined;
    },
    resolveId: (source) => (/^virtual:(texts|articles)$/.test(source) ? `\0${source}` : undefined),
    async load(id) {
      if (id !== '\0virtual:texts' && id !== '\0virtual:articles') return;
      reading ??= read();
      const { texts, articles } = await reading;
      return id === '\0virtual:texts'
        ? `export const texts = ${JSON.stringify(texts)};`
        : `export const articles = ${JSON.stringify(articles)};`;
    },
    hotUpdate({ file, server }) {
      if (!file.startsWith(resolve(root, 'content'))) return;
      reading = undefined;
      this.environment.moduleGraph.invalidateAll();
      server.ws.send({ type: 'full-reload' });
    },
  };
}

/** What the catalogues say by kind of house (LC-6): they have the words of every kind, the build those of this one. */
function houseWords(): Plugin {
  return {
    name: 'guichet:house-words',
    enforce: 'pre',
    async transform(code, id) {
      const name = /\/locales\/\w+\/([\w-]+)\.json$/.exec(id.split('?')[0] ?? '')?.[1];
      if (name === undefined) return;
      const { wordsOfHouse } = await fromRepository('app/i18n/words-of-house.ts');
      return {
        code: JSON.stringify(wordsOfHouse(name, JSON.parse(code), await readInstitution())),
        map: null,
      };
    },
  };
}

/** `virtual:page-style/<file of app without its ending>`: an entry whose stylesheet is that file, for pages that have no script of their own. */
function pageStyles(): Plugin {
  const prefix = 'virtual:page-style/';
  return {
    name: 'guichet:page-styles',
    resolveId: (source) => (source.startsWith(prefix) ? `\0${source}` : undefined),
    load: (id) =>
      id.startsWith(`\0${prefix}`)
        ? `import ${JSON.stringify(resolve(root, 'app', `${id.slice(prefix.length + 1)}.css`))};`
        : undefined,
  };
}

/**
 * React Aria writes a `<style>` element while running, which our Content-Security-Policy refuses. Its rule stands in app/start/shell.css
 * instead, and the code that writes it is taken out here. A new version that no longer contains the code stops the build, so that nobody
 * keeps a rule without a reason.
 */
function withoutInlineStyles(): Plugin {
  const edits = [
    {
      file: /\/react-aria\/dist\/private\/interactions\/usePress\.mjs$/,
      find: /ownerDocument\.head\.prepend\(style\)/,
      write: 'void style',
    },
  ];
  return {
    name: 'guichet:without-inline-styles',
    enforce: 'pre',
    transform(code, id) {
      const edit = edits.find(({ file }) => file.test(id.split('?')[0] ?? ''));
      if (!edit) return;
      if (!edit.find.test(code))
        throw new Error(`${id} no longer writes the style that vite.config.ts takes out.`);
      return { code: code.replace(edit.find, edit.write), map: null };
    },
  };
}

/** Parts of packages that a smaller file of ours, or React itself, does the work of. */
function lighterParts(): Plugin {
  const inPackage = (importer: string | undefined, name: string) =>
    importer?.replaceAll('\\', '/').includes(`/node_modules/${name}/`) ?? false;
  return {
    name: 'guichet:lighter-parts',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source.endsWith('/createLucideIcon.mjs') && inPackage(importer, 'lucide-react'))
        return resolve(root, 'app/ui/icon.ts');
      // wouter still brings what React could not do before version 18.
      if (source === 'use-sync-external-store/shim/index.js' && inPackage(importer, 'wouter'))
        return this.resolve('react', importer, { skipSelf: true });
    },
  };
}

/** Loaded by Node and not bundled with this file: it reads the site map as it is written. */
const fromRepository = (file: string) => import(pathToFileURL(resolve(root, file)).href);

export default defineConfig(
  async ({ isSsrBuild, command }): Promise<UserConfig> => ({
    root,
    appType: 'custom',
    publicDir: 'public',
    plugins: [
      react(),
      tailwindcss(),
      madeFonts(),
      institution(),
      browserContract(),
      texts(),
      houseWords(),
      pageStyles(),
      (await fromRepository('tools/page/island-words.ts')).declaredWords(),
      withoutInlineStyles(),
      lighterParts(),
      (await fromRepository('tools/page/development.ts')).developmentDocument(),
    ],
    server: {
      host: '127.0.0.1',
      port: 5173,
      strictPort: true,
      proxy: { '/api': { target: process.env.API_URL ?? 'http://127.0.0.1:3000', changeOrigin: false } },
    },
    build: {
      manifest: true,
      target: 'baseline-widely-available',
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 400,
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      rolldownOptions: isSsrBuild
        ? { input: 'app/start/entry-prerender.tsx', output: { codeSplitting: false } }
        : {
            input: (await fromRepository('tools/page/assets.ts')).browserEntries(),
            // The loader of public pages imports an island's entry and takes its component.
            preserveEntrySignatures: 'allow-extension',
            output: (await fromRepository('tools/page/chunks.ts')).browserChunks,
            // Creates a component and nothing else: wouter's `Link`, which we do not use, is left out of every page.
            treeshake: { manualPureFunctions: ['forwardRef'] },
          },
    },
    // The build bundles everything; the development server runs React as Node loads it, and bundles only what `lighterParts` writes.
    ssr: {
      noExternal:
        command === 'serve' ? ['lucide-react', 'wouter', 'react-aria', 'react-aria-components'] : true,
    },
  }),
);
