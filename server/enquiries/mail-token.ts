import { createHash, randomBytes } from 'node:crypto';

/** Makes the secret of a link; an argument of the use cases, as ids are. */
export type NewToken = () => string;

/** 256 bits, in characters that need no escaping in an address. */
export const newToken: NewToken = () => randomBytes(32).toString('base64url');

/** What is stored of a token. It is long and random, so a plain hash is enough. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function unsubscribeLink(publicUrl: string, token: string): string {
  return `${publicUrl}/newsletter/desinscription#token=${token}`;
}
