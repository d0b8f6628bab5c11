import { globSync, readdirSync, readFileSync } from 'node:fs';
import { isContractProcedure } from '@orpc/contract';
import { describe, expect, it } from 'vitest';
import { languageOf, languages, referenceLanguage } from '#app/i18n/languages.ts';
import { contract } from '#contract/index.ts';
import type { RouteMeta } from '#contract/route.ts';
import { CLIENT_LANGUAGES } from '#domain/clients/client-languages.ts';
import { PRODUCT_IDS } from '#domain/loans/products.ts';
import { OPERATION_NAMES, OPERATIONS } from '#domain/operations.ts';
import { sentences } from './catalogue.ts';

const root = new URL('../locales/', import.meta.url);
const namespacesOf = (code: string) =>
  readdirSync(new URL(`${code}/`, root)).map((file) => file.replace(/\.json$/, ''));

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
/** The papers of the law are French for every reader (decision 0008). */
const onlyInFrench = new Set(['legal-papers']);
/** What a client reads besides, on screens and in mails: a language of `CLIENT_LANGUAGES` has all of it. */
const clientNamespaces = [
  ...namespacesOf(referenceLanguage).filter((name) => /^client(?:-|$)/.test(name)),
  'confirm-address',
  'documents',
  'keep-address',
  'legal-notices',
  'loan-file',
  'loan-reasons',
  'mailbox',
  'mails',
  'movements',
  'notifications',
  'security',
  'withdrawal-reasons',
];
const clientLanguages = new Set<string>(CLIENT_LANGUAGES);
/** A language of the picker has pages of its own: it has every word of them. */
const completeForVisitors = languages
  .map(({ code }) => code)
  .filter((code) => code !== 'fr' && code !== 'en');

/**
 * The refusals that a visitor, who is signing in or not, can meet. A language outside `CLIENT_LANGUAGES` does without the others: they stand on
 * screens that are French there.
 */
const metByVisitors =
  /^(?:someone$|(?:request|idempotency|auth|not-found|sign-up|service|offline|unanswered|unreachable|enquiry)\.)/;

interface Procedure {
  readonly '~orpc': { readonly meta: RouteMeta; readonly errorMap: object };
}

const procedures = (node: object): Procedure[] =>
  Object.values(node).flatMap((value) =>
    isContractProcedure(value) ? [value as unknown as Procedure] : procedures(value),
  );

/** The refusals of the routes that these may enter. */
const refusalsOf = (isAccess: (access: RouteMeta['access']) => boolean) =>
  procedures(contract).flatMap(({ '~orpc': { meta, errorMap } }) =>
    isAccess(meta.access) ? Object.keys(errorMap) : [],
  );

/** The refusals that only routes of the staff declare. Those that no route declares may come with any. */
const metByClients = new Set(refusalsOf((access) => access !== 'staff'));
const metByStaffOnly = new Set(
  refusalsOf((access) => access === 'staff').filter((code) => !metByClients.has(code)),
);

/** What the staff confirm. */
const operationsOfStaff = new Set<string>(
  OPERATION_NAMES.filter((operation) => OPERATIONS[operation].by === 'staff'),
);

/** Mails that only the staff receive: in French where a language lacks them. */
const mailsToStaff = /^templates\.(?:staff|proposals?|proof|emergencies|tasks)-/;

/** Whether a language must have a key of French: the words of the staff's screens and mails are French and English only. */
function isAsked(code: string, namespace: string, key: string): boolean {
  if (code === 'en') return true;
  if (namespace === 'mails') return !mailsToStaff.test(key);
  if (namespace === 'security') return !operationsOfStaff.has(key.replace(/^confirm\.operations\./, ''));
  if (namespace !== 'errors' || metByVisitors.test(key)) return true;
  return clientLanguages.has(code) && !metByStaffOnly.has(key.replace(/\.(?:title|detail)$/, ''));
}

/** Sentences the law fixes in French: where French says them once, the other languages say them in their own words beside it. */
const besideTheLaw: Record<string, string[]> = {
  mails: ['legal.creditWarning', 'legal.directLoan', 'legal.noPaymentBeforeLoan', 'legal.noPaymentToUnlock'],
};

/** The opening hours of a mail are worded in French: the other languages do without (`openingHoursInWords`). */
const wordedInFrench = new Set(['openingHours']);

