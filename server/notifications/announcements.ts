import { sql } from 'drizzle-orm';
import type { ClosingWrite } from '../work/work.ts';

/** A message to every node of the database, sent at commit only. */
export interface Announcement {
  readonly channel: string;
  /** Absent on a channel that only wakes its listeners. */
  readonly message?: unknown;
}

/** PostgreSQL takes messages of less than 8,000 bytes. */
const MAX_BYTES = 7_900;

/** The messages of a channel as JSON arrays that each fit, equal messages once. */
function payloadsOf(messages: readonly unknown[]): string[] {
  const texts = [
    ...new Set(messages.flatMap((message) => (message === undefined ? [] : [JSON.stringify(message)]))),
  ];
  if (texts.length === 0) return ['[]'];
  const payloads: string[] = [];
  let payload: string[] = [];
  let bytes = 0;
  for (const text of texts) {
    // With the comma or bracket behind it.
    const more = Buffer.byteLength(text) + 1;
    if (payload.length > 0 && bytes + more + 1 > MAX_BYTES) {
      payloads.push(`[${payload}]`);
      payload = [];
      bytes = 0;
    }
    payload.push(text);
    bytes += more;
  }
  payloads.push(`[${payload}]`);
  return payloads;
}

/** The announcements of a transaction, handed to the database in one statement. Every payload is a JSON array of messages. */
export const ANNOUNCEMENTS: ClosingWrite<Announcement> = {
  lockStep: 8,
  statement: (items) => {
    const byChannel = Map.groupBy(items, ({ item }) => item.channel);
    const notices = [...byChannel].flatMap(([channel, ofChannel]) =>
      payloadsOf(ofChannel.map(({ item }) => item.message)).map((payload) => ({ channel, payload })),
    );
    return sql`select pg_notify(n.channel, n.payload)
      from json_to_recordset(${JSON.stringify(notices)}::json) as n(channel text, payload text)`;
  },
};
