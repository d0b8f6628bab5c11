import { randomBytes } from 'node:crypto';
import type { Auth, HashingGate } from '../bank/auth.ts';
import { createSeal, type InstanceSecrets } from '../sealing/seal.ts';
import { createHashingGate } from './passwords/hashing-gate.ts';
import { hashPassword, type PasswordCost, verifyPassword } from './passwords/passwords.ts';
import { knownDevices } from './sessions/known-device.ts';
import { sessionCookie } from './sessions/session-cookie.ts';

/**
 * A password check on two busy cores takes less than this, so that what else differs between a known and an unknown address disappears
 * in the waiting.
 */
const EVEN_MS = 150;

export function createAuth(options: {
  readonly publicUrl: string;
  readonly secrets: InstanceSecrets;
  /** The product's own unless a test asks for less. */
  readonly passwordCost?: PasswordCost;
  readonly evenMs?: number;
  readonly hashing?: HashingGate;
}): Auth {
  const { passwordCost, hashing = createHashingGate() } = options;
  const seal = createSeal(options.secrets.secret, options.secrets.previous);
  const nobodys = hashPassword(randomBytes(24).toString('base64url'), passwordCost);
  return {
    cookie: sessionCookie(options.publicUrl),
    passwords: {
      hash: (password, lane = 'inside') => hashing.run(lane, () => hashPassword(password, passwordCost)),
      verify: async (password, hash, lane = 'inside') => {
        const kept = hash ?? (await nobodys);
        const isRight = await hashing.run(lane, () => verifyPassword(password, kept));
        return isRight && hash !== null;
      },
    },
    hashing,
    seal,
    devices: knownDevices(options.publicUrl, seal),
    evenMs: options.evenMs ?? EVEN_MS,
  };
}

/** Gives the outcome, good or bad, no sooner than `evenMs` after it was asked for. */
export async function evenly<T>(auth: Auth, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await work();
  } finally {
    await untilEven(auth, started);
  }
}

/** Waits until the same time has passed since `started`, whatever was found out meanwhile. */
export async function untilEven(auth: Auth, started: number): Promise<void> {
  const left = auth.evenMs - (performance.now() - started);
  // A timer counts whole milliseconds, and may be early by what is cut off.
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, Math.ceil(left) + 1));
}
