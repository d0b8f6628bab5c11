import Menu from 'lucide-react/icons/menu';
import UserRound from 'lucide-react/icons/user-round';
import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useT } from '../i18n/t.ts';
import { Brand } from '../page/brand.tsx';
import { DemoRibbon } from '../page/demo-ribbon.tsx';
import { LanguagePreference, ThemeMenu, ThemePreference } from '../page/preferences.tsx';
import { LinkButton } from '../ui/button.tsx';
import { closeWhenLeft } from './close-when-left.ts';
import { useHideOnScroll } from './hide-on-scroll.ts';

const links = [
  ['/', 'visitor.links.home'],
  ['/prets', 'visitor.links.loans'],
  ['/simulateur', 'visitor.links.simulator'],
  ['/faq', 'visitor.links.faq'],
  ['/contact', 'visitor.links.contact'],
  ['/demande-de-pret', 'visitor.links.loanRequest'],
] as const;

const menuId = 'mobile-menu';

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

/** The ribbon and the header of every public page. The mobile menu is a native popover: it opens without JavaScript too. */
export function Masthead() {
  const t = useT();
  const [location] = useLocation();
  const masthead = useRef<HTMLElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  useHideOnScroll(masthead);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu and brings the header back.
  useEffect(() => {
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover();
    masthead.current?.removeAttribute('data-away');
  }, [location]);

  return (
    <header className="masthead" ref={masthead}>
      <DemoRibbon />
      <div className="site-header">
        <div className="page site-header-row">
          <Brand />
          <nav className="site-nav" aria-label={t('visitor.header.label')}>
            <NavLinks location={location} />
          </nav>
          <div className="site-header-tools">
            <LanguagePreference />
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus has left. */}
      <div className="mobile-menu" id={menuId} popover="auto" ref={menu} onBlur={closeWhenLeft}>
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
            <ThemePreference />
          </div>
        </div>
      </div>
    </header>
  );
}
