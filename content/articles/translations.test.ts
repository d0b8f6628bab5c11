import { describe, expect, test } from 'vitest';
import { STANDARD_PRICE_LIST } from '#domain/loans/standard-price-list.ts';
import demo from '../institution/demo.ts';
import { institutionValues } from '../institution-values.ts';
import { placeholderValues } from '../loan-values.ts';
import { type Block, excerpt, parseBlocks, plainText } from '../parse-text.ts';
import { fillPlaceholders, placeholderNames } from '../placeholders.ts';
import type { TextLanguage } from '../text-words/languages.ts';
import { articleList, type Texts, textsOf } from '../texts.ts';
import { visibleText } from '../typography.ts';
import { type Article, articles } from './articles.ts';
import { articleLanguages, translatedArticle } from './translations.ts';

/** Every article in every language, beside the French it follows. */
const pairs = articleLanguages.flatMap((language) =>
  articles.map((french) => {
    const own = translatedArticle(french.id, language);
    if (!own) throw new Error(`Article ${french.id} is missing in ${language}`);
    return { name: `${language}/${french.id}`, language, french, own };
  }),
);

/** The marks each language sets quotations between; those of the others are faults. */
const quotes: Readonly<Record<Exclude<TextLanguage, 'fr'>, string>> = {
  en: '“”',
  de: '„“',
  it: '«»',
  es: '«»',
  pt: '«»',
  hu: '„”',
  nl: '“”',
  el: '«»',
  sv: '”',
  et: '„”',
  fi: '”',
  no: '«»',
  lb: '„“',
  ga: '“”',
  cs: '„“',
  pl: '„”',
  ja: '',
  zh: '“”',
  ch: '«»',
  tr: '“”',
  sr: '„”',
};

/**
 * How long a text is beside the French, in characters: one of Japanese says what two or three letters say, and Czech and Serbian have no
 * articles and few auxiliary verbs.
 */
const lengths: Partial<Record<TextLanguage, readonly [number, number]>> = {
  cs: [0.8, 1.2],
  ja: [0.35, 0.6],
  zh: [0.2, 0.45],
  sr: [0.8, 1.2],
};

const foreignTo = (language: Exclude<TextLanguage, 'fr'>) =>
  [...'"“”„«»'].filter((mark) => !quotes[language].includes(mark)).join('');

const blocksOf = ({ contenu }: Article, language: TextLanguage): Block[] =>
  parseBlocks(
    fillPlaceholders(
      contenu,
      placeholderValues(institutionValues(demo, language), STANDARD_PRICE_LIST, '2026-11-20', language),
    ),
  );

/** The blocks by kind: headings with their level, lists with their length. A sentence may lead in to words of the law: see below. */
const shape = (blocks: readonly Block[]) =>
  blocks.flatMap((block) =>
    block.kind === 'heading'
      ? [`h${block.level}`]
      : block.kind === 'list'
        ? [`${block.ordered ? 'ol' : 'ul'} of ${block.items.length}`]
        : [],
  );

const paragraphs = (blocks: readonly Block[]) => blocks.filter(({ kind }) => kind === 'paragraph').length;

const linksOf = (blocks: readonly Block[]) =>
  blocks
    .flatMap((block) =>
      block.kind === 'paragraph' ? block.content : block.kind === 'list' ? block.items.flat() : [],
    )
    .flatMap((part) => (part.kind === 'link' ? [part.href] : []));

const wordsOf = ({ titre, resume, contenu }: Article) => visibleText(`${titre}\n${resume}\n\n${contenu}`);

/** Every figure by its digits: « 2 000 », « 2.000 », « 2,000 », « 2’000 » and « 2000 » are one. Sorted: languages order their sentences. */
const figures = (article: Article) =>
  [...wordsOf(article).matchAll(/\d(?:[\d\u00a0\u202f.,’]*\d)?/g)]
    .map(([figure]) => figure.replace(/\D/g, ''))
    .sort();

