import { createHash, randomBytes } from 'node:crypto';
import { legalDay } from '#domain/time/days.ts';

/** Makes ids; an argument of everything that needs one, so that tests can decide them. */
export type NewId = () => string;

/**
 * UUIDv7 (RFC 9562): 48 bits of milliseconds, then randomness. Ids made by the caller name a row before it is written and, being
 * ordered by time, keep the indexes compact.
 * @param nowMs milliseconds since 1970; @param random 10 bytes.
 */
export function uuidV7(nowMs: number, random: Uint8Array): string {
  const bytes = Buffer.allocUnsafe(16);
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.set(random, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Ids of the running product: real time, real randomness. */
export const newUuid: NewId = () => uuidV7(Date.now(), random10());

const RANDOM_BYTES = 10;
let pool = Buffer.alloc(0);
let used = 0;

/** Ten fresh random bytes. Randomness for some hundred ids is read at once: the system call costs more than the bytes. */
function random10(): Uint8Array {
  if (used === pool.length) {
    pool = randomBytes(RANDOM_BYTES * 100);
    used = 0;
  }
  used += RANDOM_BYTES;
  return pool.subarray(used - RANDOM_BYTES, used);
}

/** An id for a subject that has only a name, and no row of its own: the same name gives the same id (UUIDv8, RFC 9562). */
export function idOfName(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `9${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * A reference a person can read aloud: prefix, date and eight characters without look-alikes, taken from the random end of an id,
 * such as `PRT-20261120-7K3M9QAX`. Unique because the column that holds it is.
 */
export function referenceNumber(
  prefix:
    | 'PRT'
    | 'RBA'
    | 'VIR'
    | 'CRD'
    | 'DEP'
    | 'CLO'
    | 'REC'
    | 'SEP'
    | 'CTR'
    | 'ECH'
    | 'RIN'
    | 'VRE'
    | 'ANN'
    | 'COR'
    | 'GES'
    | 'RBT'
    | 'MDT'
    | 'SDD',
  at: Date,
  id: string,
): string {
  const bytes = Buffer.from(id.slice(19, 23) + id.slice(24), 'hex');
  let text = '';
  for (const byte of bytes) text += ALPHABET[byte % ALPHABET.length];
  return `${prefix}-${legalDay(at).replaceAll('-', '')}-${text}`;
}
