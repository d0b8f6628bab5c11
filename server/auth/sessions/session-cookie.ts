import { hash, randomBytes } from 'node:crypto';
import type { SessionCookie } from '../../bank/auth.ts';

export function sessionCookie(publicUrl: string): SessionCookie {
  const isSecure = publicUrl.startsWith('https:');
  const name = isSecure ? '__Host-sid' : 'sid';
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  const pattern = new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9_-]{43})(?:;|$)`);
  return {
    name,
    set: (token, maxAgeSeconds) => `${name}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    clear: `${name}=; Max-Age=0; ${attributes}`,
    tokenOf: (headers) => pattern.exec(headers.get('cookie') ?? '')?.[1] ?? null,
  };
}

/** 256 random bits as 43 characters. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Stored hash of a token: one round of SHA-256 is enough for random bits. */
export const tokenHashOf = (token: string): string => hash('sha256', token, 'base64url');
