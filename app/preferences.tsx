import { chooseLanguage } from './i18n/catalogues.ts';
import { isLanguageCode, languages } from './i18n/languages.ts';
import { useWords } from './i18n/t.ts';
import { chooseTheme, useTheme } from './theme.ts';
import { LanguagePicker } from './ui/language-picker.tsx';
import { ThemeSwitch } from './ui/theme-switch.tsx';

const choices = languages.map(({ code, name, tag, flag }) => ({ code, name, lang: tag, flag }));

/** The language picker, wired to the stored choice. */
export function LanguagePreference() {
  const { t, language } = useWords();
  return (
    <LanguagePicker
      label={t('common.language.label')}
      languages={choices}
      value={language}
      onChange={(code) => {
        if (isLanguageCode(code)) void chooseLanguage(code);
      }}
    />
  );
}

/** The theme switch, wired to the stored choice. */
export function ThemePreference() {
  const { t } = useWords();
  const theme = useTheme();
  return (
    <ThemeSwitch
      label={t('common.theme.label')}
      labels={{
        light: t('common.theme.light'),
        dark: t('common.theme.dark'),
        system: t('common.theme.system'),
      }}
      value={theme}
      onChange={chooseTheme}
    />
  );
}
