import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { secrets } from '../db/schema/index.ts';

/** Keeps what must be read again, such as the secret of an authenticator app, unreadable to who has the rows alone. */
export interface Seal {
  /** @param about what the text belongs to: it opens for that and for nothing else. */
  close(text: Buffer, about: string): string;
  /** @throws when it was closed with a key that is none of ours, for something else, or altered. */
  open(sealed: string, about: string): Buffer;
  /** The same text closed with the present key; null when it is already. @throws as `open`. */
  renew(sealed: string, about: string): string | null;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'guichet seal', 32));

function opened(key: Buffer, sealed: string, about: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(about))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

/** AES-256-GCM under a key drawn from the instance's secret; what the secrets before it sealed still opens. */
export function createSeal(secret: string, previous: readonly string[] = []): Seal {
  const key = keyOf(secret);
  const older = previous.map(keyOf);
  const seal: Seal = {
    close(text, about) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(text), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed, about) {
      for (const candidate of [key, ...older])
        try {
          return opened(candidate, sealed, about);
        } catch {
          // Another key's, or nobody's: the next one says.
        }
      throw new Error('what was sealed opens with none of the keys');
    },
    renew(sealed, about) {
      try {
        opened(key, sealed, about);
        return null;
      } catch {
        return seal.close(seal.open(sealed, about), about);
      }
    },
  };
  return seal;
}

/** The secret that seals, and those of before that still open. */
export interface InstanceSecrets {
  readonly secret: string;
  readonly previous: readonly string[];
}

const secretInDatabase = async (db: Db) =>
  (await db.select().from(secrets).where(eq(secrets.name, 'seal')))[0]?.value ?? null;

/**
 * The secrets of the instance: the operator's (`SECRET_KEY`), the same on every node, with the one before it; without one, a secret made at
 * the first start and kept in the database, which protects a copy of single tables but not a copy of the whole database.
 */
export async function instanceSecrets(
  db: Db,
  given: { readonly secretKey: string | null; readonly secretKeyPrevious: string | null },
): Promise<InstanceSecrets> {
  const before = given.secretKeyPrevious ? [given.secretKeyPrevious] : [];
  if (given.secretKey) {
    // Whoever names a key for the first time has sealed with the database's until now.
    const kept = await secretInDatabase(db);
    return { secret: given.secretKey, previous: kept ? [...before, kept] : before };
  }
  await db
    .insert(secrets)
    .values({ name: 'seal', value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing();
  const secret = await secretInDatabase(db);
  if (!secret) throw new Error("the instance's secret could not be kept");
  return { secret, previous: before };
}