/** What the server reads as an object, as it does the columns of the audit trail's file. */
const readWhole = new Set(['documents', 'legal-papers', 'mails', 'notifications']);

const plural = /_(zero|one|two|few|many|other)$/;

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
    for (const code of CLIENT_LANGUAGES)
      expect(namespacesOf(code), code).toEqual(expect.arrayContaining(clientNamespaces));
  });

  it('have every language of clients in the picker, French first', () => {
    expect(CLIENT_LANGUAGES[0]).toBe(referenceLanguage);
    expect(CLIENT_LANGUAGES.filter((code) => !languages.some((language) => language.code === code))).toEqual(
      [],
    );
  });
});

describe.each(codes)('the catalogues of %s', (code) => {
  const french = new Set(namespacesOf(referenceLanguage));
  // `many` of the Romance languages is for millions: the lookup takes `_other` for it (catalogues.ts).
  const forms = new Intl.PluralRules(languageOf(code).tag)
    .resolvedOptions()
    .pluralCategories.filter((form) => form !== 'many' || ['cs', 'ga', 'pl'].includes(code));

  it('are named as the French', () => {
    expect(namespacesOf(code).filter((namespace) => !french.has(namespace))).toEqual([]);
  });

  it.each(namespacesOf(code).filter((namespace) => french.has(namespace)))(
    '%s: the keys and placeholders of French, in every plural of the language',
    (namespace) => {
      const reference = sentences(referenceLanguage, namespace);
      const words = sentences(code, namespace);
      const stems = new Set(stemsOf(words));
      const isDue = (key: string) => isAsked(code, namespace, key) || stems.has(stemOf(key));
      expect([...stems].sort()).toEqual(
        [...stemsOf(reference).filter(isDue), ...(besideTheLaw[namespace] ?? [])].sort(),
      );
      const inFrench = valuesOf(reference);
      const given = [...valuesOf(words)].map(([stem, names]) => [stem, [...names].sort()]);
      expect(given).toEqual(given.map(([stem]) => [stem, [...(inFrench.get(String(stem)) ?? [])].sort()]));
      const plurals = [...reference.keys()]
        .filter((key) => plural.test(key) && isDue(key))
        .flatMap((key) => forms.map((form) => `${stemOf(key)}_${form}`));
      expect(plurals.filter((key) => !words.has(key))).toEqual([]);
      expect([...words].filter(([, text]) => text.trim() === '')).toEqual([]);
    },
  );
});

it.each(codes)('the catalogues of %s say no sentence in French', (code) => {
  const inFrench = namespacesOf(code).flatMap((namespace) => {
    const words = sentences(code, namespace);
    return [...sentences(referenceLanguage, namespace)]
      .filter(([key, text]) => words.get(key) === text && /\p{Ll}.* .*\p{Ll}.* .*\p{Ll}/u.test(text))
      .map(([key]) => `${namespace}.${key}`);
  });
  expect(inFrench).toEqual([]);
});

/** The sentences of a language that a pattern finds, by their keys. */
const sentencesWith = (code: string, pattern: RegExp) =>
  namespacesOf(code).flatMap((namespace) =>
    [...sentences(code, namespace)]
      .filter(([, text]) => pattern.test(text))
      .map(([key, text]) => `${namespace}.${key}: ${text}`),
  );

it.each(completeForVisitors)('the catalogues of %s set no space before a colon or a question mark', (code) =>
  expect(sentencesWith(code, /\s[:;?!]/)).toEqual([]),
);

it.each(CLIENT_LANGUAGES)(
  'a product has one name in %s: on the simulator, in a request and in the client area',
  (code) => {
    const namesUnder = (namespace: string, part: string) =>
      Object.fromEntries(PRODUCT_IDS.map((id) => [id, sentences(code, namespace).get(`${part}.${id}`)]));
    const names = namesUnder('simulator', 'conditions.products');
    expect(Object.values(names)).not.toContain(undefined);
    expect(namesUnder('loan-request', 'products')).toEqual(names);
    expect(namesUnder('client-loans', 'request.products')).toEqual(names);
  },
);

