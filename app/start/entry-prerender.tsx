import { renderToString } from 'react-dom/server';
import { needCatalogues, translate } from '../i18n/catalogues.ts';
import { prepare } from '../page/screens.ts';
import { matchPath } from '../page/site-map.ts';
import { notFoundRoute } from '../routes.ts';
import { Root } from './root.tsx';

export { articles } from '#content/articles/articles.ts';
export { institution, publicUrl } from '../page/institution.ts';

await needCatalogues(['common']);
/** What screens drawn in the browser say to a browser that cannot draw them. */
export const needsJavaScript: string = translate('common.needsJavaScript');

export interface RenderedPage {
  /** The markup of `#root`. */
  readonly html: string;
  /** Title, description, canonical link: what belongs in the document's head. */
  readonly head: string;
  readonly status: 200 | 404;
}

/** Draws one page in French, complete, as a browser without JavaScript will show it. */
export async function render(path: string): Promise<RenderedPage> {
  const { route } = matchPath(path);
  await prepare(path);
  const markup = renderToString(<Root path={path} />);
  // What React could not draw it leaves to the browser, marked so: the build would go on with an empty page.
  if (markup.includes('<!--$!-->')) throw new Error(`${path} could not be drawn.`);
  // React writes the elements it moves to the head first, all of them void elements or titles, then the tree itself.
  const tree = markup.search(/<(?!title|\/title|meta|link)/);
  const status = route === notFoundRoute || route.unknown === path ? 404 : 200;
  return { html: markup.slice(tree), head: markup.slice(0, tree), status };
}
