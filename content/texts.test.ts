import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PRODUCT_IDS } from '#domain/loans/products.ts';
import {
  articleContent,
  articleSummary,
  articles,
  findArticle,
  relatedArticles,
} from './articles/articles.ts';
import { blogCategories } from './blog-categories.ts';
import { faqGroups } from './faq/faq.fr.ts';
import demo from './institution/demo.ts';
import { institutionValues, statusNames } from './institution/values.ts';
import { legalNotices, privacyPolicy } from './legal/legal.ts';
import de from './legal/privacy-summary.de.ts';
import en from './legal/privacy-summary.en.ts';
import es from './legal/privacy-summary.es.ts';
import fr from './legal/privacy-summary.fr.ts';
import hu from './legal/privacy-summary.hu.ts';
import it from './legal/privacy-summary.it.ts';
import pt from './legal/privacy-summary.pt.ts';
import { privacySections } from './legal/privacy-summary.ts';
import { placeholderValues, type TextLanguage, textLanguages } from './loan-values.ts';
import { offers, standardConditions } from './offers/offers.fr.ts';
import { type Block, parseBlocks, parseFrontMatter, plainText } from './parse-text.ts';
import { allPlaceholders, fillPlaceholders, placeholderNames, productIds } from './placeholders.ts';
import { averageNote, demoTestimonials, testimonialProjects } from './testimonials/testimonials.ts';
import { type TextName, type Texts, textsOf } from './texts.ts';
import { sentences, typographyProblems, visibleText, wordCount } from './typography.ts';
import { verifyPage } from './verify/verify.ts';

const root = import.meta.dirname;
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
};
const markdown = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .sort()
  .map((name) => ({ name, source: readFileSync(join(root, name), 'utf8') }));

const institution = institutionValues(demo);
const values = placeholderValues(institution, '2026-11-20');

