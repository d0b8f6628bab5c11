import { type BlogCategory, blogCategories } from '#content/blog-categories.ts';
import type { ListedArticle } from '#content/texts.ts';

/** The name of the filter in the address: `/blog?categorie=conseils`. */
export const filterName = 'categorie';

export function categoryOf(article: Pick<ListedArticle, 'categorie'>): BlogCategory {
  return blogCategories.find(({ name }) => name === article.categorie) ?? blogCategories[0];
}

/** The category an address asks for; none for an address that asks for none or for one that does not exist. */
export function categoryIn(search: string): BlogCategory | undefined {
  const asked = new URLSearchParams(search).get(filterName);
  return blogCategories.find(({ id }) => id === asked);
}

/** Where pressing a category leads: to its articles, or back to all of them when it is the active one. */
export function hrefOf(category: BlogCategory, active: BlogCategory | undefined): string {
  return category.id === active?.id ? '/blog' : `/blog?${filterName}=${category.id}`;
}
