import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const refreshed: string[] = [];
/** Whether the server answers repeated reads. */
let isReadable = true;
const heard = new Map<string, () => void>();
vi.mock('./queries.ts', () => ({
  refresh: async (topics: string[]) => void refreshed.push(topics.join('+')),
  refreshAll: async () => {
    refreshed.push('all');
    return isReadable;
  },
}));

/** The part of the browser's EventSource that is used, driven by the test. */
class FakeEventSource {
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static all: FakeEventSource[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  isClosed = false;
  constructor() {
    FakeEventSource.all.push(this);
  }
  close() {
    this.isClosed = true;
  }
  /** Connects and receives the server's subscription message. */
  open() {
    this.readyState = 1;
    this.onopen?.();
    this.say('{"topics":[]}');
  }
  say(data: string) {
    this.onmessage?.({ data });
  }
  /** `gaveUp`: the answer was an error, so the browser does not reconnect. */
  fail(gaveUp: boolean) {
    this.readyState = gaveUp ? 2 : 0;
    this.onerror?.();
  }
}

const last = () => FakeEventSource.all.at(-1) as FakeEventSource;
let stop: () => void;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('window', {});
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => heard.set(name, listener));
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('document', { addEventListener() {}, removeEventListener() {}, visibilityState: 'visible' });
  FakeEventSource.all = [];
  refreshed.length = 0;
  isReadable = true;
  const { followLive } = await import('./live.ts');
  stop = followLive();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('live updates', () => {
  it('read everything again once connected, because earlier changes were not announced', () => {
    last().open();
    vi.advanceTimersByTime(0);
    expect(refreshed).toEqual(['all']);
  });

  it('read again what a message names, and survive a message they do not understand', () => {
    last().open();
    vi.advanceTimersByTime(0);
    last().say('{"topics":["account","loans","something-new"]}');
    last().say('not json');
    last().say('{"topics":"loans"}');
    expect(refreshed).toEqual(['all', 'account+loans', '', '']);
  });

  it('read everything once when the connection flaps', () => {
    for (let times = 0; times < 10; times += 1) {
      last().open();
      vi.advanceTimersByTime(100);
      last().fail(false);
    }
    last().open();
    expect(refreshed).toEqual(['all']);
    vi.advanceTimersByTime(5000);
    expect(refreshed).toEqual(['all', 'all']);
  });

  it('leave a broken connection to the browser, which reconnects', () => {
    last().open();
    last().fail(false);
    vi.advanceTimersByTime(60_000);
    expect(FakeEventSource.all).toHaveLength(1);
  });

  it('reconnect with growing delays when the browser gave up', () => {
    for (const atMost of [1250, 2500, 5000, 10_000, 20_000, 37_500, 37_500]) {
      const before = FakeEventSource.all.length;
      last().fail(true);
      vi.advanceTimersByTime(atMost * 0.5);
      expect(FakeEventSource.all).toHaveLength(before);
      vi.advanceTimersByTime(atMost * 0.5 + 1);
      expect(FakeEventSource.all).toHaveLength(before + 1);
    }
  });

  it('reconnect with the network, even if the old stream reported no failure', () => {
    last().open();
    vi.advanceTimersByTime(6000);
    const old = last();
    heard.get('online')?.();
    expect(old.isClosed).toBe(true);
    last().open();
    vi.advanceTimersByTime(0);
    expect(refreshed).toEqual(['all', 'all']);
  });

  it('read everything again until the server has answered', async () => {
    isReadable = false;
    last().open();
    await vi.advanceTimersByTimeAsync(11_000);
    expect(refreshed).toEqual(['all', 'all', 'all']);
    isReadable = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(refreshed).toHaveLength(4);
  });

  it('stop when the screen is left', () => {
    last().open();
    stop();
    vi.advanceTimersByTime(60_000);
    expect(last().isClosed).toBe(true);
    expect(refreshed).toEqual([]);
  });
});

/** The page after its document opened the stream before the code arrived. */
async function adopt(stream: FakeEventSource, said: readonly string[]): Promise<void> {
  stop();
  FakeEventSource.all = [stream];
  refreshed.length = 0;
  window.earlyReads = {
    live: stream as unknown as EventSource,
    answers: new Map(),
    said,
    ready: Promise.resolve(),
  };
  const { followLive } = await import('./live.ts');
  stop = followLive();
}

describe('a stream that the document opened early', () => {
  const opened = () => Object.assign(new FakeEventSource(), { readyState: FakeEventSource.OPEN });

  it('is taken over, and only what it named meanwhile is read again', async () => {
    await adopt(opened(), ['{"topics":["loans"]}']);
    vi.advanceTimersByTime(60_000);
    last().say('{"topics":["account"]}');
    expect(refreshed).toEqual(['loans', 'account']);
    expect(FakeEventSource.all).toHaveLength(1);
    stop();
    expect(last().isClosed).toBe(true);
    expect(window.earlyReads).toBeUndefined();
  });

  it('reads everything again after it reconnected', async () => {
    await adopt(opened(), []);
    last().fail(false);
    last().open();
    vi.advanceTimersByTime(0);
    expect(refreshed).toEqual(['all']);
  });

  it('is replaced when it broke before the takeover, and everything is read again', async () => {
    await adopt(Object.assign(opened(), { readyState: FakeEventSource.CLOSED }), []);
    expect(FakeEventSource.all).toHaveLength(2);
    last().open();
    vi.advanceTimersByTime(0);
    expect(refreshed).toEqual(['all']);
  });
});
