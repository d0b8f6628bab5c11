import type { HttpBindings } from '@hono/node-server';

/** What Hono's Node adapter gives a handler beside the request. */
export interface NodeBindings {
  Bindings: HttpBindings;
}

/** The address of the connection itself. A forwarding header is not believed: anyone can write one. */
export function addressOf(env: HttpBindings | undefined): string {
  return env?.incoming?.socket?.remoteAddress ?? 'unknown';
}

/**
 * Whether a call that changes something proves that it comes from our own pages: the browser's `Sec-Fetch-Site`, or an `Origin` that is
 * ours. With SameSite=Strict cookies this is the second wall against forged requests (ASVS 5.0, 3.5.1).
 */
export function hasSameOriginProof(headers: Headers, publicUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site) return site === 'same-origin';
  const origin = headers.get('origin');
  if (!origin || !URL.canParse(origin)) return false;
  return origin === new URL(publicUrl).origin || new URL(origin).host === headers.get('host');
}
