import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';
import { readMinor } from '../read-minor.ts';

/** Column shapes every table shares, so that money is always a bigint of minor units and a moment always has its zone. */

/** An id made by the caller (UUIDv7), so that a row can be named before it is written and shards stay possible. */
export const idColumn = () => uuid('id').primaryKey();

/** Minor units of the currency named beside the column. */
export const minor = customType<{ data: number; driverData: string | number }>({
  dataType: () => 'bigint',
  fromDriver: readMinor,
});

export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Bytes as they are. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
