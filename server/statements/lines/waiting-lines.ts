import { type SQL, sql } from 'drizzle-orm';
import { suspenseDeadline } from '#domain/statements/suspense-deadlines.ts';
import { addDays, LEGAL_TIME_ZONE, legalDay, startOfDayIn } from '#domain/time/days.ts';
import { type Db, rowsOf } from '../../db/database.ts';
import { parametersOn } from '../../parameters/parameters-on.ts';

export type LineQueue = 'to-allocate' | 'to-justify';

/** What a queue holds of the lines of statements. */
export const isWaiting = (queue: LineQueue): SQL =>
  queue === 'to-allocate' ? sql`l.open_amount > 0` : sql`l.open_amount < 0`;

/**
 * The lines of statements that wait for a person, as a query of their deadlines (`due`, and `red` from which they are late): the end of a receipt's last
 * day (PAY-31); a debit that nobody knows alarms from its own day on (PAY-32). SQL does not know TARGET days, so the deadline of each booking day is
 * worked out before.
 */
export async function linesThatWait(db: Db, queue: LineQueue, now: Date): Promise<SQL> {
  const today = legalDay(now);
  const [days, dated] = await Promise.all([
    rowsOf<{ day: string }>(
      db,
      sql`select distinct l.booking_day::text as day from bank_lines l where ${isWaiting(queue)} and l.booking_day is not null`,
    ),
    parametersOn(db, today, ['suspense.alarmDays', 'suspense.returnDays']),
  ]);
  const delays = { alarmDays: dated['suspense.alarmDays'], returnDays: dated['suspense.returnDays'] };
  const openMinor = queue === 'to-allocate' ? 1 : -1;
  const endOf = (day: string) => startOfDayIn(LEGAL_TIME_ZONE, addDays(day, 1)).toISOString();
  const deadlines = days.map(({ day }) => {
    const { deadline } = suspenseDeadline({ bookingDay: day, openMinor, isReturnable: false }, today, delays);
    const red = openMinor > 0 ? endOf(deadline) : startOfDayIn(LEGAL_TIME_ZONE, day).toISOString();
    return { day, due: endOf(deadline), red };
  });
  return sql`select deadline.due, deadline.red from bank_lines l
    left join json_to_recordset(${JSON.stringify(deadlines)}::json) as deadline(day date, due timestamptz, red timestamptz)
      on deadline.day = l.booking_day
    where ${isWaiting(queue)}`;
}
