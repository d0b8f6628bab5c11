import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { secrets } from '../db/schema/index.ts';

/** Encrypts secrets that must be read again, such as that of an authenticator app, so that the rows alone do not reveal them. */
export interface Seal {
  /** @param about the owner of the text, authenticated with it: it opens for this value only. */
  close(text: Buffer, about: string): string;
  /** @throws for an unknown key, another `about`, or altered data. */
  open(sealed: string, about: string): Buffer;
  /** The same text under the present key; null when it is under it already. @throws as `open`. */
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

/** AES-256-GCM under a key derived from the instance's secret; texts under previous secrets can still be opened. */
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
          // Not this key: try the next one.
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

/** Whether one of the keys opens what was sealed. */
export function opens(seal: Seal, sealed: string, about: string): boolean {
  try {
    seal.open(sealed, about);
    return true;
  } catch {
    return false;
  }
}

/** The secret for sealing, and the previous ones for opening. */
export interface InstanceSecrets {
  readonly secret: string;
  readonly previous: readonly string[];
}

const secretInDatabase = async (db: Db) =>
  (await db.select().from(secrets).where(eq(secrets.name, 'seal')))[0]?.value ?? null;

/**
 * The secrets of the instance: the operator's `SECRET_KEY`, the same on every node, and the previous one. Without them, a secret made at
 * the first start and kept in the database, which protects copies of single tables but not of the whole database.
 */
export async function instanceSecrets(
  db: Db,
  given: { readonly secretKey: string | null; readonly secretKeyPrevious: string | null },
): Promise<InstanceSecrets> {
  const before = given.secretKeyPrevious ? [given.secretKeyPrevious] : [];
  if (given.secretKey) {
    // An operator who sets a key for the first time has texts sealed with the database's.
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
