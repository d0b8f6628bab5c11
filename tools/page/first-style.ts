import { type Selector, type SelectorComponent, transform } from 'lightningcss';
import { leanStyle, withShortNames } from './lean-style.ts';

/**
 * What a page's stylesheets say of what the page shows, small enough to travel in the page itself: the first paint then waits for nothing
 * else. The whole stylesheets follow once it has been painted (app/start/inline/loader.js).
 */

/** Attributes that an inline script may set before the whole stylesheets are there (app/start/inline). */
export const SET_BY_SCRIPTS: readonly string[] = [
  'data-theme',
  'data-lang-pending',
  'data-folded',
  'data-alive',
];

/** Names of elements, `.classes`, `#ids`, and data attributes of the markup, as `[name]` and `[name=value]`. */
function namesIn(markup: string): ReadonlySet<string> {
  const names = new Set(['html', 'body', 'head']);
  for (const [, name = ''] of markup.matchAll(/<([a-z][\w-]*)/gi)) names.add(name.toLowerCase());
  for (const [, id] of markup.matchAll(/\sid="([^"]*)"/g)) names.add(`#${id}`);
  for (const [, list = ''] of markup.matchAll(/\sclass="([^"]*)"/g))
    for (const name of list.replaceAll('&amp;', '&').replaceAll('&gt;', '>').split(/\s+/))
      names.add(`.${name}`);
  for (const [, name = '', value = ''] of markup.matchAll(/\s(data-[a-z-]+)(?:="([^"]*)")?/g))
    names.add(`[${name}]`).add(`[${name}=${value}]`);
  return names;
}

/** Pseudo-classes that cannot match before the first input, when the whole stylesheets arrive, and those that match no document. */
const WAITING: readonly string[] = ['hover', 'active', 'selection', 'host', '-moz-ui-invalid'];

/** Parts of form controls by their names, and the control that has them. */
const CONTROLS: readonly (readonly [part: RegExp, control: RegExp])[] = [
  [/^file-selector-button/, /<input[^>]* type="file"/],
  [/^placeholder/, / placeholder="/],
  [/^-?webkit-(datetime|date-|calendar)/, /<input[^>]* type="(date|time|datetime-local|month|week)"/],
  [/^-?webkit-search/, /<input[^>]* type="search"/],
  [/^-?webkit-(inner|outer)-spin/, /<input[^>]* type="number"/],
  [/^-?(webkit|moz)-/, /<(input|select|textarea|progress|meter|details)\b/],
];

/** The characters of each `unicode-range` of a stylesheet, as pairs of the first and the last. */
function rangesOf(css: string): readonly (readonly (readonly [number, number])[])[] {
  return [...css.matchAll(/unicode-range:([^;}]*)/g)].map(([, list = '']) =>
    [...list.matchAll(/U\+([\dA-F?]+)(?:-([\dA-F]+))?/gi)].map(([, first = '', last]) => [
      Number.parseInt(first.replaceAll('?', '0'), 16),
      Number.parseInt(last ?? first.replaceAll('?', 'F'), 16),
    ]),
  );
}

const memoryOf = <Value>() => {
  const memory = new Map<string, Value>();
  return (key: string, make: () => Value): Value => {
    const value = memory.get(key) ?? make();
    memory.set(key, value);
    return value;
  };
};

const rangesIn = memoryOf<ReturnType<typeof rangesOf>>();
const styles = memoryOf<string>();

/**
 * All that `styleOf` asks of a markup, as one text. The same page in two languages, and two articles, mostly have the same: their style is then made
 * once. A name with characters that a stylesheet escapes stays in it, there or not.
 */
function sightOf(markup: string, css: string): string {
  const names = [...namesIn(markup)].filter((name) => {
    const bare = name.replace(/^[.#]|^\[|(=.*)?\]$/gs, '');
    return !/^[\w-]+$/.test(bare) || css.includes(bare);
  });
  const points = [...new Set(markup)].map((character) => character.codePointAt(0) ?? 0);
  const ranges = rangesIn(css, () => rangesOf(css)).map((range) =>
    points.some((point) => range.some(([first, last]) => point >= first && point <= last)),
  );
  const controls = CONTROLS.map(([, control]) => control.test(markup));
  const isDisabled = / (aria-)?disabled\b/.test(markup);
  const properties = [...new Set(markup.match(/var\(--[\w-]+|--[\w-]+:/g))];
  return JSON.stringify([names.sort(), ranges, controls, isDisabled, properties.sort()]);
}

/** The markup with nothing in the elements whose opening tag is found; `isWhole` leaves out these tags too. */
function without(html: string, opening: RegExp, isWhole = false): string {
  let kept = '';
  let rest = html;
  for (let found = opening.exec(rest); found; found = opening.exec(rest)) {
    const start = found.index + found[0].length;
    kept += rest.slice(0, isWhole ? found.index : start);
    rest = rest.slice(start);
    const tags = new RegExp(`<(/?)${found[1]}\\b`, 'g');
    for (let depth = 1, tag = tags.exec(rest); tag; tag = tags.exec(rest)) {
      depth += tag[1] ? -1 : 1;
      if (depth > 0) continue;
      rest = rest.slice(tag.index);
      break;
    }
  }
  return kept + rest;
}

/**
 * Without what the first paint does not show: templates, closed dialogs and popovers, the names of other languages, whose letters would ask for other
 * fonts, and what is in the parts below the first screen of any window (`data-below`, and then the footer). Their rules come with the whole
 * stylesheets, a moment after the first paint.
 */
function atFirstSight(html: string): string {
  const closed = html.replace(/<(template|dialog)\b(?![^>]*\sopen\b)[\s\S]*?<\/\1>/g, '');
  const shown = without(
    without(closed, /<(\w+)\b[^>]*\spopover\b[^>]*>/, true),
    /<(\w+)\b[^>]*\sdata-below\b[^>]*>/,
  ).replace(
    /(<a\b[^>]*\shreflang=[^>]*>)([\s\S]*?)(?=<\/a>)/gi,
    (_, link: string, content: string) => link + content.replace(/[^\0-\x7f]/g, ''),
  );
  return / data-below\b/.test(shown) ? without(shown, /<(footer)\b[^>]*>/) : shown;
}

/** `madeStyleOf`, made once for all pages that show the same to a stylesheet. */
export function styleOf(html: string, css: string): string {
  const markup = atFirstSight(html);
  return styles(`${sightOf(markup, css)}\n${css}`, () => madeStyleOf(markup, css));
}

/**
 * The rules of `css` that may hold for the markup at its first sight. A rule that names an element, a class, an id or a data attribute which
 * is nowhere in it is left out; so is what only a pointer over the page or a printer asks for, since the whole stylesheets arrive with the first gesture.
 * Other states and attributes may be there from the beginning (a theme, a chosen option, an open answer): what depends on them stays.
 */
function madeStyleOf(markup: string, css: string): string {
  const names = namesIn(markup);
  const characters = [...new Set(markup)].map((character) => character.codePointAt(0) ?? 0);
  const mayHold = (part: SelectorComponent): boolean => {
    if (part.type === 'class') return names.has(`.${part.name}`);
    if (part.type === 'id') return names.has(`#${part.name}`);
    if (part.type === 'type') return names.has(part.name.toLowerCase());
    if (part.type === 'attribute' && part.name.startsWith('data-') && !SET_BY_SCRIPTS.includes(part.name)) {
      const { operation } = part;
      return names.has(
        operation?.operator === 'equal' ? `[${part.name}=${operation.value}]` : `[${part.name}]`,
      );
    }
    if (part.type === 'pseudo-class' && WAITING.includes(part.kind === 'custom' ? part.name : part.kind))
      return false;
    if (part.type === 'pseudo-element') {
      const name = part.kind === 'custom' ? part.name : part.kind;
      if (WAITING.includes(name)) return false;
      const control = CONTROLS.find(([part]) => part.test(name))?.[1];
      return !control || control.test(markup);
    }
    if (part.type === 'pseudo-class' && part.kind === 'disabled') return / (aria-)?disabled\b/.test(markup);
    if (part.type === 'pseudo-class' && (part.kind === 'is' || part.kind === 'where' || part.kind === 'has'))
      return part.selectors.some(mayFit);
    return true;
  };
  const mayFit = (selector: Selector): boolean => selector.every(mayHold);
  /** Selectors of the rule that is looked at which hold for nothing: each of a list holds by itself. */
  let leftOut: ReadonlySet<string> = new Set();
  const kept = transform({
    filename: 'page.css',
    code: Buffer.from(css),
    minify: true,
    visitor: {
      Rule: {
        style({ value: { selectors } }) {
          if (!selectors.some(mayFit)) return [];
          // A list within a selector weighs what its heaviest member does, there or not.
          const holdsLists = selectors.some((selector) =>
            selector.some((part) => 'selectors' in part && part.selectors),
          );
          leftOut = new Set(
            holdsLists
              ? []
              : selectors.filter((selector) => !mayFit(selector)).map((each) => JSON.stringify(each)),
          );
          return undefined;
        },
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
      Selector: (selector) => (leftOut.has(JSON.stringify(selector)) ? [] : undefined),
      // How something changes, and what the pointer looks like, is seen with the first gesture.
      Declaration: { transition: () => [], 'transition-duration': () => [], cursor: () => [] },
    },
  });
  // Comments of licences stand in the stylesheets themselves.
  const lean = leanStyle(kept.code.toString(), markup).replace(/\/\*![^*]*\*\/\s*/g, '');
  return withShortNames(lean, markup);
}
