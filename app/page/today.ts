import { builtOn } from 'virtual:institution';
import { useSyncExternalStore } from 'react';

/** Today's date in France, YYYY-MM-DD: the law that a sentence follows changes there. */
function today(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(new Date());
}

const never = () => () => undefined;

/**
 * Today, for sentences and figures that depend on the day. A prerendered page is first drawn with the day it was built on, as it was
 * prerendered, and once alive with the visitor's day: a site built before a law comes into force follows it all the same.
 */
export function useToday(): string {
  return useSyncExternalStore(never, today, () => builtOn);
}
