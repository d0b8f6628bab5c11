import { FileFault } from './file-fault.ts';

/**
 * The elements of a message that are read, as a tree by their names. What is not in the tree is passed over with everything in it, so that
 * versions that add elements are read alike.
 */
export interface Element<State> {
  readonly children?: Readonly<Record<string, Element<State>>>;
  begin?(state: State): void;
  /** The text of the element without the blanks around it. It is not called for an element without text, unless that is a fault. */
  text?(state: State, text: string, currency: string): void;
  end?(state: State): void;
  /** Whether an element without text is a fault too: an amount (PAY-18). */
  readonly isNeverEmpty?: boolean;
}

/** An element of which only the text is of interest. */
export const textOf = <State>(
  text: (state: State, text: string, currency: string) => void,
): Element<State> => ({ text });

/** An element with these children and nothing of its own. */
export const around = <State>(children: Record<string, Element<State>>): Element<State> => ({ children });

/**
 * The longest text that is read. ISO 20022 knows no element of more than some hundred characters; one that is longer is no text of a bank, and would be
 * shown, searched and kept with its line.
 */
export const MAX_TEXT = 10_000;

/** More than any identifier of ISO 20022 has (35 characters), and few enough to be looked up by. */
const MAX_IDENTIFIER = 140;

/** An identifier as it is written. @throws FileFault `file.malformed` for one that is longer than any. */
export function identifierOf(text: string): string {
  if (text.length > MAX_IDENTIFIER) throw new FileFault('file.malformed', 'an identifier that is too long');
  return text;
}

/** « NOTPROVIDED », « NONREF » and blank are no reference (PAY-18). */
export function referenceOf(text: string): string | null {
  const word = text.toUpperCase();
  return word === '' || word === 'NOTPROVIDED' || word === 'NONREF' ? null : identifierOf(text);
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})(?:$|[TZ+-])/;
/** The years in which a bank books: days of others are slips, with which nothing can be reckoned. */
const YEARS = { first: 1900, last: 2099 } as const;
const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The day of a date or a moment as it is written, YYYY-MM-DD; null for a text that begins with none. Each entry has two or more. */
export function dayOf(text: string): string | null {
  const found = DAY.exec(text);
  if (!found) return null;
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 && isLeap ? 29 : (DAYS_OF_MONTHS[month - 1] ?? 0);
  if (year < YEARS.first || year > YEARS.last) return null;
  return day >= 1 && day <= last ? text.slice(0, 10) : null;
}

/** An account number as it is compared: without blanks, in upper case. */
export const accountNumberOf = (text: string): string => identifierOf(text.replace(/\s/g, '').toUpperCase());
