import { type BlogCategory, blogCategories } from '#content/blog-categories.ts';
import type { ListedArticle } from '#content/texts.ts';

/** The name of the filter in the address: `/blog?categorie=conseils`. */
export const filterName = 'categorie';

export function categoryOf(article: Pick<ListedArticle, 'categorie'>): BlogCategory {
  return blogCategories.find(({ name }) => name === article.categorie) ?? blogCategories[0];
}

/** The category of an address; none when it is absent or unknown. */
export function categoryIn(search: string): BlogCategory | undefined {
  const asked = new URLSearchParams(search).get(filterName);
  return blogCategories.find(({ id }) => id === asked);
}

/** The address of a category's button: its articles, or all of them when it is active. */
export function hrefOf(category: BlogCategory, active: BlogCategory | undefined): string {
  return category.id === active?.id ? '/blog' : `/blog?${filterName}=${category.id}`;
}
