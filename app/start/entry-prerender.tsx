import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { allNamespaces, needCatalogues, showLanguage } from '../i18n/catalogue-files.ts';
import { currentLanguage, translate, wordsUnder } from '../i18n/catalogues.ts';
import { type LanguageCode, languages, referenceLanguage } from '../i18n/languages.ts';
import { islandWords, wordsOfAll } from '../island-words.ts';
import { islands } from '../islands.ts';
import { languagesOfArea } from '../page/area-language.ts';
import { PageContext } from '../page/current-page.ts';
import { hasAccounts } from '../page/institution.ts';
import { IslandKeeper, type IslandName, type IslandProps } from '../page/island.tsx';
import { pageAddress } from '../page/page-address.ts';
import { prepare } from '../page/screens.ts';
import { languagesOf, matchPath, type PublicPage, paramsOf, pathsOf } from '../page/site-map.ts';
import { pages as allPages, notFoundPage, pageShell } from '../pages.ts';
import '../routes.ts';
import { Fence } from './fence.tsx';
import { Root } from './root.tsx';

export { articles } from '#content/articles/articles.ts';
export { institution, publicUrl } from '../page/institution.ts';

/** The pages of this house. */
const pages = allPages.filter(({ needsAccounts }) => !needsAccounts || hasAccounts);

/** The markup of a page. */
export interface RenderedPage {
  readonly html: string;
  /** Title, description, canonical link: elements of the document's head. */
  readonly head: string;
  /** The islands in it, in their order. */
  readonly islands: readonly IslandName[];
}

/** React marks what it could not render and leaves it to the browser: without this check the build would write an empty page. */
function whole(markup: string): string {
  if (markup.includes('<!--$!-->')) throw new Error('A part of the page could not be rendered.');
  return markup;
}

/** Parts React's output: it writes the elements of the head first, all void elements or titles, then the tree itself. */
function headAndTree(markup: string): { head: string; html: string } {
  const tree = markup.search(/<(?!title|\/title|meta|link)/);
  return { head: markup.slice(0, tree), html: markup.slice(tree) };
}

/** Renders a screen of the single-page application in French, as a browser without JavaScript shows it. */
export async function renderScreen(path: string): Promise<Omit<RenderedPage, 'islands'>> {
  await showLanguage(referenceLanguage);
  await prepare(path);
  return headAndTree(whole(renderToString(<Root path={path} />)));
}

/** Whether a French path has a public page in a language. */
const isPublic = (path: string, language: LanguageCode) =>
  pages.some((page) => paramsOf(page.path, path) !== null && languagesOf(page).includes(language));

/**
 * Links of static markup lead to the pages of its language; a link into the application takes the language with it, so that a person who never
 * chose one goes on in the language they read.
 */
function withLocalLinks(html: string, language: LanguageCode): string {
  if (language === referenceLanguage) return html;
  return html.replace(/(<a\b[^>]*? href=")(\/[^"]*)"/g, (whole, before: string, href: string) => {
    const [, path = '/', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(href) ?? [];
    // A link that names its language leads to that one.
    if (/ hreflang=/i.test(before)) return whole;
    if (isPublic(path, language)) return `${before}${pageAddress(href, language)}"`;
    if (!matchPath(path)) return whole;
    return `${before}${path}${query ? `${query}&amp;` : '?'}langue=${language}${hash}"`;
  });
}

async function renderIsland(name: IslandName, props: IslandProps): Promise<string> {
  const { default: Part } = await islands[name]();
  return whole(
    renderToString(
      <Fence>
        <Part {...props} />
      </Fence>,
      { identifierPrefix: name },
    ),
  );
}

/** Renders a public page in a language, complete, with the markup of its islands. `path` is its French path. */
export async function renderPage(
  page: PublicPage,
  path: string,
  language: LanguageCode,
): Promise<RenderedPage> {
  await showLanguage(language);
  const [{ default: Screen }, { VisitorShell }] = await Promise.all([page.screen(), pageShell()]);
  const kept: { name: IslandName; props: IslandProps }[] = [];
  const keep = (name: IslandName, props: IslandProps) => `<!--island ${kept.push({ name, props }) - 1}-->`;
  const tree: ReactNode = (
    <PageContext value={{ path, languages: languagesOf(page) }}>
      <IslandKeeper value={keep}>
        <VisitorShell>
          <Screen params={paramsOf(page.path, path) ?? {}} />
        </VisitorShell>
      </IslandKeeper>
    </PageContext>
  );
  const { head, html } = headAndTree(renderToStaticMarkup(tree));
  const parts = await Promise.all(kept.map(({ name, props }) => renderIsland(name, props)));
  return {
    head,
    html: withLocalLinks(html, language).replace(
      /<!--island (\d+)-->/g,
      (_, index) => parts[Number(index)] ?? '',
    ),
    islands: kept.map(({ name }) => name),
  };
}

/** The message that what was asked for did not come, in a language. */
export async function failureMessage(language: LanguageCode): Promise<string> {
  await showLanguage(language);
  const { CouldNotOpen } = await pageShell();
  return renderToStaticMarkup(<CouldNotOpen />);
}

/** The public page at an address, for the development server. */
export function pageAt(
  address: string,
): { readonly page: PublicPage; readonly path: string; readonly language: LanguageCode } | null {
  for (const page of pages)
    for (const language of languagesOf(page)) {
      const path = pathsOf(page).find((each) => pageAddress(each, language) === address);
      if (path !== undefined) return { page, path, language };
    }
  return null;
}

/** The words of an island in a language, as the module that the browser loads. @throws when a declared word has no translation. */
export async function wordsOf(name: IslandName, language: LanguageCode): Promise<string> {
  await showLanguage(language);
  const words = wordsUnder([...wordsOfAll, ...islandWords[name]]);
  return `export default ${JSON.stringify({ language: currentLanguage(), words })};`;
}

await needCatalogues(allNamespaces);

/** The `<noscript>` text of screens rendered in the browser. */
export const needsJavaScript: string = translate('common.needsJavaScript');

export { islands, languages, languagesOf, languagesOfArea, notFoundPage, pageAddress, pages, pathsOf };
