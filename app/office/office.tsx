import '../ui/rich.css';
import './office.css';
import PanelLeftClose from 'lucide-react/icons/panel-left-close';
import PanelLeftOpen from 'lucide-react/icons/panel-left-open';
import type { ReactNode } from 'react';
import { useBankDay, useIsMovedOn } from '../api/bank-clock.ts';
import { useLiveStatus } from '../api/live.ts';
import { useFormats } from '../i18n/format.ts';
import { useT } from '../i18n/t.ts';
import { Brand } from '../page/brand.tsx';
import { DemoRibbon } from '../page/demo-ribbon.tsx';
import { SkipLink } from '../ui/layout.tsx';
import { ToastHost } from '../ui/toast.tsx';
import { useSideMenu } from './side-menu.ts';

/** An entry of the side menu or of the bottom tabs. */
export interface OfficeLink {
  readonly id: string;
  readonly href: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly isCurrent: boolean;
  /** Number of items, and of those that wait for an answer (highlighted), with the screen reader's text. */
  readonly count?: { readonly total?: number; readonly waiting: number; readonly label: string };
}

function LinkCount({ total = 0, waiting, label }: NonNullable<OfficeLink['count']>) {
  const { count } = useFormats();
  if (total === 0 && waiting === 0) return null;
  return (
    <>
      <span className="office-counts tabular" aria-hidden="true">
        {total > 0 ? <span className="office-total">{count(total)}</span> : null}
        {waiting > 0 ? <span className="count-badge">{count(waiting)}</span> : null}
      </span>
      <span className="visually-hidden">{label}</span>
    </>
  );
}

function OfficeLinks({ links, className }: { links: readonly OfficeLink[]; className: string }) {
  return (
    <ul className={className}>
      {links.map((link) => (
        <li key={link.id}>
          <a href={link.href} className="office-link" aria-current={link.isCurrent ? 'page' : undefined}>
            {link.icon}
            <span className="office-link-label">{link.label}</span>
            {link.count ? <LinkCount {...link.count} /> : null}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** In words, the day of a demonstration whose operator has moved it on; null while it is the real one. */
function useDemonstrationDay(): string | null {
  const t = useT();
  const { day } = useFormats();
  const today = useBankDay();
  return useIsMovedOn() ? t('security.demonstrationDay', { day: day(today) }) : null;
}

/** Warns that the screen may be out of date while the connection is lost. */
function ConnectionNotice() {
  const t = useT();
  const isLost = useLiveStatus() === 'lost';
  return (
    <p className="connection-notice" role="status">
      {isLost ? t('common.connectionLost') : null}
    </p>
  );
}

interface OfficeProps {
  readonly home: string;
  readonly menuLabel: string;
  readonly links: readonly OfficeLink[];
  /** Under the links of the side menu. */
  readonly menuExtra?: ReactNode;
  /** At the foot of the side menu: preferences, signing out. */
  readonly menuFoot: ReactNode;
  /** The bar at the top on small screens. */
  readonly topBar: ReactNode;
  /** Small screens: the tabs at the bottom; without them the links stand in a row under the top bar. */
  readonly tabs?: readonly OfficeLink[];
  readonly density?: 'dense';
  readonly children: ReactNode;
}

/** The frame of the signed-in areas: ribbon, side menu that folds, top bar and tabs on small screens, the screen itself. */
export function Office({
  home,
  menuLabel,
  links,
  menuExtra,
  menuFoot,
  topBar,
  tabs,
  density,
  children,
}: OfficeProps) {
  const t = useT();
  const { isFolded, toggle } = useSideMenu();
  const toggleLabel = t(isFolded ? 'common.sideMenu.open' : 'common.sideMenu.fold');
  return (
    <div className="office" data-folded={isFolded || undefined} data-density={density}>
      <SkipLink>{t('common.skipToContent')}</SkipLink>
      <header className="office-top">
        <DemoRibbon note={useDemonstrationDay()} />
        <div className="office-bar">{topBar}</div>
        {tabs ? null : (
          <nav className="office-row" aria-label={menuLabel}>
            <OfficeLinks links={links} className="office-row-links" />
          </nav>
        )}
      </header>
      <nav className="office-side" aria-label={menuLabel}>
        <div className="office-side-head">
          <Brand href={home} />
          <button
            type="button"
            className="btn btn-icon office-fold"
            data-tone="quiet"
            data-size="dense"
            aria-expanded={!isFolded}
            title={`${toggleLabel} (Ctrl+B)`}
            onClick={toggle}
          >
            {isFolded ? <PanelLeftOpen aria-hidden="true" /> : <PanelLeftClose aria-hidden="true" />}
          </button>
        </div>
        <div className="office-nav">
          <OfficeLinks links={links} className="office-links" />
          {menuExtra}
        </div>
        <div className="office-side-foot">{menuFoot}</div>
      </nav>
      <main className="office-main" id="main" tabIndex={-1}>
        <ConnectionNotice />
        {children}
      </main>
      {tabs ? (
        <nav className="office-tabs" aria-label={menuLabel}>
          <OfficeLinks links={tabs} className="office-tab-links" />
        </nav>
      ) : null}
      <ToastHost label={t('common.messages')} closeLabel={t('common.close')} />
    </div>
  );
}
