import { areaOf } from '../area-lists.ts';

/** Whether a catalogue of a language of clients alone comes with their words, all in one file per language (`<code>.ts`). */
export function isInClientList(namespace: string): boolean {
  const area = areaOf(namespace);
  return area === 'client' || area === 'office';
}
