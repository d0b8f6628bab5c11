import { type Selector, type SelectorComponent, transform } from 'lightningcss';

/**
 * What a page's stylesheets say of what the page shows, small enough to travel in the page itself: the first paint then waits for nothing
 * else. The whole stylesheets follow once it has been painted (app/inline/loader.js).
 */

/** Names of elements, `.classes` and `#ids` of the markup. */
function namesIn(markup: string): ReadonlySet<string> {
  const names = new Set(['html', 'body', 'head']);
  for (const [, name = ''] of markup.matchAll(/<([a-z][\w-]*)/gi)) names.add(name.toLowerCase());
  for (const [, id] of markup.matchAll(/\sid="([^"]*)"/g)) names.add(`#${id}`);
  for (const [, list = ''] of markup.matchAll(/\sclass="([^"]*)"/g))
    for (const name of list.replaceAll('&amp;', '&').replaceAll('&gt;', '>').split(/\s+/))
      names.add(`.${name}`);
  return names;
}

/** Parts of form controls, which a page without any has none of. */
const ofControls = /^(file-selector-button|placeholder|-?webkit-|-?moz-)/;

/**
 * The rules of `css` that may hold for the markup at its first sight. A rule that names an element, a class or an id which is nowhere in it
 * is left out; so is what only a pointer over the page or a printer asks for, since the whole stylesheets arrive with the first gesture.
 * Other states and attributes may be there from the beginning (a theme, a chosen option, an open answer): what depends on them stays.
 */
export function styleOf(markup: string, css: string): string {
  const names = namesIn(markup);
  const characters = [...new Set(markup)].map((character) => character.codePointAt(0) ?? 0);
  const hasControls = ['input', 'select', 'textarea'].some((name) => names.has(name));
  const mayHold = (part: SelectorComponent): boolean => {
    if (part.type === 'class') return names.has(`.${part.name}`);
    if (part.type === 'id') return names.has(`#${part.name}`);
    if (part.type === 'type') return names.has(part.name.toLowerCase());
    if (part.type === 'pseudo-class' && (part.kind === 'hover' || part.kind === 'active')) return false;
    if (part.type === 'pseudo-element') {
      const name = part.kind === 'custom' ? part.name : part.kind;
      return hasControls || !ofControls.test(name);
    }
    if (part.type === 'pseudo-class' && (part.kind === 'is' || part.kind === 'where'))
      return part.selectors.some(mayFit);
    return true;
  };
  const mayFit = (selector: Selector): boolean => selector.every(mayHold);
  const { code } = transform({
    filename: 'page.css',
    code: Buffer.from(css),
    minify: true,
    visitor: {
      Rule: {
        style: ({ value }) => (value.selectors.some(mayFit) ? undefined : []),
        // A font that has no character of the page is not asked for by it.
        'font-face': ({ value }) => {
          const ranges = value.properties.find(({ type }) => type === 'unicode-range');
          if (ranges?.type !== 'unicode-range') return;
          const has = (point: number) =>
            ranges.value.some(({ start, end }) => point >= start && point <= end);
          return characters.some(has) ? undefined : [];
        },
        media: ({ value }) =>
          value.query.mediaQueries.every(({ mediaType }) => mediaType === 'print') ? [] : undefined,
      },
    },
  });
  // Comments of licences stand in the stylesheets themselves.
  return code.toString().replace(/\/\*![^*]*\*\/\s*/g, '');
}