/** All French of this folder: the texts, and what modules hold. */
const french: { name: string; text: string }[] = [
  ...markdown
    .filter(({ name }) => !/\/(?:en|de|it|es|pt|hu)\//.test(name))
    .map(({ name, source }) => {
      const { meta, body } = parseFrontMatter(source);
      return { name, text: [meta.titre, meta.resume, meta.auteur, body].filter(Boolean).join('\n') };
    }),
  ...demoTestimonials.map(({ id, commentaire }) => ({ name: `testimonial ${id}`, text: commentaire })),
  {
    name: 'privacy-summary.fr',
    text: [
      fr.title,
      fr.lead,
      fr.fullTextLink,
      ...fr.sections.flatMap((section) => [section.title, ...section.paragraphs, ...(section.items ?? [])]),
    ].join('\n'),
  },
  {
    name: 'blog categories',
    text: blogCategories.map((one) => `${one.name}\n${one.description}`).join('\n'),
  },
  { name: 'statuses', text: Object.values(statusNames).join('\n') },
  { name: 'claims', text: demo.claims.map(({ figure, label }) => `${figure.fr} ${label.fr}`).join('\n') },
];

/** What the placeholders become: sentences and figures computed elsewhere, typeset here. */
const filled = Object.entries(values)
  .filter(([name]) => !/(?:mail|website|phone|identity|registration)$/i.test(name))
  .map(([name, text]) => ({ name, text }));

/** They quote what must not be claimed, always between « ». */
const quotesClaims = ['articles/2.md', 'articles/4.md', 'verify/verifier.md'];

describe('the French of the texts', () => {
  test.each([...french, ...filled])('$name follows the typographic rules', ({ text }) => {
    expect(typographyProblems(text)).toEqual([]);
  });

  test.each([...french, ...filled])('$name has no sentence over 25 words', ({ text }) => {
    expect(sentences(visibleText(text)).filter((sentence) => wordCount(sentence) > 25)).toEqual([]);
  });

  const forbidden = [
    /réponse immédiate|accord immédiat|immédiatement disponible|argent (?:rapide|disponible|immédiat)/i,
    /sans justificatif|sans conditions?\b|sans étude|sans enquête/i,
    /\bfacile(?:ment)?\b|facilité d'obtention|en quelques clics|en un clic|en (?:5|cinq) minutes/i,
    /garanti à 100|100\s% garanti|accord garanti|prêt garanti|meilleur taux|imbattable/i,
    /offre exceptionnelle|à saisir|dernière chance|vite\s!/i,
    /améliore(?:r|z)? (?:votre|la) (?:budget|situation financière)/i,
    /un crédit vous engage/i,
  ];
  test.each(french)('$name praises neither speed nor ease of getting a loan', ({ name, text }) => {
    const claimed = quotesClaims.includes(name) ? text.replace(/«[^»]*»/g, '') : text;
    expect(forbidden.filter((phrase) => phrase.test(claimed))).toEqual([]);
  });

  const knownPercentages = ['27,5', '10,8', '8', '4', '1', '0,5', '100', '98'];
  test.each(french)('$name writes no rate by hand: they come from the product table', ({ text }) => {
    const percentages = [...text.matchAll(/(\d+(?:,\d+)?)\u00a0%/g)].map((match) => match[1] ?? '');
    expect(percentages.filter((figure) => !knownPercentages.includes(figure))).toEqual([]);
  });
});

describe('placeholders', () => {
  test.each(markdown)('$name uses names of the list only', ({ source }) => {
    const known: readonly string[] = allPlaceholders;
    expect(placeholderNames(source).filter((name) => !known.includes(name))).toEqual([]);
    expect(fillPlaceholders(source, values)).not.toMatch(/\{\{|\}\}/);
  });

  test('the products named here are those of the product table', () => {
    expect(productIds).toEqual(PRODUCT_IDS);
  });

  test('a text that gives a rate gives its representative example and the credit warning is never far', () => {
    for (const { name, source } of markdown) {
      if (!/\{\{[a-z]+\.(?:rate|taeg)/.test(source)) continue;
      expect(source, name).toMatch(/\{\{[a-z]+\.representative\}\}/);
      // The offer cards share the warning of the conditions under them.
      if (!name.startsWith('offers/') || name.endsWith('/conditions.md')) {
        expect(source, name).toContain('{{legal.creditWarning}}');
      }
    }
  });
});

describe('links', () => {
  const routes = [
    '/simulateur',
    '/prets',
    '/demande-de-pret',
    '/verifier',
    '/article/4',
    '/confidentialite',
    '/confidentialite/resume',
  ];
  const sites = [
    'https://www.regafi.fr',
    'https://www.orias.fr',
    'https://www.abe-infoservice.fr',
    'https://annuaire-entreprises.data.gouv.fr',
    'https://www.internet-signalement.gouv.fr',
    'https://signal.conso.gouv.fr',
    'https://www.cybermalveillance.gouv.fr',
    'https://www.legifrance.gouv.fr',
    'https://www.cnil.fr',
    demo.mediator.website,
  ];
  test.each(markdown)('$name leads to pages of the site and to public services only', ({ source }) => {
    const blocks = parseBlocks(fillPlaceholders(parseFrontMatter(source).body, values));
    const targets = linksOf(blocks);
    expect(targets.filter((href) => !routes.includes(href) && !sites.includes(href))).toEqual([]);
  });
});

const linksOf = (blocks: readonly Block[]) =>
  blocks
    .flatMap((block) =>
      block.kind === 'paragraph' ? block.content : block.kind === 'list' ? block.items.flat() : [],
    )
    .flatMap((part) => (part.kind === 'link' ? [part.href] : []));
const headings = (blocks: readonly Block[]) =>
  blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []));

describe('articles', () => {
  test('are four, with their categories and reading times', () => {
    expect(articles.map(({ id, categorie, tempsLecture }) => ({ id, categorie, tempsLecture }))).toEqual([
      { id: 1, categorie: 'Conseils', tempsLecture: 8 },
      { id: 2, categorie: 'Finance', tempsLecture: 6 },
      { id: 3, categorie: 'Conseils', tempsLecture: 10 },
      { id: 4, categorie: 'Prévention', tempsLecture: 12 },
    ]);
  });

  test.each([...articles])(
    'article $id is as long as its reading time says, at 200 words a minute',
    (article) => {
      const words = wordCount(plainText(parseBlocks(visibleText(article.contenu))));
      expect(words / (article.tempsLecture * 200)).toBeGreaterThan(0.94);
      expect(words / (article.tempsLecture * 200)).toBeLessThan(1.06);
    },
  );

  test.each([...articles])(
    'article $id is complete, signed by a team, dated, and its headings are unique',
    (article) => {
      expect(article.auteur).toMatch(/^L'équipe /);
      expect(article.date).toMatch(/^2026-\d{2}-\d{2}$/);
      expect(article.resume.length).toBeGreaterThan(100);
      const ids = headings(parseBlocks(articleContent(article, values)));
      expect(new Set(ids).size).toBe(ids.length);
      expect(articleContent(article, values)).toContain('Aucun versement, de quelque nature que ce soit');
    },
  );

  test('are found by the text of their id, and an unknown id finds none', () => {
    expect(findArticle('3')?.id).toBe(3);
    for (const id of ['5', '0', '03', '3.0', '', 'x']) expect(findArticle(id), id).toBeUndefined();
  });

  test('suggest two others, the same category first, and summaries carry no body', () => {
    const summaries = articles.map(articleSummary);
    expect(relatedArticles(summaries, 1).map(({ id }) => id)).toEqual([3, 2]);
    expect(relatedArticles(summaries, 4).map(({ id }) => id)).toEqual([2, 1]);
    expect(summaries.every((summary) => !('contenu' in summary))).toBe(true);
  });
});

describe('FAQ', () => {
  const groups = faqGroups(values);
  test('has the five groups, each with four questions or more, every one answered', () => {
    expect(groups.map(({ id }) => id)).toEqual([
      'eligibilite',
      'documents',
      'delais',
      'remboursement',
      'securite',
    ]);
    for (const group of groups) {
      expect(group.questions.length, group.id).toBeGreaterThanOrEqual(4);
      for (const { id, question, answer } of group.questions) {
        expect(id).toMatch(new RegExp(`^${group.id}-`));
        expect(question).toMatch(/\u00a0\?$/);
        expect(answer.length, id).toBeGreaterThan(0);
      }
    }
    const ids = groups.flatMap((group) => group.questions.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('states the fixed delays and limits', () => {
    const text = groups.flatMap((group) => group.questions.map(({ answer }) => plainText(answer))).join('\n');
    for (const fact of [
      '24\u00a0heures ouvrées',
      '2 à 5\u00a0jours ouvrés',
      'moins de 3\u00a0mois',
      '14\u00a0jours',
    ]) {
      expect(text).toContain(fact);
    }
  });
});

describe('testimonials', () => {
  test('are ten, six of them on the home page, with several notes and every project', () => {
    expect(demoTestimonials.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(demoTestimonials.filter(({ home }) => home)).toHaveLength(6);
    expect(new Set(demoTestimonials.map(({ projet }) => projet))).toEqual(new Set(testimonialProjects));
    // Two, no longer four: the ten notes have the mean that the institution claims, 4.8.
    expect(new Set(demoTestimonials.map(({ note }) => note)).size).toBeGreaterThanOrEqual(2);
  });

  test.each(translations)('are told in %s too, each in its own words', (language) => {
    const { list } = textsOf(demo, '2026-11-20')[`testimonials.${language}`] as Texts['testimonials'];
    const french = new Set(demoTestimonials.map(({ commentaire }) => commentaire));
    const comments = list.map(({ commentaire }) => commentaire);
    expect(new Set(comments).size).toBe(10);
    for (const comment of comments) {
      expect(comment).toMatch(/^\p{Lu}.{60,}\.$/u);
      expect(french.has(comment)).toBe(false);
    }
  });

  test('name nobody: a first name and an initial', () => {
    for (const { nom } of demoTestimonials) expect(nom).toMatch(/^\p{Lu}[\p{L}-]+ \p{Lu}\.$/u);
  });

  test('have a mean, and none when there is none', () => {
    expect(averageNote(demoTestimonials)).toBeCloseTo(4.8, 10);
    // The figure among the institution's claims is the same.
    expect(demo.claims.find(({ id }) => id === 'rating')?.figure.en).toBe('4.8/5');
    expect(averageNote([])).toBeUndefined();
  });
});

describe('legal texts', () => {
  test('state the terms through the product table, the periods of the law, and what is never asked', () => {
    const source = markdown.find(({ name }) => name === 'legal/mentions-legales.md')?.source ?? '';
    for (const name of [
      'terms.amountMin',
      'terms.amountMax',
      'terms.durationMin',
      'terms.durationMax',
      'terms.rateMin',
      'terms.rateMax',
      'terms.taegMin',
      'terms.taegMax',
      'terms.fileFees',
      'terms.earlyRepaymentFee',
      'terms.debtRatioMax',
      'terms.minimumAge',
      'example.representative',
      'institution.depositGuarantee',
      'institution.liabilityCover',
      'legal.noPaymentBeforeLoan',
    ]) {
      expect(source).toContain(`{{${name}}}`);
    }
    const text = plainText(legalNotices(values).body);
    for (const fact of [
      'quatorze jours calendaires',
      'sept jours',
      'deux mensualités impayées consécutives',
      'Aucun montant minimal',
      '5\u202f000\u202f000\u00a0€',
      '10\u202f000\u202f000\u00a0€',
      '100\u202f000\u00a0€',
    ]) {
      expect(text).toContain(fact);
    }
  });

  test('the privacy policy gives the retention periods', () => {
    const text = plainText(privacyPolicy(values).body);
    for (const fact of [
      'la durée du contrat, puis 5\u00a0ans',
      '2\u00a0ans au plus',
      '5\u00a0ans après la fin de la relation',
      '13\u00a0mois au plus',
      "un délai d'un mois",
    ]) {
      expect(text).toContain(fact);
    }
  });

  test.each([
    ['fr', fr],
    ['en', en],
    ['de', de],
    ['it', it],
    ['es', es],
    ['pt', pt],
    ['hu', hu],
  ])('the short privacy page in %s has every section, filled, and the fixed date', (_language, page) => {
    expect(page.sections.map(({ id }) => id)).toEqual([...privacySections]);
    expect(page.lastUpdate).toBe('2025-07-20');
    const text = page.sections
      .flatMap((section) => [...section.paragraphs, ...(section.items ?? [])])
      .join('\n');
    expect(fillPlaceholders(text, values)).toContain(demo.dpoEmail);
    for (const figure of ['13', '5', '2', 'CNIL']) expect(text).toContain(figure);
  });

  test('anchors are unique on each page', () => {
    for (const { body } of [legalNotices(values), privacyPolicy(values), verifyPage(values)]) {
      const ids = headings(body);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });
});

describe('offers', () => {
  test('are one per product, each a list of features and its representative example', () => {
    for (const offer of offers(values)) {
      expect(
        offer.body.map(({ kind }) => kind),
        offer.product,
      ).toEqual(['list', 'paragraph']);
      expect(plainText(offer.body)).toContain(values[`${offer.product}.representative`]);
      expect(plainText(offer.body)).toContain('TAEG fixe\u00a0: ');
    }
    expect(offers(values).map(({ product }) => product)).toEqual([...productIds]);
  });

  test('the standard conditions carry the warning and the promise', () => {
    const text = plainText(standardConditions(values).body);
    expect(text).toContain(values['legal.creditWarning']);
    expect(text).toContain(values['legal.noPaymentBeforeLoan']);
  });
});

describe('the page that helps check the institution', () => {
  test('says who it is, where to look, what a scam looks like, what never to pay, where to report', () => {
    const { body } = verifyPage(values);
    expect(headings(body)).toEqual(['identite', 'registres', 'signes', 'jamais-payer', 'signaler']);
    const text = plainText(body);
    for (const fact of [
      'CIB 00000 (numéro fictif)',
      'ORIAS 00000000 (numéro fictif)',
      'REGAFI',
      demo.legalName,
    ]) {
      expect(text).toContain(fact);
    }
  });
});

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
