import { describe, expect, test } from 'vitest';
import { STANDARD_PRICE_LIST } from '#domain/loans/standard-price-list.ts';
import { articles } from './articles/articles.ts';
import demo from './institution/demo.ts';
import { institutionValues } from './institution-values.ts';
import { placeholderValues } from './loan-values.ts';
import type { Block } from './parse-text.ts';
import { type TextLanguage, textLanguages } from './text-words/languages.ts';
import { type TextName, type Texts, textsOf } from './texts.ts';

const translations = textLanguages.filter((language) => language !== 'fr');

/** An amount and a rate of the offers as each language writes them. */
const conventions: Readonly<Record<TextLanguage, { amount: string; rate: string }>> = {
  fr: { amount: '25\u00a0000\u00a0€', rate: '3,97\u00a0%' },
  en: { amount: '€25,000', rate: '3.97%' },
  de: { amount: '25.000\u00a0€', rate: '3,97\u00a0%' },
  it: { amount: '25.000\u00a0€', rate: '3,97%' },
  es: { amount: '25.000\u00a0€', rate: '3,97\u00a0%' },
  pt: { amount: '25\u00a0000\u00a0€', rate: '3,97%' },
  hu: { amount: '25\u00a0000\u00a0EUR', rate: '3,97%' },
  el: { amount: '25.000\u00a0€', rate: '3,97%' },
  zh: { amount: '€25,000', rate: '3.97%' },
  ja: { amount: '€25,000', rate: '3.97%' },
  ch: { amount: 'EUR\u00a025’000', rate: '3.97%' },
  sv: { amount: '25\u00a0000\u00a0€', rate: '3,97\u00a0%' },
  pl: { amount: '25\u00a0000\u00a0€', rate: '3,97%' },
  cs: { amount: '25\u00a0000\u00a0€', rate: '3,97\u00a0%' },
  no: { amount: '25\u00a0000\u00a0€', rate: '3,97\u00a0%' },
  fi: { amount: '25\u00a0000\u00a0€', rate: '3,97\u00a0%' },
  et: { amount: '25\u00a0000\u00a0€', rate: '3,97%' },
  ga: { amount: '€25,000', rate: '3.97%' },
  lb: { amount: '25.000\u00a0€', rate: '3,97\u00a0%' },
  nl: { amount: '€\u00a025.000', rate: '3,97%' },
  tr: { amount: '€25.000', rate: '%3,97' },
  sr: { amount: '25.000\u00a0€', rate: '3,97%' },
};
const institution = institutionValues(demo);
const values = placeholderValues(institution, STANDARD_PRICE_LIST, '2026-11-20');

const linksOf = (blocks: readonly Block[]) =>
  blocks
    .flatMap((block) =>
      block.kind === 'paragraph' ? block.content : block.kind === 'list' ? block.items.flat() : [],
    )
    .flatMap((part) => (part.kind === 'link' ? [part.href] : []));
const headings = (blocks: readonly Block[]) =>
  blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []));

/** Everything a page shows of a text, as one string. */
const wordsOf = (text: unknown): string =>
  typeof text === 'string'
    ? text
    : text !== null && typeof text === 'object'
      ? Object.values(text).map(wordsOf).join('\n')
      : '';

describe.each(translations)('the texts in %s', (language) => {
  const texts = textsOf(demo, '2026-11-20');
  const inFrench = <Name extends TextName>(name: Name): Texts[Name] => texts[`${name}.fr`] as Texts[Name];
  const own = <Name extends TextName>(name: Name): Texts[Name] => texts[`${name}.${language}`] as Texts[Name];
  const kinds = (blocks: readonly Block[]) =>
    blocks.map((block) =>
      block.kind === 'list' ? [block.kind, block.ordered, block.items.length] : block.kind,
    );
  const shapeOfFaq = (groups: Texts['faq']) =>
    groups.map(({ id, questions }) => ({
      id,
      questions: questions.map((one) => ({ id: one.id, answer: kinds(one.answer) })),
    }));

  test('the FAQ has the same groups, questions and shape of answers as the French', () => {
    expect(shapeOfFaq(own('faq'))).toEqual(shapeOfFaq(inFrench('faq')));
  });

  test('the offers and their conditions are those of the French', () => {
    const shape = (offers: Texts['offers']) =>
      offers.map(({ product, icon, body }) => ({ product, icon, body: kinds(body) }));
    expect(shape(own('offers'))).toEqual(shape(inFrench('offers')));
    expect(kinds(own('conditions').body)).toEqual(kinds(inFrench('conditions').body));
  });

  test('the page that helps check the institution has the same parts, lists and links', () => {
    const page = own('verify').body;
    const french = inFrench('verify').body;
    expect(kinds(page)).toEqual(kinds(french));
    expect(headings(page)).toEqual(headings(french));
    expect(linksOf(page)).toEqual(linksOf(french));
  });

  test('every figure is in the conventions of the language', () => {
    const { amount, rate } = conventions[language];
    const text = wordsOf(own('offers'));
    expect(text).toContain(amount);
    expect(text).toContain(rate);
    expect(wordsOf([own('offers'), own('faq'), own('verify')])).not.toMatch(
      /\d\u202f\d|mensualités|undefined/,
    );
  });

  test('a sentence fixed by law stays in French', () => {
    expect(wordsOf(own('verify'))).toContain(values['legal.noPaymentBeforeLoan']);
    expect(wordsOf(own('faq'))).toContain(values['legal.noPaymentBeforeLoan']);
  });

  test('such a sentence is marked as French wherever it stands, and nothing else is', () => {
    const laws = [values['legal.creditWarning'], values['legal.noPaymentBeforeLoan']].map((law) =>
      law.replaceAll('\u202f', '\u00a0'),
    );
    const partsOf = (blocks: readonly Block[]): { text: string; lang?: string }[] =>
      blocks.flatMap((block): { text: string; lang?: string }[] =>
        block.kind === 'heading' ? [block] : block.kind === 'list' ? block.items.flat() : block.content,
      );
    const bodies = [
      own('verify').body,
      ...own('faq').flatMap(({ questions }) => questions.map(({ answer }) => answer)),
      ...articles.map(({ id }) => own(`article-${id}`)),
    ];
    const parts = bodies.flatMap(partsOf);
    const marked = parts.filter(({ lang }) => lang === 'fr').map(({ text }) => text);
    expect(new Set(marked)).toEqual(new Set(laws));
    for (const { text, lang } of parts)
      if (!lang) expect(laws.filter((law) => text.includes(law))).toEqual([]);
  });
});
