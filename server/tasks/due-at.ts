import { DEADLINE_RULES, type DeadlineKind, deadlineAfter } from '#domain/desk/deadlines.ts';
import { legalDay } from '#domain/time/days.ts';
import { parameterOn } from '../parameters/parameters-on.ts';
import type { Work } from '../work/work.ts';

/** Until when what arrives now has to be done, by the dated data of the day. It is stored with the thing and does not move. */
export async function dueAt(work: Work, kind: DeadlineKind): Promise<Date> {
  const { parameter, calendar } = DEADLINE_RULES[kind];
  const days = await parameterOn(work.tx, legalDay(work.now), parameter);
  return deadlineAfter(work.now, calendar, days);
}
