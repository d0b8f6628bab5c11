import type { MiddlewareHandler } from 'hono';

/** What pages that are not prerendered, and every answer of the API, may load: nothing but our own. */
export const BASE_CSP =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** What no page of a bank asks of a device. Copying to the clipboard and passkeys are left as browsers have them: our own pages only. */
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

/**
 * The headers of every answer: page, asset, API, document, stream, redirect, refusal and fault (ASVS 5.0, 3.4.1 to 3.4.6). A page sets
 * its own Content-Security-Policy with the hashes of its inline scripts; it is kept.
 */
export function securityHeaders(publicUrl: string): MiddlewareHandler {
  const secure = publicUrl.startsWith('https:');
  const fixed: Readonly<Record<string, string>> = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': REFUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
    'x-permitted-cross-domain-policies': 'none',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', BASE_CSP);
    for (const [name, value] of Object.entries(fixed)) headers.set(name, value);
    // What nobody has judged is not kept anywhere.
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  };
}
