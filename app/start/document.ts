/**
 * The HTML document around a page, used by the build for every file and by the development server. It contains no inline style or script besides
 * those given here, whose hashes go into the page's Content-Security-Policy.
 */

export interface DocumentParts {
  readonly lang: string;
  /** Title, description and similar elements, as React rendered them. */
  readonly pageHead: string;
  /** The markup of the page; empty for screens rendered in the browser. */
  readonly body: string;
  readonly stylesheets: readonly string[];
  /** For prerendered pages: the rules that the first paint needs. The full stylesheets are fetched afterwards. */
  readonly style?: string;
  /** Fonts preloaded, so that the text does not change its face while it is read. */
  readonly fonts: readonly string[];
  /** Scripts of the head, run before the first paint. */
  readonly headScripts: readonly string[];
  /** For pages painted before their code is fetched: the script that fetches it. */
  readonly loaderScript?: string;
  /** For screens without prerendered content: the entry and its dependencies, fetched in parallel. */
  readonly modules?: readonly string[];
  /** For the signed-in areas: `body` holds the frame, shown until the screen is rendered; this script follows it. */
  readonly frameScript?: string;
  /** The `<noscript>` text of screens that need JavaScript. */
  readonly noscript?: string;
  readonly name: string;
  readonly isIndexed: boolean;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function htmlDocument(parts: DocumentParts): string {
  const [entry, ...needed] = parts.modules ?? [];
  const sheets = parts.stylesheets.map((href) => `<link rel="stylesheet" href="${href}">`).join('');
  const lines = [
    '<!doctype html>',
    `<html lang="${parts.lang}" data-theme="light">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    parts.pageHead,
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
    // A prerendered page fetches it after the first paint (app/start/inline/loader.js).
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
