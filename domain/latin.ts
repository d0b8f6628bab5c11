/**
 * Small letters that no decomposition turns into Latin ones. Greek follows ELOT 743 (ISO 843), Cyrillic the Bulgarian table of the European
 * Payments Council (EPC217-08), with what Russian, Ukrainian, Serbian and Macedonian write besides.
 */
const LETTERS = new Map(
  Object.entries({
    ...{ æ: 'ae', œ: 'oe', ø: 'o', ß: 'ss', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
    ...{
      α: 'a',
      β: 'v',
      γ: 'g',
      δ: 'd',
      ε: 'e',
      ζ: 'z',
      η: 'i',
      θ: 'th',
      ι: 'i',
      κ: 'k',
      λ: 'l',
      μ: 'm',
      ν: 'n',
    },
    ...{ ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o' },
    ...{
      а: 'a',
      б: 'b',
      в: 'v',
      г: 'g',
      д: 'd',
      е: 'e',
      ж: 'zh',
      з: 'z',
      и: 'i',
      й: 'y',
      к: 'k',
      л: 'l',
      м: 'm',
    },
    ...{ н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'ts', ч: 'ch', ш: 'sh' },
    ...{ щ: 'sht', ъ: 'a', ь: 'y', ю: 'yu', я: 'ya', ы: 'y', э: 'e', і: 'i', є: 'ie', ґ: 'g' },
    ...{ ђ: 'dj', ј: 'j', љ: 'lj', њ: 'nj', ћ: 'c', џ: 'dz', ѕ: 'dz' },
  }),
);

/** One small letter without its marks, in Latin letters; null for a letter of another script. */
function latinLetter(small: string): string | null {
  const bare = small.normalize('NFKD').replace(/\p{M}/gu, '');
  return LETTERS.get(small) ?? LETTERS.get(bare) ?? (/^\p{ASCII}+$/u.test(bare) ? bare : null);
}

/**
 * A text with its Latin, Greek and Cyrillic letters in plain A to Z, as payment orders and passports write names: accents go, « Θεοδώρου »
 * becomes « Theodorou », « ЩЕРЕВ » « SHTEREV ». Letters of other scripts and signs stay as they are.
 */
export function inLatin(text: string): string {
  return text
    .normalize('NFC')
    .replace(/(?<=[οΟ])[υύΥΎ]/gu, (letter) => (letter === letter.toLowerCase() ? 'u' : 'U'))
    .replace(/(?!\p{ASCII})\p{L}(?=(.?))/gu, (letter: string, next: string) => {
      const small = letter.toLowerCase();
      const latin = latinLetter(small);
      if (latin === null || letter === small) return latin ?? letter;
      // « Þórsson » is « Thorsson », « ÞÓRSSON » is « THORSSON ».
      return next === next.toUpperCase() ? latin.toUpperCase() : latin[0]?.toUpperCase() + latin.slice(1);
    });
}
