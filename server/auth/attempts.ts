import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Refusal } from '#domain/errors.ts';

/** Five wrong passwords block an account for a quarter of an hour (RTS (EU) 2018/389 art. 4(3): at most five). */
const FAILURES_PER_ACCOUNT = 5;
const FAILURES_PER_ADDRESS = 50;
export const BLOCK_MINUTES = 15;
const BLOCK_SECONDS = BLOCK_MINUTES * 60;
/** Links to choose a new password: enough for someone whose mail is slow, too few to flood a stranger's mailbox. */
const LINKS_PER_ACCOUNT = 3;
const LINKS_PER_ADDRESS = 20;
/** A document drawn for anyone costs a fifth of a second: more than anybody reads, too few to keep the process busy. */
const DRAWINGS_PER_ADDRESS = 60;

/** Counts failed sign-ins, and what costs us something, per account and per network address. The address is the connection's own, never a header's. */
export interface Attempts {
  /** @throws Refusal `auth.too-many-attempts` while blocked. */
  requireOpen(email: string, address: string): Promise<void>;
  failed(email: string, address: string): Promise<void>;
  succeeded(email: string): Promise<void>;
  /** Counts a link to be sent; false when the account or the network address has asked for enough. */
  mayWriteTo(email: string, address: string): Promise<boolean>;
  /** Counts a document drawn for somebody who is not signed in. @throws Refusal `request.too-many` after too many. */
  countDrawing(address: string): Promise<void>;
}

export function createAttempts(): Attempts {
  const perAccount = new RateLimiterMemory({ points: FAILURES_PER_ACCOUNT, duration: BLOCK_SECONDS });
  const perAddress = new RateLimiterMemory({ points: FAILURES_PER_ADDRESS, duration: BLOCK_SECONDS });
  const linksPerAccount = new RateLimiterMemory({ points: LINKS_PER_ACCOUNT, duration: BLOCK_SECONDS });
  const linksPerAddress = new RateLimiterMemory({ points: LINKS_PER_ADDRESS, duration: BLOCK_SECONDS });
  const drawings = new RateLimiterMemory({ points: DRAWINGS_PER_ADDRESS, duration: BLOCK_SECONDS });
  const blocked = async (limiter: RateLimiterMemory, key: string, points: number) =>
    ((await limiter.get(key))?.consumedPoints ?? 0) >= points;
  return {
    async requireOpen(email, address) {
      if (
        (await blocked(perAccount, email, FAILURES_PER_ACCOUNT)) ||
        (await blocked(perAddress, address, FAILURES_PER_ADDRESS))
      )
        throw new Refusal('auth.too-many-attempts', { minutes: BLOCK_MINUTES });
    },
    async failed(email, address) {
      await perAccount.penalty(email, 1);
      await perAddress.penalty(address, 1);
    },
    async succeeded(email) {
      await perAccount.delete(email);
    },
    async mayWriteTo(email, address) {
      const account = await linksPerAccount.penalty(email, 1);
      const network = await linksPerAddress.penalty(address, 1);
      return account.consumedPoints <= LINKS_PER_ACCOUNT && network.consumedPoints <= LINKS_PER_ADDRESS;
    },
    async countDrawing(address) {
      const { consumedPoints } = await drawings.penalty(address, 1);
      if (consumedPoints > DRAWINGS_PER_ADDRESS)
        throw new Refusal('request.too-many', { minutes: BLOCK_MINUTES });
    },
  };
}
