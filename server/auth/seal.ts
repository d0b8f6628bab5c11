import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { secrets } from '../db/schema/index.ts';

/** Keeps what must be read again, such as the secret of an authenticator app, unreadable to who has the rows alone. */
export interface Seal {
  /** @param about what the text belongs to: it opens for that and for nothing else. */
  close(text: Buffer, about: string): string;
  /** @throws when it was closed with another key, for something else, or altered. */
  open(sealed: string, about: string): Buffer;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM under a key drawn from the instance's secret. */
export function createSeal(secret: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'guichet seal', 32));
  return {
    close(text, about) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(text), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed, about) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    },
  };
}

/**
 * The secret of the instance: the operator's (`SECRET_KEY`), the same on every node; without one, a secret made at the first start and
 * kept in the database, which protects a copy of single tables but not a copy of the whole database.
 */
export async function instanceSecret(db: Db, given: string | null): Promise<string> {
  if (given) return given;
  await db
    .insert(secrets)
    .values({ name: 'seal', value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing();
  const [row] = await db.select().from(secrets).where(eq(secrets.name, 'seal'));
  if (!row) throw new Error("the instance's secret could not be kept");
  return row.value;
}
