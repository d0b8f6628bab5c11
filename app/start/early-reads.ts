import type { Area } from '../page/site-map.ts';

/**
 * Reads that the document of a signed-in screen begins before its code arrives (app/start/inline/early-reads.js): `always` on every screen of
 * the area, `home` only at the address without a query. `TIME_ZONE` is replaced by the reader's.
 */
export const earlyReads: Readonly<
  Partial<Record<Area, { readonly always: readonly string[]; readonly home: readonly string[] }>>
> = {
  client: { always: ['/session', '/overview?timeZone=TIME_ZONE', '/notifications?limit=20'], home: [] },
  admin: { always: ['/session', '/admin/counts'], home: ['/admin/overview', '/admin/rates'] },
};
