import { inLatin } from './latin.ts';

const SIGNS: Readonly<Record<string, string>> = { '’': "'", '‘': "'", '–': '-', '—': '-', '&': '+' };

/**
 * A text in the characters that every bank of SEPA must carry (EPC217-08: Latin letters, digits, and / - ? : ( ) . , ' + and space): letters
 * become Latin ones (domain/latin.ts), anything else a full stop. Neither begins nor ends with a slash, holds no two in a row.
 */
export function sepaText(text: string, maxLength: number): string {
  const latin = inLatin(text)
    .replace(/[’‘–—&]/gu, (sign) => SIGNS[sign] ?? sign)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/gu, (character) => (/\s/u.test(character) ? ' ' : '.'))
    .replace(/\/{2,}/g, '/')
    .replace(/ {2,}/g, ' ')
    .replace(/^[ /]+|[ /]+$/g, '');
  return latin.slice(0, maxLength).replace(/[ /]+$/, '');
}
