/**
 * The HTML document around a page: used by the build for every file it writes and by the development server. No inline
 * style and no inline script but those given here, whose hashes go into the page's Content-Security-Policy.
 */

export interface DocumentParts {
  readonly lang: string;
  /** Title, description and the like, as React drew them. */
  readonly pageHead: string;
  /** The markup of the page; empty for screens that are drawn in the browser. */
  readonly body: string;
  readonly stylesheets: readonly string[];
  /** For prerendered pages: what their stylesheets say of what they show. The rest is fetched once they have been painted. */
  readonly style?: string;
  /** Fonts fetched at once, so that the text does not change its face while it is read. */
  readonly fonts: readonly string[];
  /** Scripts of the head, run before the first paint. */
  readonly headScripts: readonly string[];
  /** For pages that are painted before their code is fetched: the inline loader. */
  readonly loaderScript?: string;
  /** For screens that show nothing before: the entry, then what it will need, fetched at the same time. */
  readonly modules?: readonly string[];
  /** For the signed-in areas: `body` is their frame alone, shown until the screen is drawn, and this stands behind it. */
  readonly frameScript?: string;
  /** Words for browsers without JavaScript, on screens that cannot do without. */
  readonly noscript?: string;
  readonly name: string;
  readonly isIndexed: boolean;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function htmlDocument(parts: DocumentParts): string {
  const [entry, ...needed] = parts.modules ?? [];
  // Marked, so that a page drawn afresh in another language can take them away (app/start/entry-browser.tsx).
  const pageHead = parts.pageHead.replace(/<(title|meta|link)\b/g, '<$1 data-page-head');
  const sheets = parts.stylesheets.map((href) => `<link rel="stylesheet" href="${href}">`).join('');
  const lines = [
    '<!doctype html>',
    `<html lang="${parts.lang}" data-theme="light">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    pageHead,
    parts.isIndexed ? '' : '<meta name="robots" content="noindex">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="format-detection" content="telephone=no">',
    ...parts.headScripts.map((script) => `<script>${script}</script>`),
    ...parts.fonts.map(
      (href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`,
    ),
    parts.style === undefined ? sheets : `<style>${parts.style}</style><noscript>${sheets}</noscript>`,
    ...needed.map((href) => `<link rel="modulepreload" href="${href}">`),
    entry ? `<script type="module" src="${entry}"></script>` : '',
    '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/icon-180.png">',
    // A prerendered page asks for it once it has been painted (app/start/inline/loader.js).
    parts.loaderScript ? '' : '<link rel="manifest" href="/manifest.webmanifest">',
    `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(parts.name)}" href="/blog/rss.xml">`,
    '</head>',
    '<body>',
    parts.frameScript
      ? `<div id="root" class="only-scripted" data-frame inert>${parts.body}</div><script>${parts.frameScript}</script>`
      : `<div id="root">${parts.body}</div>`,
    parts.noscript ? `<noscript><p class="page section">${escapeHtml(parts.noscript)}</p></noscript>` : '',
    parts.loaderScript ? `<script>${parts.loaderScript}</script>` : '',
    '</body>',
    '</html>',
    '',
  ];
  return lines.filter((line, index) => line !== '' || index === lines.length - 1).join('\n');
}
