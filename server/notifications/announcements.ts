import { sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';

/** Something to be heard on every node of the database when, and only when, the transaction commits. */
export interface Announcement {
  readonly channel: string;
  /** Absent on a channel whose only message is that there is something to look at. */
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
  let payload = '';
  for (const text of texts) {
    const longer = payload === '' ? text : `${payload},${text}`;
    if (payload !== '' && Buffer.byteLength(longer) + 2 > MAX_BYTES) {
      payloads.push(`[${payload}]`);
      payload = text;
    } else payload = longer;
  }
  payloads.push(`[${payload}]`);
  return payloads;
}

/** Hands the announcements of a transaction to the database in one statement. Every payload is a JSON array of messages. */
export async function sendAnnouncements(tx: Db, announcements: readonly Announcement[]): Promise<void> {
  if (announcements.length === 0) return;
  const byChannel = Map.groupBy(announcements, ({ channel }) => channel);
  const notices = [...byChannel].flatMap(([channel, ofChannel]) =>
    payloadsOf(ofChannel.map(({ message }) => message)).map((payload) => ({ channel, payload })),
  );
  await tx.execute(
    sql`select pg_notify(n.channel, n.payload)
      from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as n(channel text, payload text)`,
  );
}
