/**
 * Words of French prose that no other language of the pages has. Left out are those that are also words of another one: `pour` (English), `les`
 * (Dutch, Spanish), `dans` (Dutch), `est` (Hungarian), `sur` (Spanish), `mais` (Portuguese), `elle` (Turkish).
 */
const FRENCH = new Set(
  (
    'vous votre nous notre avec sans sont être cette aux chaque toute très aussi leur peut doit une ces mois prêt prêts taux crédit ' +
    'virement durée échéance compte montant demande remboursement'
  ).split(' '),
);

/** Words that a language took from French and writes the same, by the start of the page's `lang`. */
const BORROWED: Readonly<Record<string, readonly string[]>> = { lb: ['prêt', 'remboursement'] };

/** Terms of French law: any in parentheses behind its translation, and the usury rate by its name. */
const TERMS = /\([^)]*\)|taux de l(?:['’]|&#x27;)usure/gi;

/** Elements without an end tag. */
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** What is between their tags is not text. */
const UNREAD = new Set(['script', 'style', 'svg']);

/**
 * The French words that a page of another language shows outside elements marked `lang="fr"`, each with the text it stands in. A page's own
 * language is that of its `html` element.
 */
export function frenchWordsOf(html: string): string[] {
  const found: string[] = [];
  const borrowed = BORROWED[/<html[^>]*\blang="(\w+)/.exec(html)?.[1] ?? ''] ?? [];
  const open: { readonly tag: string; readonly isFrench: boolean; readonly isRead: boolean }[] = [];
  for (const [, end, tag = '', attributes = '', text] of html.matchAll(
    /<(\/?)([a-z][a-z0-9-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>|([^<]+)|</gi,
  )) {
    const around = open.at(-1) ?? { tag: '', isFrench: false, isRead: true };
    if (text !== undefined) {
      if (around.isFrench || !around.isRead) continue;
      for (const word of text
        .replace(TERMS, '')
        .toLowerCase()
        .match(/\p{L}+/gu) ?? [])
        if (FRENCH.has(word) && !borrowed.includes(word)) found.push(`${word}: ${text.trim().slice(0, 80)}`);
      continue;
    }
    const name = tag.toLowerCase();
    if (VOID.has(name) || name === '') continue;
    if (end) {
      const at = open.findLastIndex((one) => one.tag === name);
      if (at >= 0) open.length = at;
      continue;
    }
    const language = /\blang="([^"]*)"/.exec(attributes)?.[1];
    const isFrench = language === undefined ? around.isFrench : /^fr\b/.test(language);
    open.push({ tag: name, isFrench, isRead: around.isRead && !UNREAD.has(name) });
  }
  return found;
}
