import { globSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languageOf, languages, referenceLanguage } from '#app/i18n/languages.ts';

/** What a visitor reads without an account, and the words that come with every refusal (docs/rules.md, Languages). */
const publicNamespaces = [
  'common',
  'visitor',
  'home',
  'simulator',
  'transfer-simulator',
  'contact',
  'loan-request',
  'card-request',
  'sending',
  'not-found',
  'offers',
  'faq',
  'testimonials',
  'legal',
  'blog',
  'article',
  'verify',
  'newsletter',
  'retraction',
  'validation',
  'sign-in',
  'errors',
];
/** Documents are French in every language, like what they may have to be shown to (decision 0008). */
const onlyInFrench = new Set(['documents']);
/** A language of the picker has pages of its own: it has every word of them. */
const completeForVisitors = languages
  .map(({ code }) => code)
  .filter((code) => code !== 'fr' && code !== 'en');

/** Sentences the law fixes in French: where French says them once, the other languages say them in their own words beside it. */
const besideTheLaw: Record<string, string[]> = {
  mails: ['legal.creditWarning', 'legal.directLoan', 'legal.noPaymentBeforeLoan', 'legal.noPaymentToUnlock'],
};

/** The opening hours of a mail are worded in French: the other languages do without (`openingHoursInWords`). */
const wordedInFrench = new Set(['openingHours']);

/** What the server reads as an object, as it does the columns of the audit trail's file. */
const readWhole = new Set(['documents', 'mails', 'notifications']);

const root = new URL('../locales/', import.meta.url);
const namespacesOf = (code: string) =>
  readdirSync(new URL(`${code}/`, root)).map((file) => file.replace(/\.json$/, ''));

const plural = /_(zero|one|two|few|many|other)$/;

/** Every sentence of a catalogue by its path. */
function sentences(code: string, namespace: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (part: object, path: string) => {
    for (const [name, value] of Object.entries(part)) {
      if (typeof value === 'string') found.set(path + name, value);
      else walk(value, `${path}${name}.`);
    }
  };
  walk(JSON.parse(readFileSync(new URL(`${code}/${namespace}.json`, root), 'utf8')), '');
  return found;
}

/** The keys that code asks for: a plural is asked for without its form. */
const stemsOf = (words: Map<string, string>) => [...new Set([...words.keys()].map(stemOf))].sort();
const stemOf = (key: string) => key.replace(plural, '');

const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = '']) => name))].sort();

/** What a sentence may be filled with, by the key it is asked for: one of its plural forms may leave the number out. */
function valuesOf(words: Map<string, string>): Map<string, Set<string>> {
  const values = new Map<string, Set<string>>();
  for (const [key, text] of words) {
    const known = values.get(stemOf(key)) ?? new Set<string>();
    for (const name of placeholders(text)) if (!wordedInFrench.has(name)) known.add(name);
    values.set(stemOf(key), known);
  }
  return values;
}

const codes = readdirSync(root).filter((code) => code !== referenceLanguage);

describe('the folders of locales/', () => {
  it('are languages of the picker', () => {
    expect(languages.map(({ code }) => code as string).sort()).toEqual([...codes, referenceLanguage].sort());
  });

  it('hold English whole, and the other promised languages for every visitor', () => {
    const translated = namespacesOf(referenceLanguage).filter((name) => !onlyInFrench.has(name));
    expect(namespacesOf('en').sort()).toEqual(translated.sort());
    for (const code of completeForVisitors) {
      expect(namespacesOf(code), code).toEqual(expect.arrayContaining(publicNamespaces));
    }
  });
});

describe.each(codes)('the catalogues of %s', (code) => {
  const french = new Set(namespacesOf(referenceLanguage));
  // `many` of the Romance languages is for millions: the lookup takes `_other` for it (catalogues.ts).
  const forms = new Intl.PluralRules(languageOf(code).tag)
    .resolvedOptions()
    .pluralCategories.filter((form) => form !== 'many' || ['cs', 'pl'].includes(code));

  it('are named as the French', () => {
    expect(namespacesOf(code).filter((namespace) => !french.has(namespace))).toEqual([]);
  });

  it.each(namespacesOf(code).filter((namespace) => french.has(namespace)))(
    '%s: the keys and placeholders of French, in every plural of the language',
    (namespace) => {
      const reference = sentences(referenceLanguage, namespace);
      const words = sentences(code, namespace);
      expect(stemsOf(words)).toEqual([...stemsOf(reference), ...(besideTheLaw[namespace] ?? [])].sort());
      const inFrench = valuesOf(reference);
      for (const [stem, names] of valuesOf(words)) {
        expect([stem, names]).toEqual([stem, inFrench.get(stem) ?? new Set()]);
      }
      for (const key of reference.keys()) {
        if (!plural.test(key)) continue;
        expect([...words.keys()]).toEqual(
          expect.arrayContaining(forms.map((form) => `${stemOf(key)}_${form}`)),
        );
      }
      for (const [key, text] of words) expect(text.trim(), key).not.toBe('');
    },
  );
});

it.each(completeForVisitors)(
  'the catalogues of %s set no space before a colon or a question mark',
  (code) => {
    for (const namespace of namespacesOf(code)) {
      for (const [key, text] of sentences(code, namespace)) expect(text, key).not.toMatch(/\s[:;?!]/);
    }
  },
);

it('no word is left that nothing asks for any more', () => {
  const code = globSync('{app,contract,domain,server}/**/*.{ts,tsx}', { cwd: new URL('../', root) })
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(new URL(`../${file}`, root), 'utf8'))
    .join('\n');
  // By its whole key, or by one whose end is chosen while running: `status.${status}`.
  const isAsked = (key: string) =>
    code.includes(key) ||
    [...key.matchAll(/\./g)].some(({ index }) => code.includes(`${key.slice(0, index)}.\${`));
  const keys = namespacesOf(referenceLanguage)
    .filter((namespace) => !readWhole.has(namespace))
    .flatMap((namespace) =>
      stemsOf(sentences(referenceLanguage, namespace)).map((key) => `${namespace}.${key}`),
    )
    .filter((key) => !key.startsWith('admin-audit.columns.'));
  expect(keys.filter((key) => !isAsked(key))).toEqual([]);
});

it('French sets a non-breaking space before its high signs and inside its quotation marks', () => {
  for (const namespace of namespacesOf(referenceLanguage))
    for (const [key, text] of sentences(referenceLanguage, namespace))
      expect(text, `${namespace}.${key}`).not.toMatch(/ [:;?!%»]|« /);
});

it('every language with catalogues has its list, by which a browser finds them', () => {
  const translated = readdirSync('locales').filter((code) => code !== referenceLanguage);
  expect(readdirSync('app/i18n/words').sort()).toEqual(translated.map((code) => `${code}.ts`).sort());
  for (const code of translated)
    expect(readFileSync(`app/i18n/words/${code}.ts`, 'utf8')).toContain(`locales/${code}/*.json`);
});
