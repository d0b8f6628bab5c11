import Check from 'lucide-react/icons/check';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { chooseLanguage } from '../i18n/catalogue-files.ts';
import { isLanguageCode } from '../i18n/languages.ts';
import { useWords } from '../i18n/t.ts';
import { LanguagePicker } from '../ui/language-picker.tsx';
import { MenuList, Popover } from '../ui/popover.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { languagesOfArea } from './area-language.ts';
import type { Area } from './site-map.ts';
import { themes } from './theme.ts';
import { chooseTheme, useTheme } from './use-theme.ts';

/** The language picker, bound to the stored choice: it offers the languages of the area. */
export function LanguagePreference({ area }: { area: Area }) {
  const { t, language } = useWords();
  return (
    <LanguagePicker
      label={t('common.language.label')}
      languages={languagesOfArea(area).map(({ code, name, tag }) => ({ code, name, lang: tag }))}
      value={language}
      onChange={(code) => {
        if (isLanguageCode(code)) void chooseLanguage(code);
      }}
    />
  );
}

/** The theme switch, bound to the stored choice. */
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

const themeIcons = { light: Sun, dark: Moon, system: Monitor };

/** The same choice behind one button, for narrow layouts. */
export function ThemeMenu() {
  const { t } = useWords();
  const theme = useTheme();
  const Icon = themeIcons[theme];
  return (
    <Popover
      className="only-scripted"
      placement="bottom-end"
      panelLabel={t('common.theme.label')}
      label={<Icon aria-hidden="true" />}
      button={{
        tone: 'quiet',
        size: 'dense',
        className: 'btn-icon',
        'aria-label': `${t('common.theme.label')} : ${t(`common.theme.${theme}`)}`,
      }}
    >
      {(close) => (
        <MenuList>
          {themes.map((each) => {
            const EachIcon = themeIcons[each];
            return (
              <li key={each}>
                <button
                  type="button"
                  className="menu-item"
                  aria-current={each === theme ? 'true' : undefined}
                  onClick={() => {
                    chooseTheme(each);
                    close();
                  }}
                >
                  <EachIcon aria-hidden="true" />
                  <span className="menu-item-text">{t(`common.theme.${each}`)}</span>
                  {each === theme ? <Check aria-hidden="true" /> : null}
                </button>
              </li>
            );
          })}
        </MenuList>
      )}
    </Popover>
  );
}
