import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PRODUCT_IDS } from '#domain/loans/products.ts';
import { STANDARD_PRICE_LIST } from '#domain/loans/standard-price-list.ts';
import { blogCategories } from './blog-categories.ts';
import demo from './institution/demo.ts';
import { institutionValues } from './institution-values.ts';
import { legalNotices, privacyPolicy } from './legal/legal.ts';
import { privacySummary } from './legal/privacy-summaries.ts';
import { privacySections } from './legal/privacy-summary.ts';
import { placeholderValues } from './loan-values.ts';
import { offers, standardConditions } from './offers/offers.ts';
import { type Block, parseBlocks, parseFrontMatter, plainText } from './parse-text.ts';
import { allPlaceholders, fillPlaceholders, placeholderNames, productIds } from './placeholders.ts';
import { demoTestimonials } from './testimonials/testimonials.ts';
import { textLanguages, textWords } from './text-words/languages.ts';
import { sentences, typographyProblems, visibleText, wordCount } from './typography.ts';
import { verifyPage } from './verify/verify.ts';

const root = import.meta.dirname;
const markdown = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .sort()
  .map((name) => ({ name, source: readFileSync(join(root, name), 'utf8') }));

const institution = institutionValues(demo);
const fr = privacySummary('fr');
const values = placeholderValues(institution, STANDARD_PRICE_LIST, '2026-11-20');

/** All French of this folder: the texts, and what modules hold. */
const french: { name: string; text: string }[] = [
  ...markdown
    .filter(({ name }) => !/\/[a-z]{2}\//.test(name))
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
  { name: 'statuses', text: Object.values(textWords.fr.institution.statuses).join('\n') },
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

  test('LC-15 a text that gives a rate gives its representative example and the credit warning is never far', () => {
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
    const text = plainText(legalNotices(values, demo).body);
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
    const text = plainText(privacyPolicy(values, demo).body);
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

  test.each(textLanguages)(
    'the short privacy page in %s has every section, filled, and the fixed date',
    (language) => {
      const page = privacySummary(language);
      expect(page.sections.map(({ id }) => id)).toEqual([...privacySections]);
      expect(page.lastUpdate).toBe('2025-07-20');
      const text = page.sections
        .flatMap((section) => [...section.paragraphs, ...(section.items ?? [])])
        .join('\n');
      expect(fillPlaceholders(text, values)).toContain(demo.dpoEmail);
      for (const figure of ['13', '5', '2', 'CNIL']) expect(text).toContain(figure);
    },
  );

  test('anchors are unique on each page', () => {
    for (const { body } of [
      legalNotices(values, demo),
      privacyPolicy(values, demo),
      verifyPage(values, demo),
    ]) {
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
    const { body } = verifyPage(values, demo);
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
