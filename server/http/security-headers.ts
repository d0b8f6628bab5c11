import type { MiddlewareHandler } from 'hono';

/** What pages that are not prerendered, and every answer of the API, may load: nothing but our own. */
export const BASE_CSP =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/**
 * What no page of a bank asks of a device. Copying to the clipboard and passkeys are left as browsers have them: our own pages only. A browser
 * built without one of them says that it does not know it (Chromium on Linux has no `bluetooth`); those that have it obey.
 */
const REFUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'bluetooth',
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

/** The headers that every answer has alike (ASVS 5.0, 3.4.1 to 3.4.6). */
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

/** The headers of every answer of the API: JSON, document, stream, refusal and fault. None of them is kept anywhere. */
export const apiHeaders = (publicUrl: string): Readonly<Record<string, string>> => ({
  ...fixedHeaders(publicUrl),
  'content-security-policy': BASE_CSP,
  'cache-control': 'no-store',
});

/**
 * The headers of every page, asset, redirect and fault. A page sets its own Content-Security-Policy with the hashes of its inline
 * scripts; it is kept.
 */
export function securityHeaders(publicUrl: string): MiddlewareHandler {
  const fixed = Object.entries(fixedHeaders(publicUrl));
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', BASE_CSP);
    for (const [name, value] of fixed) headers.set(name, value);
    // What nobody has judged is not kept anywhere.
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  };
}
