import type { Area } from '../page/site-map.ts';

/**
 * Calls that the document of a signed-in screen begins before its code is here (app/start/inline/ahead.js): those that the area always asks, and
 * those of its home, the address without a query. `TIME_ZONE` is the reader's.
 */
export const readsAhead: Readonly<
  Partial<Record<Area, { readonly always: readonly string[]; readonly home: readonly string[] }>>
> = {
  client: { always: ['/session', '/overview?timeZone=TIME_ZONE', '/notifications?limit=20'], home: [] },
  admin: { always: ['/session', '/admin/counts'], home: ['/admin/overview', '/admin/rates'] },
};
