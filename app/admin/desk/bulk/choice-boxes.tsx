import { useState } from 'react';
import { MAX_BULK } from '#domain/desk/bulk.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/t.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectBox } from '../../../ui/data-table.tsx';
import { useRowSelection } from './row-selection.tsx';

/** The box of a row (key X); with Shift every row from the one chosen last. */
export function ChooseRow({ id, name }: { id: string; name: string }) {
  const { t } = useWords();
  const selection = useRowSelection();
  if (!selection) return null;
  return (
    <SelectBox
      label={t('admin-desk.bulk.choose', { name })}
      checked={selection.isChosen(id)}
      data-shortcut="x"
      onChange={(event) => selection.toggle(id, (event.nativeEvent as MouseEvent).shiftKey)}
    />
  );
}

/** The paging state of a group, of which every row can be loaded. */
interface Pages {
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => Promise<{ readonly hasNextPage: boolean }>;
}

/**
 * « Tout sélectionner » over the rows of a group on the screen, then « Sélectionner les n résultats », which loads the others first: an act is of what
 * was shown.
 */
export function ChooseGroup({
  ids,
  total,
  list,
}: {
  ids: readonly string[];
  /** How many rows the group has on all pages; null while that is not known. */
  total: number | null | undefined;
  list: Pages;
}) {
  const { t, tKey } = useWords();
  const { count } = useFormats();
  const selection = useRowSelection();
  const [isLoading, setLoading] = useState(false);
  if (!selection || ids.length === 0) return null;
  const chosen = ids.filter(selection.isChosen).length;
  const isWhole = chosen === ids.length;
  const isTooLong = total != null && total > MAX_BULK;
  const loadAll = async () => {
    setLoading(true);
    try {
      while ((await list.fetchNextPage()).hasNextPage);
    } finally {
      setLoading(false);
    }
  };
  // What is loaded for a choice of all is chosen as it comes.
  if (isLoading && !isWhole) queueMicrotask(() => selection.choose(ids, true));
  return (
    <>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the box is inside; its spoken name begins with the visible words. */}
      <label className="choose-all">
        <SelectBox
          label={t('admin-desk.bulk.chooseAllOf', { count: ids.length })}
          checked={isWhole}
          some={chosen > 0 && !isWhole}
          onChange={(event) => selection.choose(ids, event.target.checked)}
        />
        {t('admin-desk.bulk.chooseAll')}
      </label>
      {isWhole && list.hasNextPage && total != null && !isTooLong ? (
        <Button size="dense" tone="quiet" loading={isLoading} onClick={() => void loadAll()}>
          {t('admin-desk.bulk.chooseResults', { count: count(total) })}
        </Button>
      ) : null}
      {isWhole && isTooLong ? (
        <span className="cell-note">{tKey('errors.bulk.too-many.detail', { max: count(MAX_BULK) })}</span>
      ) : null}
    </>
  );
}
