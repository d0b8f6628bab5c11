import { useTranslation } from 'react-i18next';
import { catalogues, currentLanguage } from './catalogues.ts';
import type { CatalogueKey } from './keys.ts';
import { type LanguageCode, languageOf } from './languages.ts';

export type Values = Readonly<Record<string, string | number>>;

/** A word or sentence of the catalogues, in the language in use. `count` among the values chooses the plural. */
export type Translate = (key: CatalogueKey, values?: Values) => string;

/** For keys that arrive as data: the message of a validation issue, the code of a refusal. An unknown key shows as itself. */
export type TranslateKey = (key: string, values?: Values) => string;

export interface Words {
  readonly t: Translate;
  readonly tKey: TranslateKey;
  /** The code of the language in use, and its BCP 47 tag for `Intl` and `lang`. */
  readonly language: LanguageCode;
  readonly locale: string;
}

/** The words of the screen; the component is drawn again when the language changes. */
export function useWords(): Words {
  const { t } = useTranslation(undefined, { i18n: catalogues });
  const language = currentLanguage();
  const tKey: TranslateKey = (key, values) => t(key, values ?? {});
  return { t: tKey, tKey, language, locale: languageOf(language).tag };
}

/** Just `t`, for the many components that need nothing else. */
export function useT(): Translate {
  return useWords().t;
}
