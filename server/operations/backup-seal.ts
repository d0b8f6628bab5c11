import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Closing } from './backup-file.ts';

/** The keys of an installation: what its backups are sealed with, and the one before it. */
export interface SealKeys {
  readonly present: Buffer | null;
  readonly previous: Buffer | null;
}

/** What a backup's seal says: made with a key of ours, with none of them, or not made at all. */
export type SealVerdict = 'present' | 'previous' | 'foreign' | 'none';

/** Of the secret that seals the secrets of authenticator apps, by a label of its own: neither key tells anything of the other. */
const keyOf = (secret: string | null): Buffer | null =>
  secret === null ? null : Buffer.from(hkdfSync('sha256', secret, '', 'guichet backup seal', 32));

/** The keys that the configuration names (`SECRET_KEY`, `SECRET_KEY_PREVIOUS`); a secret kept in the database would be in the backup itself. */
export function sealKeysOf(config: {
  readonly secretKey: string | null;
  readonly secretKeyPrevious: string | null;
}): SealKeys {
  return { present: keyOf(config.secretKey), previous: keyOf(config.secretKeyPrevious) };
}

/** The seal of a backup: HMAC-SHA-256 over its last line, which holds the digest of every line before it. */
export function sealOf(closing: Omit<Closing, 'seal'>, key: Buffer): string {
  return createHmac('sha256', key).update(JSON.stringify(closing)).digest('base64url');
}

/** Who sealed a backup whose digests were found to be right. */
export function verdictOf({ seal, ...closing }: Closing, keys: SealKeys): SealVerdict {
  if (!seal) return 'none';
  const said = Buffer.from(seal, 'base64url');
  for (const name of ['present', 'previous'] as const) {
    const key = keys[name];
    const own = key && Buffer.from(sealOf(closing, key), 'base64url');
    if (own && own.length === said.length && timingSafeEqual(own, said)) return name;
  }
  return 'foreign';
}
