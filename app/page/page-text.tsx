import { texts } from 'virtual:texts';
import type { ReactNode } from 'react';
import type { TextName, Texts } from '#content/texts.ts';
import { type LanguageCode, referenceLanguage } from '../i18n/languages.ts';
import { useWords } from '../i18n/t.ts';

/** The texts of `content/`, for the build: a page carries its texts as markup, an island gets them as props. */

/** A text in a language, in French where it has no translation; `lang` then says so. */
export function textIn<Name extends TextName>(
  name: Name,
  language: LanguageCode,
): { readonly text: Texts[Name]; readonly textLanguage: string; readonly lang: string | undefined } {
  const own = texts[`${name}.${language}`];
  const textLanguage = own === undefined ? referenceLanguage : language;
  return {
    text: (own ?? texts[`${name}.${referenceLanguage}`]) as Texts[Name],
    textLanguage,
    lang: textLanguage === language ? undefined : textLanguage,
  };
}

/** A part of a page made of a text of `content/`, marked as French where it is shown in French on a page in another language. */
export function PageText<Name extends TextName>({
  name,
  className,
  children,
}: {
  name: Name;
  className?: string;
  children: (text: Texts[Name], textLanguage: string) => ReactNode;
}) {
  const { text, textLanguage, lang } = textIn(name, useWords().language);
  return (
    <div className={className} lang={lang}>
      {children(text, textLanguage)}
    </div>
  );
}
