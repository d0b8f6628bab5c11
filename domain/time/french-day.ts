/**
 * A French day in words with the first of the month as it is read: « 1er octobre 2026 », which `Intl` writes « 1 octobre 2026 ». Apart from
 * the other rules of days, so that public pages carry no schema.
 */
export function withOrdinalFirst(dayInWords: string): string {
  return dayInWords.replace(/^1(?=[ \u00a0])/, '1er');
}
