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
 * The title, summary and author of an article in the language in use. Pages carry the French and no other: a language with articles of
 * its own has their words in a file, fetched with the screen, or when the language is chosen; until then, and without one, it is French.
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
      // Out of reach: the French is better than nothing.
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

/** Whether a text has no version in the screen's language and is read in French. */
export function readsFrench(name: TextName, language: LanguageCode): boolean {
  return !fileOf(name, language).endsWith(`.${language}`);
}
