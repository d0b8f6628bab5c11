import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { type Db, rowsOf } from '../db/database.ts';

/** Five wrong passwords or codes block an account for a quarter of an hour (RTS (EU) 2018/389 art. 4(3): at most five). */
const FAILURES_PER_ACCOUNT = 5;
const FAILURES_PER_ADDRESS = 50;
export const BLOCK_MINUTES = 15;
const BLOCK_MS = BLOCK_MINUTES * 60_000;
/** Links to choose a new password: enough for someone whose mail is slow, too few to flood a stranger's mailbox. */
const LINKS_PER_ACCOUNT = 3;
const LINKS_PER_ADDRESS = 20;
/** A document drawn for anyone costs a fifth of a second: more than anybody reads, too few to keep the process busy. */
const DRAWINGS_PER_ADDRESS = 60;

/**
 * Counts failed sign-ins, and what costs us something, per account and per network address, in the database: what is blocked on one node
 * is blocked on all, and stays so when a node starts again. The address is the connection's own, or the one a trusted proxy vouches for.
 */
export interface Attempts {
  /**
   * Runs a check of a secret of this account, one after another on this node: of fifty guesses that arrive together none is looked at
   * before the ones in front of it were counted.
   */
  inTurn<T>(email: string, check: () => Promise<T>): Promise<T>;
  /** @throws Refusal `auth.too-many-attempts` while blocked. */
  requireOpen(email: string, address: string): Promise<void>;
  failed(email: string, address: string): Promise<void>;
  succeeded(email: string): Promise<void>;
  /** Counts a link to be sent; false when the account or the network address has asked for enough. */
  mayWriteTo(email: string, address: string): Promise<boolean>;
  /** Counts a document drawn for somebody who is not signed in. @throws Refusal `request.too-many` after too many. */
  countDrawing(address: string): Promise<void>;
}

type Counter =
  | 'failures-account'
  | 'failures-address'
  | 'links-account'
  | 'links-address'
  | 'drawings-address';

/** Whose counter it is stands in no table: a digest finds it as well. */
const keyOf = (counter: Counter, name: string) =>
  `${counter}:${createHash('sha256').update(name).digest('base64url')}`;

/** @param db the database itself: what is counted must stay counted when a use case is refused. */
export function createAttempts(db: Db, now: () => Date): Attempts {
  const queues = new Map<string, Promise<unknown>>();

  async function countOf(counter: Counter, name: string): Promise<number> {
    const [row] = await rowsOf<{ count: number }>(
      db,
      sql`select count from attempts where key = ${keyOf(counter, name)} and ends_at > ${now().toISOString()}::timestamptz`,
    );
    return row?.count ?? 0;
  }

  /** Adds one and says how many it makes. `prolongs`: the window is counted from the last one, not from the first. */
  async function count(counter: Counter, name: string, { prolongs }: { prolongs: boolean }): Promise<number> {
    const at = now().toISOString();
    const end = new Date(now().getTime() + BLOCK_MS).toISOString();
    const [row] = await rowsOf<{ count: number }>(
      db,
      sql`insert into attempts as a (key, count, ends_at) values (${keyOf(counter, name)}, 1, ${end}::timestamptz)
        on conflict (key) do update set
          count = case when a.ends_at <= ${at}::timestamptz then 1 else a.count + 1 end,
          ends_at = case when a.ends_at <= ${at}::timestamptz or ${prolongs} then excluded.ends_at else a.ends_at end
        returning count`,
    );
    return row?.count ?? 1;
  }

  const forgetEnded = () =>
    db.execute(
      sql`delete from attempts where ends_at < ${new Date(now().getTime() - BLOCK_MS).toISOString()}::timestamptz`,
    );

  return {
    async inTurn(email, check) {
      const before = queues.get(email) ?? Promise.resolve();
      const turn = before.then(check, check);
      const settled = turn.then(
        () => undefined,
        () => undefined,
      );
      queues.set(email, settled);
      try {
        return await turn;
      } finally {
        if (queues.get(email) === settled) queues.delete(email);
      }
    },
    async requireOpen(email, address) {
      const [ofAccount, ofAddress] = [
        await countOf('failures-account', email),
        await countOf('failures-address', address),
      ];
      if (ofAccount >= FAILURES_PER_ACCOUNT || ofAddress >= FAILURES_PER_ADDRESS)
        throw new Refusal('auth.too-many-attempts', { minutes: BLOCK_MINUTES });
    },
    async failed(email, address) {
      await count('failures-account', email, { prolongs: true });
      await count('failures-address', address, { prolongs: false });
      await forgetEnded();
    },
    async succeeded(email) {
      await db.execute(sql`delete from attempts where key = ${keyOf('failures-account', email)}`);
    },
    async mayWriteTo(email, address) {
      const account = await count('links-account', email, { prolongs: false });
      const network = await count('links-address', address, { prolongs: false });
      return account <= LINKS_PER_ACCOUNT && network <= LINKS_PER_ADDRESS;
    },
    async countDrawing(address) {
      if ((await count('drawings-address', address, { prolongs: false })) > DRAWINGS_PER_ADDRESS)
        throw new Refusal('request.too-many', { minutes: BLOCK_MINUTES });
    },
  };
}
