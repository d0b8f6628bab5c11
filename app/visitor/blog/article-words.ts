import { useEffect, useState } from 'react';
import type { ArticleWords, ListedArticle, TextName, Texts } from '#content/texts.ts';
import { type LanguageCode, referenceLanguage } from '../../i18n/languages.ts';
import { useWords } from '../../i18n/t.ts';
import { fileOf, needText, textOf } from '../../page/texts.ts';

/** What a list says of an article, and the language to announce when it is not that of the screen. */
export interface ShownWords extends ArticleWords {
  readonly lang: string | undefined;
}

/**
 * The title, summary and author of an article in the language in use. Pages contain the French; a translation is fetched with the screen or when
 * the language is chosen. Until then, and without one, the French is shown.
 */
export function useArticleWords({ id, titre, resume, auteur }: ListedArticle): ShownWords {
  const { language } = useWords();
  const file = fileOf('articles', language);
  const [, setArrived] = useState<string>();

  useEffect(() => {
    if (textOf(file) !== undefined) return;
    let isCurrent = true;
    needText(file).then(
      () => {
        if (isCurrent) setArrived(file);
      },
      // The fetch failed: keep the French.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [file]);

  const own = (textOf(file) as Texts['articles'] | undefined)?.[id];
  if (own) return { ...own, lang: undefined };
  return { titre, resume, auteur, lang: language === referenceLanguage ? undefined : referenceLanguage };
}

/** Whether a text has no translation and is shown in French. */
export function readsFrench(name: TextName, language: LanguageCode): boolean {
  return !fileOf(name, language).endsWith(`.${language}`);
}
