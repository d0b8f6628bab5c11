import { addDaysOf, firstDayOf } from '../time/calendars.ts';

/** How many days of TARGET follow the collection day on which a missed instalment is tried again (LC-71). */
const RETRIES = 5;

/** The day on which an instalment is collected: its due date, or the first day after it on which TARGET is open (LC-70). */
export function collectionDayOf(dueDate: string): string {
  return firstDayOf('target-days', dueDate);
}

/** The days on which an instalment that could not be collected is tried again, whole, in their order (LC-71). */
export function retryDaysOf(dueDate: string): string[] {
  return Array.from({ length: RETRIES }, (_, index) =>
    addDaysOf('target-days', collectionDayOf(dueDate), index + 1),
  );
}

/** Whether an instalment is collected or tried again on a day. */
export function isCollectedOn(dueDate: string, day: string): boolean {
  return day === collectionDayOf(dueDate) || retryDaysOf(dueDate).includes(day);
}
