import type { Permission } from '#domain/operations.ts';
import type { Area } from '../page/site-map.ts';

/** A read: its path, and the permission without which the staff does not ask for it. */
export type EarlyRead = readonly [path: string, permission?: Permission];

/**
 * Reads that the document of a signed-in screen begins before its code arrives (app/start/inline/early-reads.js): `always` on every screen of
 * the area, `home` only at the address without a query. `TIME_ZONE` is replaced by the reader's. A read that needs a permission begins when
 * the browser has kept it (app/api/early-reads.ts).
 */
export const earlyReads: Readonly<
  Partial<Record<Area, { readonly always: readonly EarlyRead[]; readonly home: readonly EarlyRead[] }>>
> = {
  client: {
    always: [['/session'], ['/overview?timeZone=TIME_ZONE'], ['/notifications?limit=20']],
    home: [],
  },
  admin: {
    always: [
      ['/session'],
      ['/notifications?limit=20', 'proposals.list'],
      ['/admin/counts', 'overview.counts'],
      ['/admin/reconciliation', 'reconciliation.show'],
    ],
    home: [
      ['/admin/overview', 'overview.administrator'],
      ['/admin/rates', 'rates.list'],
    ],
  },
};
