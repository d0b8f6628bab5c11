import { productOf, type RepresentativeExample, representativeExample } from '#domain/loans/products.ts';
import {
  type Article,
  type ArticleSummary,
  articleContent,
  articleSummary,
  articles,
  relatedArticles,
} from './articles/articles.ts';
import { articleLanguages, translatedArticle } from './articles/translations.ts';
import * as faqDe from './faq/faq.de.ts';
import * as faqEn from './faq/faq.en.ts';
import * as faqEs from './faq/faq.es.ts';
import * as faqFr from './faq/faq.fr.ts';
import * as faqHu from './faq/faq.hu.ts';
import * as faqIt from './faq/faq.it.ts';
import * as faqPt from './faq/faq.pt.ts';
import type { FaqGroup } from './faq/read-faq.ts';
import { renderableClaims } from './institution/claims.ts';
import type { Claim, Institution } from './institution/schema.ts';
import { institutionValues } from './institution/values.ts';
import { type LegalText, legalNotices, privacyPolicy } from './legal/legal.ts';
import summaryDe from './legal/privacy-summary.de.ts';
import summaryEn from './legal/privacy-summary.en.ts';
import summaryEs from './legal/privacy-summary.es.ts';
import summaryFr from './legal/privacy-summary.fr.ts';
import summaryHu from './legal/privacy-summary.hu.ts';
import summaryIt from './legal/privacy-summary.it.ts';
import summaryPt from './legal/privacy-summary.pt.ts';
import type { PrivacySummary } from './legal/privacy-summary.ts';
import { placeholderValues, type TextLanguage, textLanguages } from './loan-values.ts';
import * as offersDe from './offers/offers.de.ts';
import * as offersEn from './offers/offers.en.ts';
import * as offersEs from './offers/offers.es.ts';
import * as offersFr from './offers/offers.fr.ts';
import * as offersHu from './offers/offers.hu.ts';
import * as offersIt from './offers/offers.it.ts';
import * as offersPt from './offers/offers.pt.ts';
import type { Offer, TitledText } from './offers/read-offer.ts';
import { type Block, type Inline, parseBlocks, plainText } from './parse-text.ts';
import { fillPlaceholders, type PlaceholderValues } from './placeholders.ts';
import commentsDe from './testimonials/comments.de.ts';
import commentsEn from './testimonials/comments.en.ts';
import commentsEs from './testimonials/comments.es.ts';
import commentsHu from './testimonials/comments.hu.ts';
import commentsIt from './testimonials/comments.it.ts';
import commentsPt from './testimonials/comments.pt.ts';
import {
  averageNote,
  type Comments,
  demoTestimonials,
  type Testimonial,
} from './testimonials/testimonials.ts';
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

function offersIn({ offers }: typeof offersFr, values: PlaceholderValues): Texts['offers'] {
  return offers(values).map((offer) => listed(offer, representativeExample(productOf(offer.product))));
}

/** The example of the conditions is the simulator's, which is the personal loan's. */
function conditionsIn(
  { standardConditions }: typeof offersFr,
  values: PlaceholderValues,
): Texts['conditions'] {
  return listed(standardConditions(values), representativeExample(productOf('personal')));
}

/** What the testimonials say in the other languages; in French they say it themselves. */
const comments: Partial<Record<TextLanguage, Comments>> = {
  en: commentsEn,
  de: commentsDe,
  it: commentsIt,
  es: commentsEs,
  pt: commentsPt,
  hu: commentsHu,
};

/** Invented testimonials exist in a demonstration only. */
function testimonialsIn(language: TextLanguage, institution: Institution): Texts['testimonials'] {
  const shown = institution.mode === 'demo' ? demoTestimonials : [];
  return {
    list: shown.map((testimonial) => ({
      ...testimonial,
      commentaire: comments[language]?.[testimonial.id] ?? testimonial.commentaire,
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

function filledSummary(summary: PrivacySummary, values: PlaceholderValues): PrivacySummary {
  const fill = (text: string) => fillPlaceholders(text, values);
  return {
    ...summary,
    sections: summary.sections.map((section) => ({
      ...section,
      paragraphs: section.paragraphs.map(fill),
      ...(section.items ? { items: section.items.map(fill) } : {}),
    })),
  };
}

const summaries = {
  fr: summaryFr,
  en: summaryEn,
  de: summaryDe,
  it: summaryIt,
  es: summaryEs,
  pt: summaryPt,
  hu: summaryHu,
};

const offers = {
  fr: offersFr,
  en: offersEn,
  de: offersDe,
  it: offersIt,
  es: offersEs,
  pt: offersPt,
  hu: offersHu,
};

const faq = { fr: faqFr, en: faqEn, de: faqDe, it: faqIt, es: faqEs, pt: faqPt, hu: faqHu };

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
): Record<string, readonly Block[]> {
  const own = articleLanguages.flatMap((language) => {
    const translated = translatedArticle(article.id, language);
    return translated ? [[language, articleIn(translated, valuesOf[language], language)] as const] : [];
  });
  return { fr: articleIn(article, valuesOf.fr, 'fr'), ...Object.fromEntries(own) };
}

function articleIn(article: Article, values: PlaceholderValues, language: TextLanguage): readonly Block[] {
  const blocks = withLoudParagraphs(parseBlocks(articleContent(article, values)), values);
  return language === 'fr' ? blocks : withFrenchSentences(blocks, values);
}

function faqIn(language: TextLanguage, values: PlaceholderValues): Texts['faq'] {
  const groups = faq[language].faqGroups(values);
  if (language === 'fr') return groups;
  return groups.map((group) => ({
    ...group,
    questions: group.questions.map((one) => ({ ...one, answer: withFrenchSentences(one.answer, values) })),
  }));
}

function verifyIn(language: TextLanguage, values: PlaceholderValues): Texts['verify'] {
  const page = verifyPage(values, language);
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
  const valuesOf = Object.fromEntries(
    textLanguages.map((language) => [
      language,
      placeholderValues(institutionValues(institution, language), date, language),
    ]),
  ) as Record<TextLanguage, PlaceholderValues>;
  const { fr } = valuesOf;
  const inEach = <Text>(write: (language: TextLanguage, values: PlaceholderValues) => Text) =>
    Object.fromEntries(textLanguages.map((language) => [language, write(language, valuesOf[language])]));
  const notices = legalNotices(fr);
  const texts: { [Name in TextName]: Partial<Record<string, Texts[Name]>> } = {
    offers: inEach((language, values) => offersIn(offers[language], values)),
    conditions: inEach((language, values) => conditionsIn(offers[language], values)),
    testimonials: inEach((language) => testimonialsIn(language, institution)),
    faq: inEach(faqIn),
    notices: { fr: { ...notices, body: withLoudParagraphs(notices.body, fr) } },
    privacy: { fr: privacyPolicy(fr) },
    'privacy-summary': Object.fromEntries(
      Object.entries(summaries).map(([language, summary]) => [language, filledSummary(summary, fr)]),
    ),
    verify: inEach(verifyIn),
    articles: Object.fromEntries(articleLanguages.map((language) => [language, articleWords(language)])),
    ...Object.fromEntries(
      articles.map((article) => [`article-${article.id}`, articleInEach(article, valuesOf)]),
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
