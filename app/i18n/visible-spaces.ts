/**
 * The typeface has no U+202F, and the browser's substitute of a tenth of an em is invisible between bold figures. The typeface's no-break space
 * is a fifth of an em, a typographer's narrow space.
 */
export function withVisibleSpaces(text: string): string {
  return text.replaceAll('\u202f', '\u00a0');
}