it('no word is left that nothing asks for any more', () => {
  const code = globSync('{app,contract,domain,server}/**/*.{ts,tsx}', { cwd: new URL('../', root) })
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(new URL(`../${file}`, root), 'utf8'))
    .join('\n');
  // Found in one pass each; the search through all code is left for the few keys that stand inside a longer text.
  const named = new Set(code.match(/[\w-]+(?:\.[\w-]+)+/g));
  const begun = new Set([...code.matchAll(/([\w.-]+)\.\$\{/g)].map(([, start]) => start));
  const beginnings = (key: string) => [...key.matchAll(/\./g)].map(({ index }) => key.slice(0, index));
  // By its whole key, or by one whose end is chosen while running: `status.${status}`.
  const isAsked = (key: string) =>
    named.has(key) ||
    beginnings(key).some((start) => begun.has(start)) ||
    code.includes(key) ||
    beginnings(key).some((start) => code.includes(`${start}.\${`));
  const keys = namespacesOf(referenceLanguage)
    .filter((namespace) => !readWhole.has(namespace))
    .flatMap((namespace) =>
      stemsOf(sentences(referenceLanguage, namespace)).map((key) => `${namespace}.${key}`),
    )
    // Read as objects: the columns and values of files.
    .filter((key) => !/^admin-(?:audit\.columns|desk\.csv)\./.test(key))
    // What the build says in the place of other words, each of which is asked for (app/i18n/words-of-house.ts).
    .filter((key) => !/^(?:admin(?:-[a-z-]+)?|dated-data)\.(?:elsewhere|live)\./.test(key));
  expect(keys.filter((key) => !isAsked(key))).toEqual([]);
});

it('French sets a non-breaking space before its high signs and inside its quotation marks', () => {
  expect(sentencesWith(referenceLanguage, / [:;?!%»]|« /)).toEqual([]);
});

it('every language with catalogues has its list, by which a browser finds them', () => {
  const translated = readdirSync('locales').filter((code) => code !== referenceLanguage);
  expect(readdirSync('app/i18n/words').sort()).toEqual(translated.map((code) => `${code}.ts`).sort());
  // English has the lists of both areas, as French has.
  const ofClients = translated.filter((code) => code !== 'en');
  expect(readdirSync('app/i18n/clients').sort()).toEqual(
    [...ofClients.map((code) => `${code}.ts`), 'list-of.ts'].sort(),
  );
  expect(readdirSync('app/i18n/english')).toEqual(readdirSync('app/i18n/french'));
  for (const code of ofClients)
    for (const list of ['words', 'clients'])
      expect(readFileSync(`app/i18n/${list}/${code}.ts`, 'utf8')).toContain(
        `locales/${code}/${list === 'words' ? '*.json' : '{client,'}`,
      );
});

describe('a button or a page that a sentence names in quotation marks', () => {
  /** An example of what a client may type is no name. */
  const examples = new Set(['security.passkey.nameHint']);
  const all = (code: string) =>
    new Map(
      [...publicNamespaces, ...clientNamespaces].flatMap((namespace) =>
        [...sentences(code, namespace)].map(([key, text]) => [`${namespace}.${key}`, text] as const),
      ),
    );
  const french = all(referenceLanguage);
  const keysOf = Map.groupBy(french.keys(), (key) => french.get(key));

  it.each(languages.map(({ code }) => code))('is called in %s what it says there', (code) => {
    const words = all(code);
    const misnamed = [...french].filter(([key, text]) => {
      const here = words.get(key);
      // A language that says it without a name misleads nobody.
      if (!here || examples.has(key) || !/[“”„«»「」]/.test(here)) return false;
      const names = [...text.matchAll(/«\u00a0([^«»{}]+)\u00a0»/g)].map(([, name]) => keysOf.get(name) ?? []);
      return names.some(
        (keys) => keys.length > 0 && !keys.some((at) => here.includes(words.get(at) ?? '\0')),
      );
    });
    expect(misnamed.map(([key]) => key)).toEqual([]);
  });
});

describe('French', () => {
  it('says « aucuns frais »: the word has no singular', () => {
    const files = globSync(['locales/fr/*.json', 'content/{articles,faq,legal,offers,verify}/*.md'], {
      cwd: new URL('../', root),
    });
    expect(files.length).toBeGreaterThan(80);
    const wrong = files.filter((file) =>
      /\baucun(?: autre)? frais\b/i.test(readFileSync(new URL(`../${file}`, root), 'utf8')),
    );
    expect(wrong).toEqual([]);
  });
});
