import { isTimeZone, LEGAL_TIME_ZONE } from '#domain/time/days.ts';

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();

/** The time zone of the reader's clock: days and months of the client area are theirs, on the screen as in the figures. */
export const readerTimeZone = isTimeZone(timeZone) ? timeZone : LEGAL_TIME_ZONE;
