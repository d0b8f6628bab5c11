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
  // More links than the screen is wide: the current one is shown whole, also when styles, the font of the words or what loads beside them move the
  // strip after the first paint; until somebody scrolls it themselves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for each place.
  useEffect(() => {
    const nav = list.current;
    const shown = nav?.querySelector<HTMLElement>('[aria-current]');
    if (!nav || !shown) return;
    const sight = new IntersectionObserver(
      (seen) => {
        if ((seen.at(-1)?.intersectionRatio ?? 0) < 1)
          nav.scrollLeft = shown.offsetLeft - Math.max(0, (nav.clientWidth - shown.offsetWidth) / 2);
      },
      { root: nav, threshold: [0, 1] },
    );
    sight.observe(shown);
    const leave = () => sight.disconnect();
    const acts = ['pointerdown', 'wheel', 'focusin'] as const;
    for (const act of acts) nav.addEventListener(act, leave, { passive: true });
    return () => {
      leave();
      for (const act of acts) nav.removeEventListener(act, leave);
    };
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
