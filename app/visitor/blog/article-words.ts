import type { ArticleWords, ListedArticle } from '#content/texts.ts';
import { type LanguageCode, referenceLanguage } from '../../i18n/languages.ts';

/** What a list says of an article, and the language to announce when it is not that of the screen. */
export interface ShownWords extends ArticleWords {
  readonly lang: string | undefined;
}

/** Articles are written in French and translated into English; the other languages read the French, and are told so. */
export function wordsOf(article: ListedArticle, language: LanguageCode): ShownWords {
  if (language === 'en') return { ...article.english, lang: undefined };
  const { titre, resume, auteur } = article;
  return { titre, resume, auteur, lang: language === referenceLanguage ? undefined : referenceLanguage };
}

/** Whether the screen's language has no articles of its own. */
export function readsFrench(language: LanguageCode): boolean {
  return language !== referenceLanguage && language !== 'en';
}
