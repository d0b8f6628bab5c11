import { builtOn } from 'virtual:institution';
import { useSyncExternalStore } from 'react';
import { legalDay } from '#domain/time/days.ts';

/** Today's date in France, YYYY-MM-DD: legal wordings change by French date. */
const today = () => legalDay(new Date());

const never = () => () => undefined;

/**
 * Today, for texts and figures that depend on the day. A prerendered page is hydrated with its build date and then switches to the visitor's
 * date, so that a site built before a law comes into force applies it on time.
 */
export function useToday(): string {
  return useSyncExternalStore(never, today, () => builtOn);
}
