import { isTimeZone, LEGAL_TIME_ZONE } from '#domain/time/days.ts';

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();

/** The browser's time zone: days and months of the client area use it, on the screen and in the API's figures. */
export const readerTimeZone = isTimeZone(timeZone) ? timeZone : LEGAL_TIME_ZONE;
