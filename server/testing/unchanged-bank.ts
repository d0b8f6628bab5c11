import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../db/database.ts';
import { hear } from '../signals.ts';

/**
 * Tests that only read, or are refused before anything is written, may use the bank of the test before: a third of the tests of a route are
 * such. Whether anything was written is told by the statements themselves, so no test depends on another.
 */

/** Statements that write nothing begin so. */
const READING = /^\s*(?:select|with|begin|commit|rollback|set local|show)\b/i;
/** And have none of these words. Rows that are only locked count as written. */
const WRITING =
  /\b(?:insert|update|delete|merge|truncate|create|alter|drop|share|lock|nextval|setval|pg_notify|notify)\b/i;

let writes = 0;
let isWatching = false;

/** How many statements may have written so far. */
export const writesSoFar = (): number => writes;

/** Counts statements that may have written, from the first call on. Functions that the database does not know as reading count too. */
export async function watchWrites(db: Db): Promise<void> {
  if (isWatching) return;
  isWatching = true;
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`select proname as name from pg_proc
      where pronamespace = 'public'::regnamespace and provolatile = 'v' and prorettype <> 'trigger'::regtype`,
  );
  const functions = new RegExp(`\\b(?:${rows.map(({ name }) => name).join('|') || 'none'})\\s*\\(`, 'i');
  hear('guichet:statement', ({ text }) => {
    if (!READING.test(text) || WRITING.test(text) || functions.test(text)) writes += 1;
  });
}

/** What a bank is when its set-up has ended. */
interface Unchanged {
  readonly setUp: () => Promise<unknown>;
  readonly writes: number;
  /** What else a test may change: the clock, cookies. */
  readonly state: string;
}

/** A bank that can be let go of, and be had again as it was. */
interface Keepable {
  /** The clock and the cookies of its people. */
  state(): string;
  closeForGood(): Promise<void>;
  /** Keeps its rows, clock and cookies under a name of its own. @returns what opens it again with them. */
  keep(name: string): Promise<() => Promise<void>>;
}

/** What a set-up made, for the tests after one that changed it. */
interface Made {
  readonly setUp: () => Promise<unknown>;
  readonly bank: Keepable;
  readonly openAgain: () => Promise<void>;
  /** Where tests went on to from there: what `fromThere` prepared, by its name. */
  readonly further: Map<string, { readonly value: unknown; readonly openAgain: () => Promise<void> }>;
}

let latest: Keepable | null = null;
let unchanged: Unchanged | null = null;
let made: Made | null = null;
let isKept = false;

/** Tells of a new bank, after the one before is closed. */
export async function openedInstead(): Promise<(bank: Keepable) => void> {
  const kept = isKept ? latest : null;
  isKept = false;
  unchanged = null;
  made = null;
  latest = null;
  await kept?.closeForGood();
  return (bank) => {
    latest = bank;
  };
}

const isUnchanged = (bank: Keepable | null): boolean =>
  bank !== null && bank === latest && unchanged?.writes === writes && unchanged.state === bank.state();

/** Closes a bank, or keeps it for the next test while it is as its set-up left it. */
export async function closeUnlessUnchanged(bank: Keepable): Promise<void> {
  if (isUnchanged(bank)) {
    isKept = true;
    return;
  }
  if (bank === latest) {
    latest = null;
    unchanged = null;
    isKept = false;
  }
  await bank.closeForGood();
}

/**
 * For `beforeEach`: runs the set-up, which opens a bank, before the first test. A test that leaves the bank unchanged leaves it to the next one;
 * after one that changed it, its rows, clock and cookies are put back. The set-up may assign what it opens and makes to variables of the file,
 * which no test assigns anew, and keeps no other state.
 */
export function unlessUnchanged(setUp: () => Promise<unknown>): () => Promise<void> {
  return async () => {
    if (isKept && unchanged?.setUp === setUp && isUnchanged(latest)) {
      isKept = false;
      return;
    }
    if (made?.setUp === setUp) {
      await made.openAgain();
      latest = made.bank;
    } else {
      await setUp();
      made = latest && { setUp, bank: latest, openAgain: await latest.keep(''), further: new Map() };
    }
    unchanged = latest && { setUp, writes, state: latest.state() };
  };
}

/**
 * For what several tests of a file begin with after their set-up, such as a loan of six months: prepares it for the first test, and puts the bank there
 * again for the others. A test that has changed the bank before prepares it itself. @param name says what is prepared, and with what.
 */
export async function fromThere<Value>(name: string, prepare: () => Promise<Value>): Promise<Value> {
  const origin = made;
  if (!origin || !latest || !isUnchanged(latest)) return prepare();
  const known = origin.further.get(name);
  if (known) {
    await known.openAgain();
    return known.value as Value;
  }
  const value = await prepare();
  origin.further.set(name, { value, openAgain: await latest.keep(name) });
  return value;
}
