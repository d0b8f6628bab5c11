import { KNOWN_DEVICE_DAYS } from '#domain/sessions/attempts.ts';
import type { KnownDevices } from '../../bank/auth.ts';
import type { Seal } from '../../sealing/seal.ts';
import { newToken } from './session-cookie.ts';

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
