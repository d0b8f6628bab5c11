import type { MiddlewareHandler } from 'hono';

/** Content-Security-Policy of the API and of pages that are not prerendered: only our own origin. */
export const BASE_CSP =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/**
 * Device features that no page of a bank needs. Clipboard writing and passkeys keep the browser's default: our own pages only. Only features that
 * every build of Chromium knows: it warns of any other (`bluetooth` is unknown to it on Linux).
 */
const REFUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** Headers of every answer (ASVS 5.0, 3.4.1 to 3.4.6). */
function fixedHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': REFUSED_FEATURES.map((feature) => `${feature}=()`).join(','),
    ...(publicUrl.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  };
}

/** Headers of every answer of the API: JSON, document, stream, refusal and fault. None of them may be cached. */
export const apiHeaders = (publicUrl: string): Readonly<Record<string, string>> => ({
  ...fixedHeaders(publicUrl),
  'content-security-policy': BASE_CSP,
  'cache-control': 'no-store',
});

/**
 * Headers of every page, asset, redirect and fault. A page's own Content-Security-Policy, with the hashes of its inline scripts, is kept.
 */
export function securityHeaders(publicUrl: string): MiddlewareHandler {
  const fixed = Object.entries(fixedHeaders(publicUrl));
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', BASE_CSP);
    for (const [name, value] of fixed) headers.set(name, value);
    // Without an explicit cache policy nothing is cached.
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  };
}
