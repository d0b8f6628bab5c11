import type { MiddlewareHandler } from 'hono';

/** What pages that are not prerendered, and every answer of the API, may load: nothing but our own. */
export const BASE_CSP =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** The headers of every answer. A page sets its own Content-Security-Policy with the hashes of its inline scripts; it is kept. */
export function securityHeaders(publicUrl: string): MiddlewareHandler {
  const secure = publicUrl.startsWith('https:');
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', BASE_CSP);
    headers.set('x-content-type-options', 'nosniff');
    headers.set('x-frame-options', 'DENY');
    headers.set('referrer-policy', 'strict-origin-when-cross-origin');
    headers.set('cross-origin-opener-policy', 'same-origin');
    headers.set('cross-origin-resource-policy', 'same-origin');
    headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    if (secure) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
  };
}
