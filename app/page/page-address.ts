import { type LanguageCode, referenceLanguage } from '../i18n/languages.ts';
import { useWords } from '../i18n/t.ts';

/** The address of a public page in a language: French has no prefix. `path` may carry a query and a fragment. */
export function pageAddress(path: string, language: LanguageCode): string {
  if (language === referenceLanguage) return path;
  return `/${language}${path.replace(/^\/(?=[?#]|$)/, '')}`;
}

/** The address of another public page in the language of this one, for links of islands. Links of static markup are written by the build. */
export function usePageAddress(): (path: string) => string {
  const { language } = useWords();
  return (path) => pageAddress(path, language);
}
