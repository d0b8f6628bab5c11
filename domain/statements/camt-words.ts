import { FileFault } from './file-fault.ts';
import { dayOf } from './message-elements.ts';

/** `CdtDbtInd`: the only thing that decides a sign (PAY-18). @throws FileFault `file.malformed` for another word. */
export function isCredit(word: string): boolean {
  if (word === 'CRDT') return true;
  if (word === 'DBIT') return false;
  throw new FileFault('file.malformed', 'CdtDbtInd');
}

/** A day, YYYY-MM-DD. @throws FileFault `file.malformed` for a text that begins with none. */
export function requiredDay(word: string): string {
  const day = dayOf(word);
  if (day === null) throw new FileFault('file.malformed', `the day ${word.slice(0, 20)}`);
  return day;
}

/** An indicator. @throws FileFault `file.malformed` for another word. */
export function flag(word: string): boolean {
  if (word === 'true' || word === '1') return true;
  if (word === 'false' || word === '0') return false;
  throw new FileFault('file.malformed', 'an indicator');
}

/** A number of things, from 0. @throws FileFault `file.malformed` for another word. */
export function count(word: string): number {
  // Fewer digits than ISO allows: no file has a thousand million of anything.
  if (!/^\d{1,9}$/.test(word)) throw new FileFault('file.malformed', 'a number');
  return Number(word);
}
