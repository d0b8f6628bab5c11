/** Vowels before which French drops the e of « de ». Y and h stand before both, so they are left as they are written. */
const VOWEL = /^[aeiouàâäéèêëîïôöùûüœæ]/i;

/** A place of a sentence of a catalogue, with the « de » before it. */
export const PLACE_AFTER_DE = /(\bde )?\{\{\s*(\w+)\s*\}\}/g;

/**
 * A value behind the « de » of a French sentence, if there is one: « de Paul », « d'Amélie ».
 * @param de « de » and a space, or nothing.
 */
export function elided(de: string | undefined, value: string): string {
  return de && VOWEL.test(value) ? `d'${value}` : `${de ?? ''}${value}`;
}
