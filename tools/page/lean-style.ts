import { transform } from 'lightningcss';

/** Properties of one's own (`--name`) that hold for the whole page at every width, so that their fallback values can go. */
function alwaysSet(style: string): ReadonlySet<string> {
  const names = new Set<string>();
  let conditions = 0;
  const enter = () => {
    conditions += 1;
  };
  const leave = () => {
    conditions -= 1;
  };
  transform({
    filename: 'page.css',
    code: Buffer.from(style),
    visitor: {
      Rule: {
        media: enter,
        supports: enter,
        container: enter,
        style({ value: { selectors, declarations } }) {
          const isRoot = selectors.some(
            ([part, ...more]) => part?.type === 'pseudo-class' && part.kind === 'root' && more.length === 0,
          );
          if (!isRoot || conditions > 0) return;
          for (const each of declarations.declarations)
            if (each.property === 'custom') names.add(each.value.name);
        },
      },
      RuleExit: { media: leave, supports: leave, container: leave },
    },
  });
  return names;
}

/**
 * The same style in fewer bytes, for the page whose markup this is: without properties of its own and animations that nothing asks for, what
 * would stand in for a property that is always set or never, and the range of a font that has no other to leave characters to.
 */
export const leanStyle = (style: string, markup: string): string => leaner(style, markup, alwaysSet(style));

/** Once more, until nothing goes. What was always set and goes is read nowhere, so that `set` is asked once: it takes as long as the rest. */
function leaner(style: string, markup: string, set: ReadonlySet<string>): string {
  const read = new Set([...`${style}${markup}`.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  const declared = new Set([...`${style}${markup}`.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
  const animations = new Set(
    [...style.matchAll(/animation(?:-name)?:([^;}]*)/g)].flatMap(([, value = '']) => value.split(/[\s,]+/)),
  );
  const ranges = [...style.matchAll(/@font-face\{font-family:([^;}]*)[^}]*unicode-range/g)];
  const families = ranges.map(([, family]) => family);
  const isAlone = new Set(families).size === families.length;
  const { code } = transform({
    filename: 'page.css',
    code: Buffer.from(style),
    minify: true,
    visitor: {
      Rule: {
        keyframes: ({ value: { name } }) => (animations.has(name.value) ? undefined : []),
      },
      Declaration: {
        custom: ({ name }) => (name.startsWith('--') && !read.has(name) ? [] : undefined),
      },
      Variable({ name: { ident }, fallback }) {
        if (fallback && !declared.has(ident)) return fallback;
        return fallback && set.has(ident) ? { type: 'var', value: { name: { ident } } } : undefined;
      },
    },
  });
  // The compiler writes a prefixed copy of some declarations each time.
  const once = code.toString().replace(/(?<=[{;])([\w-]+:[^;{}]*;)\1+/g, '$1');
  const less = isAlone ? once.replace(/;unicode-range:[^;}]*/g, '') : once;
  return less.length < style.length ? leaner(less, markup, set) : less;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The nth of the shortest names: a, b … Z, aa, ab … */
const shortName = (n: number): string =>
  (n < LETTERS.length ? '' : shortName(Math.floor(n / LETTERS.length) - 1)) + LETTERS[n % LETTERS.length];

/**
 * The same style with short names for its own properties, the commonest first. Only the page's first style reads them: the whole stylesheets bring every
 * rule again under the names of the sources. What the markup names, and what only a script sets, stays.
 */
export function withShortNames(style: string, markup: string): string {
  const declared = new Set([...style.matchAll(/(?<=[{;])(--[\w-]+):/g)].map(([, name]) => name));
  const uses = new Map<string, number>();
  for (const [name] of style.matchAll(/--[\w-]+/g))
    if (declared.has(name) && !markup.includes(name)) uses.set(name, (uses.get(name) ?? 0) + 1);
  const names = [...uses].sort(([, a], [, b]) => b - a).map(([name]) => name);
  const short = new Map(names.map((name, index) => [name, `--${shortName(index)}`]));
  return style.replace(/--[\w-]+/g, (name) => short.get(name) ?? name);
}
