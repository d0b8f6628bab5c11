import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { useEffect, useRef, useState } from 'react';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { opensNext, storeOpensNext } from './desk-preferences.ts';

const rowIds = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('.desk-list [data-row]')].map(
    ({ dataset }) => dataset.row ?? '',
  );

const linkOf = (id: string) =>
  document.querySelector<HTMLElement>(`.desk-list [data-row="${CSS.escape(id)}"] [data-row-link]`);

/** Opens the row after the opened one once it is decided, unless the person turned that off. */
export function openNextAfterDecision(): void {
  if (opensNext()) document.querySelector<HTMLElement>('.desk-panel [data-shortcut="j"]')?.click();
}

/**
 * « 3 sur 12 », « Précédent » and « Suivant » of an opened row. The order is the list's as it was loaded when the first row was opened: a row that
 * leaves meanwhile is passed over.
 */
export function PlaceInList({ id, opensNext: mayOpenNext }: { id: string; opensNext: boolean }) {
  const t = useT();
  const { count } = useFormats();
  const order = useRef<readonly string[]>([]);
  const [place, setPlace] = useState<{ readonly at: number; readonly of: number } | null>(null);
  const [isOn, setIsOn] = useState(opensNext);

  useEffect(() => {
    const look = () => {
      if (!order.current.includes(id)) {
        const ids = rowIds();
        if (!ids.includes(id)) return;
        order.current = ids;
      }
      setPlace({ at: order.current.indexOf(id) + 1, of: order.current.length });
    };
    look();
    // After a reload the list arrives later than its opened row.
    const list = document.querySelector('.desk-list');
    const watch = new MutationObserver(look);
    if (list) watch.observe(list, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [id]);

  const step = (by: 1 | -1) => {
    for (let at = order.current.indexOf(id) + by; at >= 0 && at < order.current.length; at += by) {
      const link = linkOf(order.current[at] ?? '');
      if (link) return link.click();
    }
  };
  if (!place || place.of < 2) return null;
  return (
    <div className="place-in-list">
      <span className="cell-note tabular">
        {t('admin-desk.place', { at: count(place.at), of: count(place.of) })}
      </span>
      <IconButton
        label={t('admin-desk.previous')}
        size="dense"
        data-shortcut="k"
        aria-disabled={place.at === 1 || undefined}
        onClick={() => step(-1)}
      >
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t('admin-desk.next')}
        size="dense"
        data-shortcut="j"
        aria-disabled={place.at === place.of || undefined}
        onClick={() => step(1)}
      >
        <ChevronDown aria-hidden="true" />
      </IconButton>
      {mayOpenNext ? (
        <Checkbox
          label={t('admin-desk.openNext')}
          checked={isOn}
          onChange={(event) => {
            setIsOn(event.target.checked);
            storeOpensNext(event.target.checked);
          }}
        />
      ) : null}
    </div>
  );
}
