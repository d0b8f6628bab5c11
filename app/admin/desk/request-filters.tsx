import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { EXPORT_INPUTS, type ExportedList } from '#domain/desk/export.ts';
import {
  contradicts,
  filtersOf,
  LIST_FILTERS,
  permissionsOfQuestion,
  REQUEST_SORTS,
  type RequestList,
  type RequestSort,
} from '#domain/desk/request-list.ts';
import { useMay, useSession } from '../../api/session.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useDeskState } from './desk.tsx';
import { storedOrder, storeOrder } from './desk-preferences.ts';
import { askedOf, ExportButton } from './export-button.tsx';
import { readable, useReadableAddress } from './readable.ts';
import { SearchField } from './search-field.tsx';
import { ViewLine, ViewsMenu } from './views/views-menu.tsx';

const FilterPanel = lazy(() => import('./filter-panel.tsx').then((file) => ({ default: file.FilterPanel })));

/**
 * Search, order and filters of a list of clients' requests, kept in the address (Q-6).
 * @returns `sortOf` the order of a group: the chosen one, else the nearest deadline for what waits and the newest for what is decided.
 */
export function useRequestFilter<List extends RequestList>(list: List) {
  const { get } = useDeskState();
  const { session } = useSession();
  const may = useMay();
  const filters = filtersOf(LIST_FILTERS[list], readable(get, may));
  const q = filtersOf({ q: EXPORT_INPUTS[list].shape.q }, get).q;
  const chosen = REQUEST_SORTS.find((each) => each === readable(get, may)('sort'));
  const openOrder = storedOrder(session?.userId);
  const count = Object.keys(filters).length;
  return {
    q,
    filters,
    chosen,
    openOrder,
    count,
    /** Whether a count of all rows says nothing of what is shown. */
    isNarrowed: count > 0 || q !== undefined,
    sortOf: (isOpen: boolean): RequestSort => chosen ?? (isOpen ? openOrder : 'newest'),
  };
}

/** What the address asks of a list, as one text: another question is another list. */
export function useQuestion(list: ExportedList): string {
  return askedOf(list, useDeskState().get).toString();
}

/** The field that searches such a list, the choice of its order, its filters and its export. */
export function RequestFilters({ list }: { list: RequestList }): ReactNode {
  const t = useT();
  const { set } = useDeskState();
  const { session } = useSession();
  const may = useMay();
  const { q, filters, chosen, openOrder, count, isNarrowed } = useRequestFilter(list);
  const [isOpen, setIsOpen] = useState(false);
  const names = Object.keys(LIST_FILTERS[list]);
  useReadableAddress(list);
  const clear = () => set(Object.fromEntries([...names, 'q', 'saved'].map((name) => [name, null])));
  const sort = chosen ?? openOrder;
  return (
    <>
      <search className="filter-bar" data-requests data-open={isOpen || undefined}>
        <SearchField
          label={t('admin.requests.search')}
          hint={t('admin.requests.searchHint')}
          value={q ?? ''}
          onSearch={(text) => set({ q: text }, { replace: true })}
        />
        <Select
          hideLabel
          className="filter-folded"
          label={t('admin.requests.sort')}
          value={sort}
          options={REQUEST_SORTS.filter((each) => permissionsOfQuestion({ sort: each }).every(may)).map(
            (each) => ({ value: each, label: t(`admin.requests.${each}`) }),
          )}
          onChange={(event) => {
            const next = event.target.value as RequestSort;
            if (next === 'deadline' || next === 'newest') storeOrder(session?.userId, next);
            set({ sort: next });
          }}
        />
        <span className="filter-buttons">
          <Button
            icon={<SlidersHorizontal aria-hidden="true" />}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {count > 0 ? t('admin-desk.filtersCount', { count }) : t('admin-desk.filters')}
          </Button>
          {isNarrowed ? (
            <Button tone="quiet" onClick={clear}>
              {t('admin-desk.clear')}
            </Button>
          ) : null}
          <ViewsMenu list={list} />
          <span className="filter-folded">
            <ExportButton list={list} />
          </span>
        </span>
      </search>
      <ViewLine list={list} />
      {isOpen ? (
        <Suspense fallback={<Skeleton />}>
          <FilterPanel list={list} />
        </Suspense>
      ) : null}
      {contradicts(filters) ? <Notice tone="warning" title={t('admin-desk.contradiction')} /> : null}
    </>
  );
}
