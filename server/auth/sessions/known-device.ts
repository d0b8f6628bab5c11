import { KNOWN_DEVICE_DAYS } from '#domain/sessions/attempts.ts';
import type { Seal } from '../seal.ts';
import { newToken } from './session-cookie.ts';

/**
 * Recognises a browser that has signed in to an account before, by a cookie that opens nothing: it only lets that browser's failures be
 * counted apart from strangers', so that nobody who guesses at the door keeps a client out.
 */
export interface KnownDevices {
  /** The name of this device for the account; null when it has not signed in to it in the last 180 days. */
  of(headers: Headers, userId: string, now: Date): string | null;
  /** The `Set-Cookie` header after a sign-in: the device has a new name from now on. */
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
        // Another account's, or made up.
        return null;
      }
    },
    remember(userId, now) {
      const text = Buffer.from(`${newToken()} ${now.getTime()}`);
      return `${name}=${seal.close(text, about(userId))}; ${attributes}`;
    },
  };
}
