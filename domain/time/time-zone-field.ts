import * as z from 'zod/mini';
import { canonicalTimeZone, isTimeZone, MAX_TIME_ZONE_LENGTH } from './days.ts';

/** A caller's time zone, under its one name from here on: a text in any case would be a new key for whatever is kept by zone. */
export const timeZoneField = z.string().check(
  z.maxLength(MAX_TIME_ZONE_LENGTH, 'validation.invalid'),
  z.refine(isTimeZone, 'validation.invalid'),
  z.overwrite((name) => canonicalTimeZone(name) ?? name),
);
