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

/**
 * The rules of `css` that may hold for the markup. Only a rule that names an element, a class or an id which is nowhere in it is left
 * out: states and attributes change (a theme, an open menu, the pointer), so whatever depends on them alone stays.
 */
export function styleOf(markup: string, css: string): string {
  const names = namesIn(markup);
  const mayHold = (part: SelectorComponent): boolean => {
    if (part.type === 'class') return names.has(`.${part.name}`);
    if (part.type === 'id') return names.has(`#${part.name}`);
    if (part.type === 'type') return names.has(part.name.toLowerCase());
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
      },
    },
  });
  return code.toString();
}
