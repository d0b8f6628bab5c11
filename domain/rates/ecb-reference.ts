import { isRateString } from '../money/conversion.ts';
import { isCalendarDate } from '../time/calendar-date.ts';
import { isRateInBounds } from './rate.ts';

/**
 * The file of euro foreign exchange reference rates that the European Central Bank publishes each working day at about 16:00 CET, as
 * `eurofxref-daily.xml` or, in its archive, `eurofxref.csv`. It says what one euro buys, as our own rates do.
 */
export interface EcbReference {
  /** Day of the rates, YYYY-MM-DD. */
  readonly asOf: string;
  /** In the order of the file; each currency once. */
  readonly rates: readonly { readonly currency: string; readonly rate: string }[];
}

const CURRENCY = /^[A-Z]{3}$/;

/** Rates that hold: known shapes, at least one, each currency once. */
function checked(asOf: string, rates: EcbReference['rates']): EcbReference | null {
  if (!isCalendarDate(asOf) || rates.length === 0) return null;
  if (
    !rates.every(
      ({ currency, rate }) =>
        CURRENCY.test(currency) && currency !== 'EUR' && isRateString(rate) && isRateInBounds(rate),
    )
  )
    return null;
  return new Set(rates.map(({ currency }) => currency)).size === rates.length ? { asOf, rates } : null;
}

const PROLOGUE =
  /^\s*(<\?xml[^<>]*\?>)?\s*<gesmes:Envelope\b[^<>]*"http:\/\/www\.ecb\.int\/vocabulary\/2002-08-01\/eurofxref"[^<>]*>\s*(<gesmes:subject>[^<>]*<\/gesmes:subject>)?\s*(<gesmes:Sender>\s*<gesmes:name>[^<>]*<\/gesmes:name>\s*<\/gesmes:Sender>)?\s*<Cube>\s*/;
const DAY = /^<Cube\s+time=(["'])(\d{4}-\d{2}-\d{2})\1\s*>\s*/;
const RATE = /^<Cube\s+currency=(["'])([A-Z]{3})\1\s+rate=(["'])([0-9.]+)\3\s*\/>\s*/;
const EPILOGUE = /^<\/Cube>\s*<\/Cube>\s*<\/gesmes:Envelope>\s*$/;

function ofXml(text: string): EcbReference | null {
  let rest = text;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(rest);
    if (match) rest = rest.slice(match[0].length);
    return match;
  };
  if (!take(PROLOGUE)) return null;
  const asOf = take(DAY)?.[2];
  const rates: { currency: string; rate: string }[] = [];
  for (let match = take(RATE); match; match = take(RATE))
    rates.push({ currency: match[2] ?? '', rate: match[4] ?? '' });
  return asOf && EPILOGUE.test(rest) ? checked(asOf, rates) : null;
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** « 28 June 2024 », as the file writes its day. */
function dayOfCsv(text: string): string {
  const match = /^(\d{1,2}) ([A-Z][a-z]+) (\d{4})$/.exec(text);
  const month = MONTHS.indexOf(match?.[2] ?? '') + 1;
  if (!match || month === 0) return '';
  return `${match[3]}-${String(month).padStart(2, '0')}-${match[1]?.padStart(2, '0')}`;
}

function ofCsv(text: string): EcbReference | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length !== 2) return null;
  // Each line of the file ends with a separator.
  const [names = [], values = []] = lines.map((line) =>
    line
      .replace(/,\s*$/, '')
      .split(',')
      .map((cell) => cell.trim()),
  );
  if (names[0] !== 'Date' || names.length !== values.length) return null;
  return checked(
    dayOfCsv(values[0] ?? ''),
    names.slice(1).map((currency, index) => ({ currency, rate: values[index + 1] ?? '' })),
  );
}

/**
 * Reads the file, strictly: anything that is not exactly one day of the ECB's rates, whole, is refused, because a rate that was guessed
 * would turn up in clients' balances. Null when it is not that file.
 */
export function parseEcbReference(text: string): EcbReference | null {
  const content = text.replace(/^\ufeff/, '');
  return content.trimStart().startsWith('<') ? ofXml(content) : ofCsv(content);
}
