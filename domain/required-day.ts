import * as z from 'zod/mini';
import { isCalendarDate } from './time/calendar-date.ts';

/** A day of the calendar, YYYY-MM-DD, that must be there. Apart from the other fields: public pages use those and no day. */
export const requiredDay = z
  .string('validation.required')
  .check(
    z.minLength(1, { error: 'validation.required', abort: true }),
    z.refine(isCalendarDate, 'validation.date'),
  );
