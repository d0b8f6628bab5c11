import { renderToString } from 'react-dom/server';
import { needCatalogues, translate } from '../i18n/catalogues.ts';
import { prepare } from '../page/screens.ts';
import { matchPath } from '../page/site-map.ts';
import { notFoundRoute } from '../routes.ts';
import { Root } from './root.tsx';

export { articles } from '#content/articles/articles.ts';
export { institution, publicUrl } from '../page/institution.ts';

await needCatalogues(['common']);
/** The `<noscript>` text of screens rendered in the browser. */
export const needsJavaScript: string = translate('common.needsJavaScript');

export interface RenderedPage {
  /** The markup of `#root`. */
  readonly html: string;
  /** Title, description, canonical link: elements of the document's head. */
  readonly head: string;
  readonly status: 200 | 404;
}

/** Renders one page in French, complete, as a browser without JavaScript shows it. */
export async function render(path: string): Promise<RenderedPage> {
  const { route } = matchPath(path);
  await prepare(path);
  const markup = renderToString(<Root path={path} />);
  // React marks what it could not render and leaves it to the browser: without this check the build would write an empty page.
  if (markup.includes('<!--$!-->')) throw new Error(`${path} could not be drawn.`);
  // React writes the elements of the head first, all void elements or titles, then the tree itself.
  const tree = markup.search(/<(?!title|\/title|meta|link)/);
  const status = route === notFoundRoute || route.unknown === path ? 404 : 200;
  return { html: markup.slice(tree), head: markup.slice(0, tree), status };
}
