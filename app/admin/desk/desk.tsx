import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useSearch } from 'wouter';
import { useT } from '../../i18n/t.ts';
import { navigate } from '../../page/navigation.ts';
import { IconButton } from '../../ui/button.tsx';
import { adminHref, sectionOf } from '../frame/sections.ts';
import { PlaceInList } from './place-in-list.tsx';

/** Filter, sort and opened row are kept in the address: they survive a reload, can be sent to a colleague, and work with the back button. */
export function useDeskState(): {
  get: (name: string) => string | null;
  set: (changes: Readonly<Record<string, string | null>>, options?: { replace?: boolean }) => void;
} {
  const search = useSearch();
  const state = new URLSearchParams(search);
  state.delete('tab');
  return {
    get: (name) => state.get(name),
    set: (changes, { replace = false } = {}) => {
      const next = new URLSearchParams(state);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null || value === '') next.delete(name);
        else next.set(name, value);
      }
      navigate(adminHref(sectionOf(search), Object.fromEntries(next)), { replace, isArrival: false });
    },
  };
}

/** A list and, beside it, the opened row; on small screens the opened row replaces the list. */
export function Desk({ list, panel }: { list: ReactNode; panel: ReactNode | null }) {
  return (
    <div className="desk" data-open={panel ? true : undefined}>
      <div className="desk-list">{list}</div>
      {panel}
    </div>
  );
}

/** The opened row. It takes the focus when another is opened; Escape and the close button return the focus to the row. */
export function DeskPanel({
  id,
  title,
  overline,
  actions,
  opensNext = false,
  onClose,
  children,
}: {
  /** Id of the opened row. */
  id: string;
  title: ReactNode;
  overline?: ReactNode;
  actions?: ReactNode;
  /** Whether a decision of its reader opens the next row. */
  opensNext?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useT();
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const panel = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another one was opened, the focus follows.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    panel.current?.scrollTo({ top: 0 });
    if (matchMedia('(max-width: 1179px)').matches) panel.current?.scrollIntoView({ block: 'start' });
  }, [id]);

  const close = () => {
    onClose();
    setTimeout(() =>
      document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] [data-row-link]`)?.focus(),
    );
  };

  return (
    <section
      className="desk-panel"
      ref={panel}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        // Escape in a dialog of the panel closes the dialog alone.
        if (event.target instanceof Element && event.target.closest('dialog')) return;
        event.preventDefault();
        close();
      }}
    >
      <header className="desk-panel-head">
        <div className="desk-panel-title">
          {overline ? <p className="eyebrow">{overline}</p> : null}
          <h2 id={titleId} ref={heading} tabIndex={-1}>
            {title}
          </h2>
        </div>
        <IconButton label={t('admin.closePanel')} size="dense" onClick={close}>
          <X aria-hidden="true" />
        </IconButton>
      </header>
      <PlaceInList id={id} opensNext={opensNext} />
      {actions ? <div className="desk-panel-actions">{actions}</div> : null}
      <div className="desk-panel-body">{children}</div>
    </section>
  );
}
