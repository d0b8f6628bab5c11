import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test';

/**
 * The tab that the tests of a worker share, one after the other. A fresh browser context costs three quarters of the processor time of a page
 * load: it starts a renderer, loads every script anew and compiles it. Here the tab keeps its renderer, its cache and its compiled code, and is
 * emptied after each test.
 *
 * What can be emptied is a list (`UNDONE_ON_PAGE`, `UNDONE_ON_CONTEXT`). A test that calls anything else on its page or context, for example
 * `clock`, `grantPermissions` or `newPage`, uses the tab up, and the next test gets a fresh one; so does a test that fails.
 */

/** What leaves nothing behind in a tab that was emptied. */
const UNDONE_ON_PAGE = [
  // Reading, and waiting.
  ...['context', 'content', 'frames', 'isClosed', 'mainFrame', 'request', 'screenshot', 'title', 'url'],
  ...['viewportSize', 'waitForEvent', 'waitForFunction', 'waitForLoadState', 'waitForRequest'],
  ...['waitForResponse', 'waitForTimeout', 'waitForURL', 'ariaSnapshot'],
  // Finding and changing what belongs to the document, which goes with it.
  ...[
    'frameLocator',
    'locator',
    'getByAltText',
    'getByLabel',
    'getByPlaceholder',
    'getByRole',
    'getByTestId',
  ],
  ...[
    'getByText',
    'getByTitle',
    'click',
    'fill',
    'focus',
    'press',
    'addScriptTag',
    'addStyleTag',
    'evaluate',
  ],
  ...['evaluateHandle', 'goto', 'goBack', 'goForward', 'reload', 'setContent'],
  // `keyboard.down` and `mouse.down` are guarded on their own.
  ...['keyboard', 'mouse'],
  // Undone by `empty`.
  ...['addInitScript', 'route', 'setViewportSize', 'unroute', 'unrouteAll'],
  ...['on', 'once', 'off', 'addListener', 'removeListener'],
];

const UNDONE_ON_CONTEXT = [
  ...['browser', 'cookies', 'pages', 'request', 'storageState', 'isClosed'],
  ...['addCookies', 'clearCookies'],
  // Playwright records a failed test that is tried again.
  ...['tracing', 'debugger'],
];

/** What Playwright itself calls on both to hand over events. */
const EVENTS = ['emit', 'eventNames', 'getMaxListeners', 'listenerCount', 'listeners', 'rawListeners'];

type Listener = (...values: never[]) => void;
interface Emitter {
  eventNames(): string[];
  listeners(name: string): Listener[];
  removeListener(name: string, listener: Listener): void;
}

interface Tab {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly cdp: CDPSession;
  /** The listeners that Playwright and this file put on the page. */
  readonly ownListeners: ReadonlySet<Listener>;
  /** What takes back the scripts that the test runs before a page's own. */
  readonly initScripts: { dispose(): Promise<void> }[];
  /** The first use that cannot be undone. */
  usedUpBy: string | null;
}

/** Every public name of an object and of its classes, apart from those of all objects. */
function namesOf(target: object): string[] {
  const names = new Set<string>();
  for (let one = target; one !== Object.prototype; one = Object.getPrototypeOf(one))
    for (const name of Object.getOwnPropertyNames(one)) names.add(name);
  return [...names].filter((name) => name !== 'constructor' && !name.startsWith('_'));
}

/** Has `onUse` called when a name of the object is used that `undone` does not list. */
function guard(target: object, undone: readonly string[], onUse: (name: string) => void): void {
  for (const name of namesOf(target).filter((one) => !undone.includes(one))) {
    const value: unknown = Reflect.get(target, name);
    Object.defineProperty(target, name, {
      configurable: true,
      get() {
        onUse(name);
        return value;
      },
    });
  }
}

const listenersOf = (page: Page) => {
  const emitter = page as unknown as Emitter;
  return emitter.eventNames().flatMap((name) => emitter.listeners(name).map((one) => ({ name, one })));
};

