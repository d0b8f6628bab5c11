import {
  type PriceList,
  productOf,
  type RepresentativeExample,
  representativeExample,
} from '#domain/loans/products.ts';
import { priceListOf } from '#domain/loans/standard-price-list.ts';
import {
  type Article,
  type ArticleSummary,
  articleContent,
  articleSummary,
  articles,
  relatedArticles,
} from './articles/articles.ts';
import { articleLanguages, translatedArticle } from './articles/translations.ts';
import { faqGroups } from './faq/faq.ts';
import type { FaqGroup } from './faq/read-faq.ts';
import { renderableClaims } from './institution/claims.ts';
import type { Claim, Institution } from './institution/schema.ts';
import { institutionValues } from './institution-values.ts';
import { type LegalText, legalNotices, privacyPolicy } from './legal/legal.ts';
import { privacySummary } from './legal/privacy-summaries.ts';
import type { PrivacySummary } from './legal/privacy-summary.ts';
import { placeholderValues } from './loan-values.ts';
import { offers, standardConditions } from './offers/offers.ts';
import type { Offer, TitledText } from './offers/read-offer.ts';
import { type Block, type Inline, parseBlocks, plainText } from './parse-text.ts';
import { fillPlaceholders, type PlaceholderValues } from './placeholders.ts';
import { commentIn } from './testimonials/comments.ts';
import { averageNote, demoTestimonials, type Testimonial } from './testimonials/testimonials.ts';
import { type TextLanguage, textLanguages } from './text-words/languages.ts';
import { isTrueOf, lineTrueOf, trueOf } from './true-of-house.ts';
import { verifyPage } from './verify/verify.ts';

/**
 * Every text as a page shows it: read, its figures filled, parsed. The build runs this once and gives each text a file of its own
 * (`virtual:texts`, vite.config.ts), so that neither the parser nor the figures' arithmetic travels to a browser.
 */
export interface Texts {
  readonly offers: readonly WithExample<Offer>[];
  readonly conditions: WithExample<TitledText>;
  readonly faq: readonly FaqGroup[];
  readonly notices: LegalText;
  readonly privacy: LegalText;
  readonly 'privacy-summary': PrivacySummary;
  readonly verify: TitledText;
  readonly testimonials: {
    readonly list: readonly ShownTestimonial[];
    /** The mean of their notes, unrounded; null when there is none. */
    readonly average: number | null;
    readonly claims: readonly (Claim & { readonly fictional: boolean })[];
  };
  /** What lists say of the articles, by id, in a language that has some of its own; their French is in `articleList`. */
  readonly articles: Readonly<Record<number, ArticleWords>>;
  readonly [article: `article-${number}`]: readonly Block[];
}

export type TextName = keyof Texts;

/** The figures of the example that goes with the rates of a text, for the page to set in the sizes of the law. */
type WithExample<Text extends TitledText> = Text & { readonly example: RepresentativeExample };

/** A testimonial in one language. */
export type ShownTestimonial = Testimonial;

/**
 * The conditions and features of a text. Its example and the sentences of the law, which the text carries as paragraphs so that it
 * holds by itself, are drawn by the page from `example` and from the day's wordings (C. conso. L312-5, L312-6, L312-8).
 */
function listed<Text extends TitledText>(text: Text, example: RepresentativeExample): WithExample<Text> {
  return { ...text, body: text.body.filter(({ kind }) => kind === 'list'), example };
}

function offersIn(list: PriceList, language: TextLanguage, values: PlaceholderValues): Texts['offers'] {
  return offers(values, language).map((offer) =>
    listed(offer, representativeExample(productOf(list, offer.product))),
  );
}

/** The example of the conditions is the simulator's, which is the personal loan's. */
function conditionsIn(
  list: PriceList,
  language: TextLanguage,
  values: PlaceholderValues,
): Texts['conditions'] {
  return listed(standardConditions(values, language), representativeExample(productOf(list, 'personal')));
}

/** Invented testimonials exist in a demonstration only. */
function testimonialsIn(language: TextLanguage, institution: Institution): Texts['testimonials'] {
  const shown = institution.mode === 'demo' ? demoTestimonials : [];
  return {
    list: shown.map((testimonial) => ({
      ...testimonial,
      commentaire: commentIn(language, testimonial),
    })),
    average: averageNote(shown) ?? null,
    claims: renderableClaims(institution),
  };
}

/**
 * The texts that carry an example or the credit warning as a paragraph of their own, with that paragraph marked: no other figure of a
 * credit may be larger (C. conso. L312-8).
 */
function withLoudParagraphs(blocks: readonly Block[], values: PlaceholderValues): Block[] {
  const loud = new Set(
    Object.entries(values)
      .filter(([name]) => name.endsWith('.representative') || name === 'legal.creditWarning')
      .map(([, text]) => text),
  );
  return blocks.map((block) =>
    block.kind === 'paragraph' && loud.has(plainText([block])) ? { ...block, loud: true } : block,
  );
}

/** The sentences of the law stay in French in every language: marked as French, they are read aloud as French. */
function withFrenchSentences(blocks: readonly Block[], values: PlaceholderValues): Block[] {
  const sentences: readonly string[] = [values['legal.creditWarning'], values['legal.noPaymentBeforeLoan']];
  const split = (text: string) =>
    sentences.reduce(
      (texts, sentence) =>
        texts.flatMap((one) =>
          one.split(sentence).flatMap((rest, index) => (index ? [sentence, rest] : rest)),
        ),
      [text],
    );
  const marked = (content: readonly Inline[]) =>
    content.flatMap((part): Inline[] =>
      part.kind === 'link'
        ? [part]
        : split(part.text)
            .filter((text) => text !== '')
            .map((text) => (sentences.includes(text) ? { ...part, text, lang: 'fr' } : { ...part, text })),
    );
  return blocks.map((block) => {
    if (block.kind === 'list') return { ...block, items: block.items.map(marked) };
    if (block.kind === 'paragraph') return { ...block, content: marked(block.content) };
    return sentences.includes(block.text) ? { ...block, lang: 'fr' } : block;
  });
}

