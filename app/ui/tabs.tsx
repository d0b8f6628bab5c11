import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';

export type Tab = { key: string; label: ReactNode; count?: ReactNode; panel: ReactNode };

/** Views of one thing on one page. Arrow keys move between the tabs. */
export function Tabs({
  label,
  tabs,
  selected,
  onSelect,
}: {
  label: string;
  tabs: readonly Tab[];
  selected: string;
  onSelect: (key: string) => void;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.key === selected);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    onSelect(next.key);
    list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(next.key)}"]`)?.focus();
  };

  return (
    <div className="tabs-frame">
      <div className="tabs" role="tablist" aria-label={label} ref={list}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            className="tab"
            data-key={tab.key}
            id={`${id}-tab-${tab.key}`}
            aria-controls={`${id}-panel-${tab.key}`}
            aria-selected={tab.key === selected}
            tabIndex={tab.key === selected ? 0 : -1}
            onClick={() => onSelect(tab.key)}
            onKeyDown={move}
          >
            {tab.label}
            {tab.count}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.key}
          role="tabpanel"
          id={`${id}-panel-${tab.key}`}
          aria-labelledby={`${id}-tab-${tab.key}`}
          hidden={tab.key !== selected}
        >
          {tab.key === selected ? tab.panel : null}
        </div>
      ))}
    </div>
  );
}

/** The same look for pages that have their own address. */
export function TabLinks({
  label,
  links,
  current,
}: {
  label: string;
  links: readonly { href: string; label: ReactNode; count?: ReactNode }[];
  current: string;
}) {
  const list = useRef<HTMLElement>(null);
  // More links than the screen is wide: the current one is not left outside of it. Observed with each link, because styles, words and the font of
  // the words come after the first paint.
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for each place.
  useEffect(() => {
    const nav = list.current;
    if (!nav) return;
    const sizes = new ResizeObserver(() => {
      const shown = nav.querySelector<HTMLElement>('[aria-current]');
      if (shown) nav.scrollLeft = shown.offsetLeft - Math.max(0, (nav.clientWidth - shown.offsetWidth) / 2);
    });
    for (const element of [nav, ...nav.children]) sizes.observe(element);
    return () => sizes.disconnect();
  }, [current]);
  return (
    <nav className="tabs" aria-label={label} ref={list}>
      {links.map((link) => (
        <a
          key={link.href}
          className="tab"
          href={link.href}
          aria-current={link.href === current ? 'page' : undefined}
        >
          {link.label}
          {link.count}
        </a>
      ))}
    </nav>
  );
}
