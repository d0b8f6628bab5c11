import PanelLeft from 'lucide-react/icons/panel-left';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { Link } from './link.tsx';

export type NavItem = {
  key: string;
  href?: string;
  label: string;
  icon: ReactNode;
  /** A CountBadge. */
  count?: ReactNode;
  onPress?: () => void;
  current?: boolean;
};

export type NavGroup = { key: string; title?: string; items: readonly NavItem[] };

/** The frame of a signed-in area: side menu from 768 px, bottom tabs below, the content between. */
export function AreaFrame({
  side,
  top,
  bottom,
  collapsed,
  children,
}: {
  side: ReactNode;
  top?: ReactNode;
  bottom?: ReactNode;
  collapsed?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="area" data-collapsed={collapsed || undefined} data-tabs={bottom ? true : undefined}>
      {side}
      <div className="area-main">
        {top}
        {children}
      </div>
      {bottom}
    </div>
  );
}

export function SideMenu({
  label,
  brand,
  groups,
  footer,
  collapsed,
  onToggle,
  toggleLabel,
}: {
  label: string;
  brand: ReactNode;
  groups: readonly NavGroup[];
  footer?: ReactNode;
  collapsed?: boolean;
  onToggle?: () => void;
  toggleLabel?: string;
}) {
  return (
    <aside className="side-menu">
      <div className="side-head">
        <div className="side-brand">{brand}</div>
        {onToggle && toggleLabel ? (
          <IconButton label={toggleLabel} size="dense" aria-expanded={!collapsed} onClick={onToggle}>
            <PanelLeft aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      <nav className="side-nav" aria-label={label}>
        {groups.map((group) => (
          <div key={group.key} className="side-group">
            {group.title ? <p className="side-title">{group.title}</p> : null}
            <ul>
              {group.items.map((item) => (
                <li key={item.key}>
                  <NavEntry item={item} className="side-item" />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      {footer ? <div className="side-foot">{footer}</div> : null}
    </aside>
  );
}

export function BottomTabs({ label, items }: { label: string; items: readonly NavItem[] }) {
  return (
    <nav className="bottom-tabs" aria-label={label}>
      <ul>
        {items.map((item) => (
          <li key={item.key}>
            <NavEntry item={item} className="bottom-tab" />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NavEntry({ item, className }: { item: NavItem; className: string }) {
  const content = (
    <>
      {item.icon}
      <span className="nav-label">{item.label}</span>
      {item.count}
    </>
  );
  const current = item.current ? 'page' : undefined;
  if (item.href)
    return (
      <Link
        className={className}
        href={item.href}
        aria-current={current}
        title={item.label}
        onClick={item.onPress}
      >
        {content}
      </Link>
    );
  return (
    <button
      type="button"
      className={className}
      aria-current={current}
      title={item.label}
      onClick={item.onPress}
    >
      {content}
    </button>
  );
}

/** The bar above the content: where one is at the left, what serves everywhere at the right. */
export function TopBar({ start, end }: { start?: ReactNode; end?: ReactNode }) {
  return (
    <header className="top-bar">
      <div className="top-start">{start}</div>
      <div className="top-end">{end}</div>
    </header>
  );
}
