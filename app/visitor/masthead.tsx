import Menu from 'lucide-react/icons/menu';
import UserRound from 'lucide-react/icons/user-round';
import X from 'lucide-react/icons/x';
import { useT } from '../i18n/t.ts';
import { Brand } from '../page/brand.tsx';
import { useCurrentPage } from '../page/current-page.ts';
import { DemoRibbon } from '../page/demo-ribbon.tsx';
import { LinkButton } from '../ui/button.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { LanguageLinks, ThemeMenu } from './header-choices.tsx';

const links = [
  ['/', 'visitor.links.home'],
  ['/prets', 'visitor.links.loans'],
  ['/simulateur', 'visitor.links.simulator'],
  ['/faq', 'visitor.links.faq'],
  ['/contact', 'visitor.links.contact'],
  ['/demande-de-pret', 'visitor.links.loanRequest'],
] as const;

const menuId = 'mobile-menu';

/** The switch is markup here: page-script.ts listens to it. */
const chosenByThePagesScript = () => undefined;

function NavLinks({ location }: { location: string }) {
  const t = useT();
  return (
    <ul>
      {links.map(([href, label]) => (
        <li key={href}>
          <a href={href} aria-current={location === href ? 'page' : undefined}>
            {t(label)}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The links and choices of a narrow screen. */
function MobileMenu({ location }: { location: string }) {
  const t = useT();
  return (
    <div className="mobile-menu" id={menuId} popover="auto">
      <div className="mobile-menu-head">
        <Brand />
        <button
          type="button"
          className="btn btn-icon"
          data-tone="quiet"
          data-size="dense"
          popoverTarget={menuId}
          popoverTargetAction="hide"
          aria-label={t('common.close')}
        >
          <X aria-hidden="true" />
        </button>
      </div>
      <nav aria-label={t('visitor.header.menu')}>
        <NavLinks location={location} />
      </nav>
      <div className="mobile-menu-foot">
        <LinkButton block href="/simulateur">
          {t('visitor.header.simulate')}
        </LinkButton>
        <LinkButton block tone="primary" href="/compte">
          {t('visitor.header.account')}
        </LinkButton>
        <div className="only-scripted">
          <ThemeSwitch
            label={t('common.theme.label')}
            labels={{
              light: t('common.theme.light'),
              dark: t('common.theme.dark'),
              system: t('common.theme.system'),
            }}
            value="light"
            onChange={chosenByThePagesScript}
          />
        </div>
      </div>
    </div>
  );
}

/** The ribbon and the header of every public page. Its menus are native popovers: they open without JavaScript too. */
export function Masthead() {
  const t = useT();
  const { path: location } = useCurrentPage();
  return (
    <header className="masthead">
      <DemoRibbon />
      <div className="site-header">
        <div className="page site-header-row">
          <Brand />
          <nav className="site-nav" aria-label={t('visitor.header.label')}>
            <NavLinks location={location} />
          </nav>
          <div className="site-header-tools">
            <LanguageLinks />
            <div className="only-wide">
              <ThemeMenu />
            </div>
            <LinkButton className="only-wide" size="dense" href="/simulateur">
              {t('visitor.header.simulate')}
            </LinkButton>
            <LinkButton
              className="account-button"
              size="dense"
              tone="primary"
              href="/compte"
              icon={<UserRound aria-hidden="true" />}
            >
              {t('visitor.header.account')}
            </LinkButton>
            <button
              type="button"
              className="btn menu-toggle"
              data-tone="quiet"
              data-size="dense"
              popoverTarget={menuId}
            >
              <Menu aria-hidden="true" />
              <span className="btn-label">{t('visitor.header.menu')}</span>
            </button>
          </div>
        </div>
      </div>
      <MobileMenu location={location} />
    </header>
  );
}
