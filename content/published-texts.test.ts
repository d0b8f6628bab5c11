import { describe, expect, test } from 'vitest';
import { STANDARD_PRICE_LIST } from '#domain/loans/standard-price-list.ts';
import {
  articleContent,
  articleSummary,
  articles,
  findArticle,
  relatedArticles,
} from './articles/articles.ts';
import { faqGroups } from './faq/faq.ts';
import demo from './institution/demo.ts';
import { institutionValues } from './institution-values.ts';
import { placeholderValues } from './loan-values.ts';
import { type Block, parseBlocks, plainText } from './parse-text.ts';
import { averageNote, demoTestimonials, testimonialProjects } from './testimonials/testimonials.ts';
import { textLanguages } from './text-words/languages.ts';
import { type Texts, textsOf } from './texts.ts';
import { visibleText, wordCount } from './typography.ts';

const translations = textLanguages.filter((language) => language !== 'fr');
const institution = institutionValues(demo);
const values = placeholderValues(institution, STANDARD_PRICE_LIST, '2026-11-20');

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
  const groups = faqGroups(values, demo);
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
      // Chinese and Japanese have no capitals and say as much in half the characters or less.
      const isBrief = language === 'ja' || language === 'zh';
      expect(comment).toMatch(isBrief ? /^.{25,}。$/u : /^\p{Lu}.{60,}\.$/u);
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
