import { KNOWN_DEVICE_DAYS } from '#domain/sessions/attempts.ts';
import type { Seal } from '../seal.ts';
import { newToken } from './session-cookie.ts';

/**
 * Recognises a browser that has signed in to an account before, by a cookie that grants no access: the browser's failures are counted apart
 * from strangers', so that guesses cannot lock a client out.
 */
export interface KnownDevices {
  /** Id of this device for the account; null when it has not signed in to it in the last 180 days. */
  of(headers: Headers, userId: string, now: Date): string | null;
  /** The `Set-Cookie` header after a sign-in, with a new id of the device. */
  remember(userId: string, now: Date): string;
}

const DAY_MS = 86_400_000;

export function knownDevices(publicUrl: string, seal: Seal): KnownDevices {
  const isSecure = publicUrl.startsWith('https:');
  const name = isSecure ? '__Host-device' : 'device';
  const attributes = `Max-Age=${(KNOWN_DEVICE_DAYS * DAY_MS) / 1000}; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  const pattern = new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9_-]{40,300})(?:;|$)`);
  const about = (userId: string) => `known device of ${userId}`;
  return {
    of(headers, userId, now) {
      const sealed = pattern.exec(headers.get('cookie') ?? '')?.[1];
      if (!sealed) return null;
      try {
        const [device = '', since = ''] = seal.open(sealed, about(userId)).toString().split(' ');
        const age = now.getTime() - Number(since);
        return age < KNOWN_DEVICE_DAYS * DAY_MS ? device : null;
      } catch {
        // Another account's, or forged.
        return null;
      }
    },
    remember(userId, now) {
      const text = Buffer.from(`${newToken()} ${now.getTime()}`);
      return `${name}=${seal.close(text, about(userId))}; ${attributes}`;
    },
  };
}
