import type { ArticleWords, ListedArticle } from '#content/texts.ts';
import { type LanguageCode, referenceLanguage } from '../../i18n/languages.ts';
import { articles } from '../../page/articles.ts';
import { textIn } from '../../page/page-text.tsx';

/** What a list says of an article, and its language when it is not the page's. */
export type ShownArticle = ListedArticle & ArticleWords & { readonly lang?: string | undefined };

/** An article as lists show it in a language, in French where it has no translation. For the build: an island gets it as a prop. */
export function shownArticle(article: ListedArticle, language: LanguageCode): ShownArticle {
  if (language === referenceLanguage) return article;
  const own = textIn('articles', language).text[article.id];
  return own ? { ...article, ...own } : { ...article, lang: referenceLanguage };
}

/** All of them, in the order of the blog. */
export const shownArticles = (language: LanguageCode): readonly ShownArticle[] =>
  articles.map((article) => shownArticle(article, language));
