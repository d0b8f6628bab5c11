import { type ReactNode, use, useEffect, useState } from 'react';
import type { TextName, Texts } from '#content/texts.ts';
import { useWords } from '../i18n/t.ts';
import { useIsHydrating } from './hydration.ts';
import { fileOf, keepMarkup, markupOf, needText, textOf } from './texts.ts';

interface TextInProps {
  readonly file: string;
  readonly lang: string | undefined;
  readonly className: string | undefined;
  readonly draw: (text: unknown) => ReactNode;
}

/** One text in one language. How it is rendered is fixed on mount: switching when the text arrives would close an open answer. */
function TextIn({ file, lang, className, draw }: TextInProps) {
  const { language } = useWords();
  const isHydrating = useIsHydrating();
  const [html] = useState(() => {
    if (textOf(file) !== undefined) return null;
    return markupOf(file, language) ?? (isHydrating ? '' : null);
  });
  if (html === null) {
    if (textOf(file) === undefined) use(needText(file));
    return (
      <div className={className} lang={lang}>
        {draw(textOf(file))}
      </div>
    );
  }
  return (
    <div
      className={className}
      lang={lang}
      ref={(element) => {
        if (element) keepMarkup(file, element.innerHTML);
      }}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own prerendered markup; empty while hydrating, which leaves it in place.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/**
 * A part of the page made of a text of `content/` without interaction beyond native controls. On a prerendered page the existing markup is kept
 * and the text is not fetched; elsewhere it is rendered from the text. A screen shows each text once.
 */
export function PageText<Name extends TextName>({
  name,
  language: asked,
  className,
  children,
}: {
  name: Name;
  /** Overrides the language in use: for a text requested in French. */
  language?: 'fr';
  className?: string;
  children: (text: Texts[Name], language: string) => ReactNode;
}) {
  const { language } = useWords();
  const file = fileOf(name, asked ?? language);
  const [shown, setShown] = useState({ file, language });

  // After a change of language the current text stays until the new one has loaded.
  useEffect(() => {
    if (file === shown.file && language === shown.language) return;
    let isCurrent = true;
    needText(file).then(
      () => {
        if (isCurrent) setShown({ file, language });
      },
      // The fetch failed: keep the current text.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [file, language, shown]);

  const textLanguage = shown.file.slice(shown.file.lastIndexOf('.') + 1);
  return (
    <TextIn
      key={`${shown.file} ${shown.language}`}
      file={shown.file}
      lang={textLanguage === shown.language ? undefined : textLanguage}
      className={className}
      draw={(text) => children(text as Texts[Name], textLanguage)}
    />
  );
}