describe.each(pairs)('article $name', ({ language, french, own }) => {
  test('has the data of the French, and words of its own', () => {
    const { titre, resume, auteur, contenu, ...data } = french;
    expect(own).toMatchObject(data);
    for (const words of [titre, resume, auteur]) expect(Object.values(own)).not.toContain(words);
    const said = new Set(parseBlocks(visibleText(contenu)).map((block) => plainText([block])));
    const kept = parseBlocks(visibleText(own.contenu)).filter((block) => said.has(plainText([block])));
    // A placeholder alone on its line is no words.
    expect(kept.map((block) => plainText([block])).filter((text) => text !== 'X')).toEqual([]);
  });

  test('has the headings, lists and links of the French, one after the other', () => {
    const reference = blocksOf(french, 'fr');
    const blocks = blocksOf(own, language);
    expect(shape(blocks)).toEqual(shape(reference));
    expect(linksOf(blocks)).toEqual(linksOf(reference));
    const ids = blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []));
    expect(new Set(ids).size).toBe(ids.length);
    // Where French says the law's words, another language may first say whose words they are.
    expect(paragraphs(blocks) - paragraphs(reference)).toBeGreaterThanOrEqual(0);
    expect(paragraphs(blocks) - paragraphs(reference)).toBeLessThanOrEqual(1);
  });

  test('has every figure of the French, whether filled or written, and no other', () => {
    expect(placeholderNames(own.contenu).sort()).toEqual(placeholderNames(french.contenu).sort());
    const said = figures(own);
    const missing = figures(french).filter((figure) => {
      const at = said.indexOf(figure);
      if (at >= 0) said.splice(at, 1);
      return at < 0;
    });
    expect(missing).toEqual([]);
    // Chinese and Japanese write months and small numbers in digits, where French has words.
    const isWordInFrench = (figure: string) => figure.length <= 2 && (language === 'ja' || language === 'zh');
    expect(said.filter((figure) => !isWordInFrench(figure))).toEqual([]);
  });

  test('takes the time to read that it says: it is about as long as the French', () => {
    const length = wordsOf(own).length / wordsOf(french).length;
    const [shortest, longest] = lengths[language] ?? [0.85, 1.2];
    expect(length).toBeGreaterThan(shortest);
    expect(length).toBeLessThan(longest);
  });

  test('is set as the language sets its texts', () => {
    const text = wordsOf(own).replaceAll('**', '');
    const faults = Object.entries({
      'the quotation marks of another language': new RegExp(`[${foreignTo(language)}]`, 'g'),
      'full stops for …, spaces in a row, curved apostrophe': /\.{3}| {2}|‘|(?<!\d)’|’(?!\d)/g,
      'space before a mark': /[\s\u00a0\u202f][,.:;?!](?![.\d])/g,
      'space inside quotation marks': /[«„][\s\u00a0]|[\s\u00a0]»/g,
      'a unit that may leave its number': /\d (?:€|%|EUR)/g,
      'thousands that may part': /(?<!\d )\b\d{1,3} \d{3}\b(?! \d)/g,
    }).flatMap(([fault, pattern]) =>
      [...text.matchAll(pattern)].map(
        ({ index }) => `${fault}: …${text.slice(Math.max(0, index - 25), index + 25)}…`,
      ),
    );
    expect(faults).toEqual([]);
    expect(excerpt(own.resume, 100).length).toBeLessThanOrEqual(101);
  });
});

describe('what the build makes of the translations', () => {
  const texts = textsOf(demo, '2026-11-20');

  test.each(articleLanguages)(
    'lists in %s have the words of its articles, in a file of their own',
    (language) => {
      const words = texts[`articles.${language}`] as Texts['articles'];
      for (const { id } of articles) {
        const own = translatedArticle(id, language);
        expect(words[id]?.titre).toBe(own?.titre);
        expect(`article-${id}.${language}` in texts).toBe(own !== undefined);
      }
    },
  );

  test('what travels with the French pages is French', () => {
    const carried = JSON.stringify(articleList());
    for (const { own } of pairs) expect(carried).not.toContain(own.titre);
    expect('articles.fr' in texts).toBe(false);
  });
});