async function openTab(browser: Browser, origin: string): Promise<Tab> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  page.on('framenavigated', (frame) => {
    const visited = URL.canParse(frame.url()) ? new URL(frame.url()).origin : 'null';
    // Storage is emptied for one origin. Blank pages and the browser's own have none.
    if (visited !== origin && visited !== 'null') tab.usedUpBy ??= visited;
  });
  const tab: Tab = {
    context,
    page,
    cdp,
    ownListeners: new Set(listenersOf(page).map(({ one }) => one)),
    initScripts: [],
    usedUpBy: null,
  };
  const addInitScript = page.addInitScript.bind(page);
  page.addInitScript = async (script: never, value?: unknown) => {
    const added = await addInitScript(script, value);
    tab.initScripts.push(added);
    return added;
  };
  const onUse = (name: string) => {
    tab.usedUpBy ??= name;
  };
  guard(page, [...UNDONE_ON_PAGE, ...EVENTS], onUse);
  guard(context, [...UNDONE_ON_CONTEXT, ...EVENTS], onUse);
  guard(page.keyboard, ['press', 'type', 'insertText'], onUse);
  guard(page.mouse, ['click', 'dblclick', 'move', 'wheel'], onUse);
  return tab;
}

/**
 * Runs in an empty document of the origin: takes away what its pages stored. `true` when nothing is left, `false` when there is what the
 * product does not use today (databases, caches, service workers).
 */
async function emptyStorage(): Promise<boolean> {
  localStorage.clear();
  sessionStorage.clear();
  window.name = '';
  const left = await Promise.all([
    indexedDB.databases(),
    // Where the page is not secure there are neither.
    globalThis.caches?.keys() ?? [],
    navigator.serviceWorker?.getRegistrations() ?? [],
  ]);
  return left.every(({ length }) => length === 0);
}

/** Takes away everything that a test left in the tab. */
async function empty({ context, page, cdp, ownListeners, initScripts }: Tab, home: Home): Promise<boolean> {
  // A route may still be handling a call when the test ends.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const { name, one } of listenersOf(page))
    if (!ownListeners.has(one)) (page as unknown as Emitter).removeListener(name, one);
  await Promise.all(initScripts.splice(0).map((script) => script.dispose()));
  // The pointer leaves the window, so that it lies on nothing of the next page.
  await page.mouse.move(-1, -1);
  // A file of the origin that runs no code; the page before is left, and what it does then is over.
  await page.goto(`${home.origin}/robots.txt`);
  const isEmpty = await page.evaluate(emptyStorage);
  await context.clearCookies();
  await cdp.send('Page.resetNavigationHistory');
  const { viewport } = home.options;
  const size = page.viewportSize();
  if (viewport && (size?.width !== viewport.width || size.height !== viewport.height))
    await page.setViewportSize(viewport);
  return isEmpty && context.pages().length === 1;
}

interface Home {
  readonly origin: string;
  readonly options: BrowserContextOptions;
}

/** The tab of a worker, fresh when the one before was used up or has other options. */
export class KeptTab {
  readonly #browser: Browser;
  #tab: Tab | null = null;
  #home: Home = { origin: '', options: {} };

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** The context, with one page, for a test with these options (`test.use`); Playwright gives them to every new context of the test. */
  async take(options: BrowserContextOptions): Promise<BrowserContext> {
    if (this.#tab && JSON.stringify(options) !== JSON.stringify(this.#home.options)) await this.close();
    this.#home = { origin: new URL(options.baseURL ?? '').origin, options };
    this.#tab ??= await openTab(this.#browser, this.#home.origin);
    return this.#tab.context;
  }

  /** Empties the tab after a test that passed, or closes it. */
  async giveBack(hasPassed: boolean): Promise<void> {
    const tab = this.#tab;
    if (!tab) return;
    const isKept = hasPassed && !tab.usedUpBy && !tab.page.isClosed() && (await empty(tab, this.#home));
    // Emptying itself may be what shows that the tab is used up: a page opens another when it is left.
    if (!isKept || tab.usedUpBy) await this.close();
  }

  async close(): Promise<void> {
    await this.#tab?.context.close();
    this.#tab = null;
  }
}
