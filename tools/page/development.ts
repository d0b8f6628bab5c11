import type { IncomingMessage } from 'node:http';
import type { Plugin, ViteDevServer } from 'vite';
import { islandWords } from '../../app/island-words.ts';
import { islands } from '../../app/islands.ts';
import type { IslandName } from '../../app/page/island.tsx';
import { htmlDocument } from '../../app/start/document.ts';
import { browserEntry, islandStarter, moduleFile, pageScript } from './assets.ts';
import { headScript, islandsScript } from './inline.ts';

/** The documents of the development server: public pages as the build renders them, screens of the application drawn in the browser. */

type Prerender = typeof import('../../app/start/entry-prerender.tsx');

const commonStyle = '/app/start/styles.css';
const shared = { name: 'Guichet', isIndexed: false, fonts: [] };
const wordsAddress = /^\/@words\/([\w-]+)\.(\w+)\.js$/;

async function pageDocument(prerender: Prerender, address: string): Promise<string | null> {
  const found = prerender.pageAt(address);
  if (!found) return null;
  const { page, path, language } = found;
  const { html, head } = await prerender.renderPage(page, path, language);
  const files = Object.fromEntries(
    Object.keys(islandWords).map((name) => [
      name,
      [`/@words/${name}.${language}.js`, `/${moduleFile(islands[name as IslandName])}`],
    ]),
  );
  return htmlDocument({
    ...shared,
    lang: language,
    pageHead: head,
    body: html,
    stylesheets: [commonStyle, ...(page.styles ?? []).map((file) => `/app/${file}`)],
    headScripts: [headScript()],
    loaderScript: islandsScript({
      sheets: [],
      pageScript: `/${pageScript}`,
      starter: `/${islandStarter}`,
      numbers: '',
      files,
      failure: await prerender.failureMessage(language),
    }),
  });
}

const screenDocument = () =>
  htmlDocument({
    ...shared,
    lang: 'fr',
    pageHead: '',
    body: '',
    stylesheets: [commonStyle],
    headScripts: [headScript()],
    modules: [`/${browserEntry}`],
  });

async function answerOf(
  server: ViteDevServer,
  { url = '/', headers }: IncomingMessage,
): Promise<{ type: string; text: string } | null> {
  const address = url.split('?', 1)[0] ?? '/';
  const words = wordsAddress.exec(address);
  if (!words && !headers.accept?.includes('text/html')) return null;
  const prerender = (await server.ssrLoadModule('/app/start/entry-prerender.tsx')) as Prerender;
  if (words) {
    const [, name, language] = words as unknown as [string, IslandName, never];
    return { type: 'text/javascript; charset=utf-8', text: await prerender.wordsOf(name, language) };
  }
  const html = (await pageDocument(prerender, address)) ?? screenDocument();
  return { type: 'text/html; charset=utf-8', text: await server.transformIndexHtml(url, html) };
}

export function developmentDocument(): Plugin {
  return {
    name: 'guichet:development-document',
    apply: 'serve',
    configureServer(server) {
      return () => {
        server.middlewares.use((request, response, next) => {
          answerOf(server, request).then((answer) => {
            if (!answer) return next();
            response.setHeader('content-type', answer.type);
            response.end(answer.text);
          }, next);
        });
      };
    },
  };
}
