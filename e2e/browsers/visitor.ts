import type { BrowserWindow, InputSource } from './window.ts';

/** Keys by their WebDriver code (W3C WebDriver, 17.4.2). */
export const KEYS = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Control: '\uE009',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowRight: '\uE014',
} as const;

type Key = keyof typeof KEYS;

const PATIENCE_MS = 15_000;
const PAUSE_MS = 100;

/** A text as a pattern: any kind of space matches. */
const pattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s/g, '\\s+');

interface Aim {
  readonly selector: string;
  /** Of the accessible name, from its beginning. */
  readonly name?: string;
}

/**
 * The middle of what a person would press: the first visible match, in the open dialog when there is one, scrolled into view and not covered by
 * anything, once it stands still. Runs in the page.
 */
async function pointOf({ selector, name }: Aim): Promise<{ x: number; y: number } | null> {
  const dialog = [...document.querySelectorAll('dialog[open], [role=dialog]')].at(-1);
  const nameOf = (element: HTMLElement) =>
    (element.ariaLabel ?? (element.innerText.trim() || element.title)).replace(/\s+/g, ' ').trim();
  const named = name === undefined ? null : new RegExp(`^${name}`);
  const found = [...(dialog ?? document).querySelectorAll<HTMLElement>(selector)].find(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.getClientRects().length > 0 &&
      (named === null || named.test(nameOf(element))),
  );
  if (!found) return null;
  found.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = found.getBoundingClientRect();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const { left, top, width, height } = found.getBoundingClientRect();
  if (left !== before.left || top !== before.top) return null;
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  const hit = document.elementFromPoint(x, y);
  return hit && (found.contains(hit) || hit.contains(found)) ? { x, y } : null;
}

/** A person at a window: what they press, type and read. Every step waits until it can be done. */
export interface Visitor {
  readonly window: BrowserWindow;
  open(path: string): Promise<void>;
  /** Presses a button, link, tab or the like by its name, or an element by a selector. */
  press(name: string): Promise<void>;
  pressOn(selector: string): Promise<void>;
  /** Replaces what a field holds. */
  fill(field: string, text: string): Promise<void>;
  /** Puts the focus where the keyboard would: at the beginning of a field. */
  focus(selector: string): Promise<void>;
  /** Types where the focus is. */
  type(text: string): Promise<void>;
  key(...keys: Key[]): Promise<void>;
  /** Chooses an option of a native list, whose pop-up belongs to the desktop and not to the page. */
  choose(field: string, value: string): Promise<void>;
  /** Types a day into a native date field, which asks for the month first in English. */
  typeDay(field: string, day: { month: string; day: string; year: string }): Promise<void>;
  /** Waits until the code of a prerendered page has taken over. */
  isAlive(): Promise<void>;
  reads(text: string | RegExp): Promise<void>;
  readsNoMore(text: string): Promise<void>;
  isAt(path: string | RegExp): Promise<void>;
  /** Waits until a function says yes in the page. */
  waitsFor<In>(what: string, isTrue: (input: In) => boolean, input: In): Promise<void>;
}

const keyActions = (keys: readonly string[]): InputSource => ({
  type: 'key',
  id: 'keyboard',
  actions: keys.flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
});

export function visitorOf(window: BrowserWindow, address: string): Visitor {
  async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + PATIENCE_MS;
    let failure = '';
    while (Date.now() < end) {
      // While a page is left, its scripts can no longer be called.
      const answer = await isTrue().catch((error: Error) => {
        failure = ` (${error.message})`;
        return false;
      });
      if (answer) return;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    throw new Error(`Waited in vain: ${what}${failure}`);
  }

  const point = (actions: InputSource['actions']) =>
    window.act([{ type: 'pointer', id: 'mouse', actions: [...actions] }]);

  async function pressAim(aim: Aim): Promise<void> {
    await until(`press ${aim.name ?? aim.selector}`, async () => {
      const seen = await window.call(pointOf, aim);
      if (!seen) return false;
      await point([{ type: 'pointerMove', duration: 0, ...seen }]);
      // A page that still loads moves meanwhile: as a person does, look again before pressing.
      const still = await window.call(pointOf, aim);
      if (still?.x !== seen.x || still.y !== seen.y) return false;
      await point([
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]);
      return true;
    });
  }

  const visitor: Visitor = {
    window,
    open: (path) => window.open(address + path),
    press: (name) =>
      pressAim({
        selector: 'a[href], button, summary, [role=button], [role=tab], [role=menuitem]',
        name: pattern(name),
      }),
    pressOn: (selector) => pressAim({ selector }),
    async fill(field, text) {
      await pressAim({ selector: `[name="${field}"]` });
      const all = [
        { type: 'keyDown', value: KEYS.Control },
        { type: 'keyDown', value: 'a' },
        { type: 'keyUp', value: 'a' },
        { type: 'keyUp', value: KEYS.Control },
      ];
      await window.act([{ type: 'key', id: 'keyboard', actions: all }]);
      await visitor.type(text);
    },
    async focus(selector) {
      await visitor.waitsFor(`have ${selector}`, (css) => document.querySelector(css) !== null, selector);
      await window.call((css) => document.querySelector<HTMLElement>(css)?.focus(), selector);
    },
    type: (text) => window.act([keyActions([...text])]),
    key: (...keys) => window.act([keyActions(keys.map((key) => KEYS[key]))]),
    async typeDay(field, { month, day, year }) {
      await visitor.focus(field);
      // Firefox goes on to the next part by itself, WebKit waits for the arrow.
      const next = window.goesOnInDates ? '' : KEYS.ArrowRight;
      await visitor.type(`${month}${next}${day}${next}${year}`);
    },
    isAlive: () =>
      visitor.waitsFor(
        'be alive',
        () =>
          document.documentElement.dataset.alive !== undefined ||
          Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
        null,
      ),
    async choose(field, value) {
      await visitor.focus(`select[name="${field}"]`);
      await window.call(
        ({ selector, chosen }) => {
          const list = document.querySelector<HTMLSelectElement>(selector);
          if (!list) throw new Error(`No ${selector}`);
          list.value = chosen;
          list.dispatchEvent(new Event('input', { bubbles: true }));
          list.dispatchEvent(new Event('change', { bubbles: true }));
        },
        { selector: `select[name="${field}"]`, chosen: value },
      );
    },
    reads: (text) => readsIt(text, true),
    readsNoMore: (text) => readsIt(text, false),
    isAt: (path) =>
      visitor.waitsFor(
        `be at ${path}`,
        ({ source }) => new RegExp(source).test(location.pathname + location.search),
        { source: typeof path === 'string' ? `^${pattern(path)}$` : path.source },
      ),
    waitsFor: (what, isTrue, input) => until(what, () => window.call(isTrue, input)),
  };

  const readsIt = (text: string | RegExp, isThere: boolean) =>
    visitor.waitsFor(
      `${isThere ? 'read' : 'read no more'} ${text}`,
      ({ source, wanted }) => {
        const isShown = getComputedStyle(document.documentElement).visibility === 'visible';
        return (isShown && new RegExp(source).test(document.body.innerText)) === wanted;
      },
      { source: typeof text === 'string' ? pattern(text) : text.source, wanted: isThere },
    );

  return visitor;
}