function filledSummary(
  summary: PrivacySummary,
  values: PlaceholderValues,
  institution: Institution,
): PrivacySummary {
  const shown = (texts: readonly string[]) =>
    texts
      .flatMap((text) => lineTrueOf(text, institution) ?? [])
      .map((text) => fillPlaceholders(text, values));
  return {
    ...summary,
    sections: summary.sections.map((section) => ({
      ...section,
      paragraphs: shown(section.paragraphs),
      ...(section.items ? { items: shown(section.items) } : {}),
    })),
  };
}

/** What lists say of the articles written in this language. */
function articleWords(language: TextLanguage): Texts['articles'] {
  const words = articles.flatMap(({ id }) => {
    const own = translatedArticle(id, language);
    return own ? [[id, { titre: own.titre, resume: own.resume, auteur: own.auteur }] as const] : [];
  });
  return Object.fromEntries(words);
}

/** An article in every language that has it. */
function articleInEach(
  article: Article,
  valuesOf: Readonly<Record<TextLanguage, PlaceholderValues>>,
  institution: Institution,
): Record<string, readonly Block[]> {
  const shown = (one: Article, language: TextLanguage) => {
    const values = valuesOf[language];
    const whole = parseBlocks(articleContent(one, values));
    const blocks = withLoudParagraphs(trueOf(whole, institution), values);
    return language === 'fr' ? blocks : withFrenchSentences(blocks, values);
  };
  const own = articleLanguages.flatMap((language) => {
    const translated = translatedArticle(article.id, language);
    return translated ? [[language, shown(translated, language)] as const] : [];
  });
  return { fr: shown(article, 'fr'), ...Object.fromEntries(own) };
}

/** The questions that are true of the house; a group of which none is left goes too. */
function faqIn(language: TextLanguage, values: PlaceholderValues, institution: Institution): Texts['faq'] {
  const groups = faqGroups(values, institution, language)
    .map((group) => ({ ...group, questions: group.questions.filter(({ id }) => isTrueOf(id, institution)) }))
    .filter(({ questions }) => questions.length > 0);
  if (language === 'fr') return groups;
  return groups.map((group) => ({
    ...group,
    questions: group.questions.map((one) => ({ ...one, answer: withFrenchSentences(one.answer, values) })),
  }));
}

function verifyIn(
  language: TextLanguage,
  values: PlaceholderValues,
  institution: Institution,
): Texts['verify'] {
  const page = verifyPage(values, institution, language);
  return language === 'fr' ? page : { ...page, body: withFrenchSentences(page.body, values) };
}

/** Browsers make U+202F too thin to part thousands in our typeface: pages part them with its no-break space. */
function withWideSpaces(text: unknown): unknown {
  return JSON.parse(JSON.stringify(text).replaceAll('\u202f', '\u00a0'));
}

/**
 * All texts of an institution by file, `<name>.<language>`; a language without its own shows the French. `date` (YYYY-MM-DD) chooses
 * the legal sentences in force.
 */
export function textsOf(institution: Institution, date: string): Record<string, unknown> {
  const list = priceListOf(institution);
  const valuesOf = Object.fromEntries(
    textLanguages.map((language) => [
      language,
      placeholderValues(institutionValues(institution, language), list, date, language),
    ]),
  ) as Record<TextLanguage, PlaceholderValues>;
  const { fr } = valuesOf;
  const inEach = <Text>(write: (language: TextLanguage, values: PlaceholderValues) => Text) =>
    Object.fromEntries(textLanguages.map((language) => [language, write(language, valuesOf[language])]));
  const notices = legalNotices(fr, institution);
  const texts: { [Name in TextName]: Partial<Record<string, Texts[Name]>> } = {
    offers: inEach((language, values) => offersIn(list, language, values)),
    conditions: inEach((language, values) => conditionsIn(list, language, values)),
    testimonials: inEach((language) => testimonialsIn(language, institution)),
    faq: inEach((language, values) => faqIn(language, values, institution)),
    notices: { fr: { ...notices, body: withLoudParagraphs(notices.body, fr) } },
    privacy: { fr: privacyPolicy(fr, institution) },
    'privacy-summary': inEach((language) => filledSummary(privacySummary(language), fr, institution)),
    verify: inEach((language, values) => verifyIn(language, values, institution)),
    articles: Object.fromEntries(articleLanguages.map((language) => [language, articleWords(language)])),
    ...Object.fromEntries(
      articles.map((article) => [`article-${article.id}`, articleInEach(article, valuesOf, institution)]),
    ),
  };
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, languages]) =>
      Object.entries(languages).map(([language, text]) => [`${name}.${language}`, withWideSpaces(text)]),
    ),
  );
}

/** What a list says of an article in one language. */
export type ArticleWords = Pick<ArticleSummary, 'titre' | 'resume' | 'auteur'>;

/** An article as lists show it in French, with the ids of the two others that go with it. */
export type ListedArticle = ArticleSummary & {
  readonly related: readonly number[];
};

/** What lists of articles show, in the order of the blog: small enough to travel with the pages that list them. */
export function articleList(): ListedArticle[] {
  return articles.map((article) => ({
    ...articleSummary(article),
    related: relatedArticles(articles, article.id).map(({ id }) => id),
  }));
}
