import type { BlogCategoryName } from '../blog-categories.ts';
import { blogCategories } from '../blog-categories.ts';
import { parseFrontMatter, requiredMeta } from '../parse-text.ts';
import { fillPlaceholders, type PlaceholderValues } from '../placeholders.ts';
import one from './1.md?raw';
import two from './2.md?raw';
import three from './3.md?raw';
import four from './4.md?raw';

/**
 * The articles with their bodies: about 14 KB compressed. Import this from what runs at build time or from a route loaded
 * on its own; a page that only lists articles needs `articleSummary` of each.
 */
export type ArticleSummary = {
  id: number;
  titre: string;
  resume: string;
  auteur: string;
  /** YYYY-MM-DD */
  date: string;
  categorie: BlogCategoryName;
  /** Minutes, at 200 words a minute. */
  tempsLecture: number;
  icone: string;
  couleur: 'brand' | 'accent' | 'warning';
};

/** `contenu` is the body as written, placeholders unfilled: give it to `articleContent`. */
export type Article = ArticleSummary & { contenu: string };

const colours = ['brand', 'accent', 'warning'] as const;

export function readArticle(source: string): Article {
  const { meta, body } = parseFrontMatter(source);
  const categorie = blogCategories.find(({ name }) => name === meta.categorie)?.name;
  const couleur = colours.find((colour) => colour === meta.couleur);
  if (!categorie || !couleur) throw new Error(`Article ${meta.id} has an unknown category or colour`);
  return {
    id: Number(requiredMeta(meta, 'id')),
    titre: requiredMeta(meta, 'titre'),
    resume: requiredMeta(meta, 'resume'),
    auteur: requiredMeta(meta, 'auteur'),
    date: requiredMeta(meta, 'date'),
    categorie,
    tempsLecture: Number(requiredMeta(meta, 'tempsLecture')),
    icone: requiredMeta(meta, 'icone'),
    couleur,
    contenu: body,
  };
}

export const articles: readonly Article[] = [one, two, three, four].map(readArticle);

export function findArticle(id: string): Article | undefined {
  return articles.find((article) => String(article.id) === id);
}

export function articleSummary({ contenu: _contenu, ...summary }: Article): ArticleSummary {
  return summary;
}

/** Two other articles: those of the same category first, then the newest. */
export function relatedArticles<T extends ArticleSummary>(all: readonly T[], id: number, count = 2): T[] {
  const current = all.find((article) => article.id === id);
  return all
    .filter((article) => article.id !== id)
    .toSorted(
      (a, b) =>
        Number(b.categorie === current?.categorie) - Number(a.categorie === current?.categorie) ||
        b.date.localeCompare(a.date),
    )
    .slice(0, count);
}

/** The body with its figures, ready for `parseBlocks`. */
export function articleContent(article: Article, values: PlaceholderValues): string {
  return fillPlaceholders(article.contenu, values);
}
