import Check from 'lucide-react/icons/check';
import Languages from 'lucide-react/icons/languages';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { hreflangOf, languages } from '../i18n/languages.ts';
import { useWords } from '../i18n/t.ts';
import { useCurrentPage } from '../page/current-page.ts';
import { pageAddress } from '../page/page-address.ts';
import { themes } from '../page/theme.ts';
import flags from '../ui/flags.svg';
import { MenuList } from '../ui/popover.tsx';

/** Choices of the public header as native popovers. A language is a link; the theme is set by the page's script (page-script.ts). */

const languagePanel = 'languages';
const themePanel = 'themes';

/** Every language under its own name, as a link to this page. The server keeps the choice (`langue`, server/http/language-of-request.ts). */
export function LanguageLinks() {
  const { t, language } = useWords();
  const { path, languages: translations } = useCurrentPage();
  const choices = languages.filter(({ code }) => translations.includes(code));
  const current = languages.find(({ code }) => code === language);
  return (
    <div className="language-picker">
      <button type="button" className="btn" data-tone="quiet" data-size="dense" popoverTarget={languagePanel}>
        <Languages aria-hidden="true" />
        <span className="btn-label">
          <span className="visually-hidden">{`${t('common.language.label')}, ${current?.name}`}</span>
          <span className="language-code" aria-hidden="true">
            {language}
          </span>
        </span>
      </button>
      <nav
        className="popover header-panel"
        id={languagePanel}
        popover="auto"
        aria-label={t('common.language.label')}
      >
        <MenuList>
          {choices.map((each) => (
            <li key={each.code}>
              <a
                className="menu-item"
                hrefLang={hreflangOf(each)}
                href={`${pageAddress(path, each.code)}?langue=${each.code}`}
                lang={each.tag}
                rel="nofollow"
                aria-current={each.code === language ? 'true' : undefined}
              >
                <img
                  className="language-flag"
                  src={`${flags}#${each.code}`}
                  alt=""
                  width={20}
                  height={14}
                  loading="lazy"
                />
                <span className="menu-item-text">{each.name}</span>
                {each.code === language ? <Check aria-hidden="true" /> : null}
              </a>
            </li>
          ))}
        </MenuList>
      </nav>
    </div>
  );
}

const icons = { light: Sun, dark: Moon, system: Monitor };

/** Light, dark or the system's theme, behind one button that shows the icon of the current one by its stylesheet. */
export function ThemeMenu() {
  const { t } = useWords();
  return (
    <div className="theme-menu only-scripted">
      <button
        type="button"
        className="btn btn-icon"
        data-tone="quiet"
        data-size="dense"
        popoverTarget={themePanel}
        aria-label={t('common.theme.label')}
      >
        {themes.map((theme) => {
          const Icon = icons[theme];
          return <Icon key={theme} data-of-theme={theme} aria-hidden="true" />;
        })}
      </button>
      <section
        className="popover header-panel"
        id={themePanel}
        popover="auto"
        aria-label={t('common.theme.label')}
      >
        <MenuList>
          {themes.map((theme) => {
            const Icon = icons[theme];
            return (
              <li key={theme}>
                <button type="button" className="menu-item" data-choose-theme={theme}>
                  <Icon aria-hidden="true" />
                  <span className="menu-item-text">{t(`common.theme.${theme}`)}</span>
                  <Check data-of-theme={theme} aria-hidden="true" />
                </button>
              </li>
            );
          })}
        </MenuList>
      </section>
    </div>
  );
}
