import { createHmac, timingSafeEqual } from 'node:crypto';
import { CODE_DIGITS, CODE_SECONDS } from '#domain/sessions/second-factor.ts';

/**
 * One-time codes of an authenticator app: RFC 6238 over RFC 4226, with the parameters every app knows (SHA-1, six digits, thirty
 * seconds). Twenty lines that the vectors of both documents prove; a package would bring no less to test, and does not tell which step a
 * code belongs to, which is what makes it usable once.
 */

/** A clock that is one step off, and a code typed at its last second, are accepted. */
const STEPS_EITHER_SIDE = 1;

/** The code of a time step (RFC 4226, section 5.3). */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0');
}

/** The time step of a moment. */
export function stepAt(moment: Date): number {
  return Math.floor(moment.getTime() / 1000 / CODE_SECONDS);
}

/** The step that a code belongs to, of those around the moment; null when it is none of theirs. Takes the same time either way. */
export function stepOf(secret: Buffer, code: string, moment: Date): number | null {
  const now = stepAt(moment);
  const typed = Buffer.from(code.padEnd(CODE_DIGITS).slice(0, CODE_DIGITS));
  let found: number | null = null;
  for (let step = now - STEPS_EITHER_SIDE; step <= now + STEPS_EITHER_SIDE; step += 1)
    if (timingSafeEqual(typed, Buffer.from(codeOf(secret, step))) && code.length === CODE_DIGITS)
      found ??= step;
  return found;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 base 32 without padding, as apps expect a secret. */
export function base32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('');
}

/** What the QR code holds: the address that authenticator apps read. */
export function otpauthUri(of: {
  readonly secret: Buffer;
  readonly issuer: string;
  readonly account: string;
}): string {
  const label = `${encodeURIComponent(of.issuer)}:${encodeURIComponent(of.account)}`;
  const query = `secret=${base32(of.secret)}&issuer=${encodeURIComponent(of.issuer)}&algorithm=SHA1&digits=${CODE_DIGITS}&period=${CODE_SECONDS}`;
  return `otpauth://totp/${label}?${query}`;
}
