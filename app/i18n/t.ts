import { useSyncExternalStore } from 'react';
import { currentLanguage, onLanguageChange, translate, type Values } from './catalogues.ts';
import type { CatalogueKey } from './keys.ts';
import { type LanguageCode, languageOf, referenceLanguage } from './languages.ts';

export type { Values };

/** A word or sentence of the catalogues, in the language in use. `count` among the values chooses the plural. */
export type Translate = (key: CatalogueKey, values?: Values) => string;

/** For keys from data: the message of a validation issue, the code of a refusal. An unknown key is shown as itself. */
export type TranslateKey = (key: string, values?: Values) => string;

export interface Words {
  readonly t: Translate;
  readonly tKey: TranslateKey;
  /**
   * The code of the language in use, and its BCP 47 tag for `Intl` and `lang`. The tag is looked for when it is first asked for: Chromium reads the data of
   * some 800 languages at the first call of `Intl`, 16 ms, and four times that on a telephone; what shows words alone does without.
   */
  readonly language: LanguageCode;
  readonly locale: string;
}

const wordsOf = new Map<LanguageCode, Words>();

/** The tag by which the browser writes numbers and dates: as in French where it lacks those of a language and of its stand-in. */
function localeOf(code: LanguageCode): string {
  const language = languageOf(code);
  const tags = 'standIn' in language ? [language.tag, language.standIn] : [language.tag];
  return Intl.DateTimeFormat.supportedLocalesOf(tags)[0] ?? languageOf(referenceLanguage).tag;
}

/** Referentially stable per language, so that it may be a hook dependency. */
function wordsIn(language: LanguageCode): Words {
  let words = wordsOf.get(language);
  if (!words) {
    const say: TranslateKey = (key, values) => translate(key, values);
    let locale: string | undefined;
    words = {
      t: say,
      tKey: say,
      language,
      get locale() {
        locale ??= localeOf(language);
        return locale;
      },
    };
    wordsOf.set(language, words);
  }
  return words;
}

/** The words of the screen; the component re-renders when the language changes. */
export function useWords(): Words {
  return wordsIn(useSyncExternalStore(onLanguageChange, currentLanguage, currentLanguage));
}

/** Only `t`, for components that need nothing else. */
export function useT(): Translate {
  return useWords().t;
}
