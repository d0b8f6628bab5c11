import { type SQL, sql } from 'drizzle-orm';
import { type DebitDelays, sendBefore } from '#domain/mandates/direct-debit.ts';
import { legalDay } from '#domain/time/days.ts';
import type { Db } from '../db/database.ts';
import { parametersOn } from '../parameters/parameters-on.ts';
import { announcedByDay } from './list-mandates.ts';

/** What says on a day until when files of direct debits go to our bank (PAY-2). */
export async function sendingRulesOn(
  db: Db,
  day: string,
): Promise<Pick<DebitDelays, 'leadDays'> & { readonly cutoff: string }> {
  const dated = await parametersOn(db, day, ['sdd.leadDays', 'cutoff.batch']);
  return { leadDays: dated['sdd.leadDays'], cutoff: dated['cutoff.batch'] };
}

/**
 * The announced direct debits as a query of their deadlines (`due`, and `red` from which they are late): the cut-off of the last day for their file.
 * SQL does not know TARGET days, so the deadline of each collection day is worked out before.
 */
export async function debitsToSend(db: Db, now: Date): Promise<SQL> {
  const [days, rules] = await Promise.all([announcedByDay(db), sendingRulesOn(db, legalDay(now))]);
  const deadlines = days.map(({ collectionOn }) => ({
    day: collectionOn,
    due: sendBefore(collectionOn, rules).toISOString(),
  }));
  return sql`select deadline.due, deadline.due as red from direct_debits
    left join json_to_recordset(${JSON.stringify(deadlines)}::json) as deadline(day date, due timestamptz) on deadline.day = collection_on
    where state = 'announced'`;
}
