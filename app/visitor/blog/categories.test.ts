import { describe, expect, test } from 'vitest';
import { blogCategories } from '#content/blog-categories.ts';
import { categoryIn, categoryOf, hrefOf } from './categories.ts';

const [conseils, finance] = blogCategories;

describe('the blog filter in the address', () => {
  test.each([
    ['', undefined],
    ['?categorie=conseils', 'conseils'],
    ['categorie=prevention&page=2', 'prevention'],
    ['?categorie=', undefined],
    ['?categorie=inconnue', undefined],
    ['?categorie=Conseils', undefined],
  ])('%s', (search, id) => {
    expect(categoryIn(search)?.id).toBe(id);
  });

  test('pressing a category filters by it, pressing the active one clears the filter', () => {
    expect(hrefOf(conseils, undefined)).toBe('/blog?categorie=conseils');
    expect(hrefOf(conseils, finance)).toBe('/blog?categorie=conseils');
    expect(hrefOf(conseils, conseils)).toBe('/blog');
    for (const category of blogCategories)
      expect(categoryIn(new URL(hrefOf(category, undefined), 'https://site.test').search)).toBe(category);
  });

  test('an article knows its category', () => {
    expect(categoryOf({ categorie: 'Prévention' }).id).toBe('prevention');
  });
});
