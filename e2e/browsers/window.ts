/** Input as WebDriver and WebDriver BiDi both take it (W3C WebDriver, 17.4 « Actions »). */
export interface InputSource {
  readonly type: 'key' | 'pointer';
  readonly id: string;
  readonly actions: readonly Readonly<Record<string, string | number>>[];
}

/** A window of a browser with nothing in it: no cookies, nothing stored. */
export interface BrowserWindow {
  /** Opens an address and waits until the page has loaded. */
  open(url: string): Promise<void>;
  /** Calls a function in the page; its argument and its result are JSON. */
  call<In, Out>(fn: (input: In) => Out | Promise<Out>, input: In): Promise<Out>;
  act(sources: readonly InputSource[]): Promise<void>;
  /** Whether a native date field goes on to its next part once one is whole. */
  readonly goesOnInDates: boolean;
  /** PNG. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

export interface OtherBrowser {
  readonly newWindow: () => Promise<BrowserWindow>;
  /** The folder that downloads go to. */
  readonly downloads: string;
  readonly close: () => Promise<void>;
}

export const VIEWPORT = { width: 1280, height: 900 };
