import type { ReactNode } from 'react';
import { TIME_ORDERS } from '#contract/values.ts';
import { useT } from '../../i18n/t.ts';
import { Select } from '../../ui/select.tsx';
import { useDeskState } from './desk.tsx';
import { SearchField } from './search-field.tsx';

export interface RequestFilter {
  readonly q?: string | undefined;
  readonly sort: (typeof TIME_ORDERS)[number];
}

/** Search and order of a list of clients' requests, kept in the address. */
export function useRequestFilter(): RequestFilter {
  const { get } = useDeskState();
  return { q: get('q') ?? undefined, sort: TIME_ORDERS.find((each) => each === get('sort')) ?? 'newest' };
}

/** The field that searches such a list and the choice of its order. */
export function RequestFilters(): ReactNode {
  const t = useT();
  const { set } = useDeskState();
  const { q, sort } = useRequestFilter();
  return (
    <search className="filter-bar" data-requests>
      <SearchField
        label={t('admin.requests.search')}
        hint={t('admin.requests.searchHint')}
        value={q ?? ''}
        onSearch={(text) => set({ q: text }, { replace: true })}
      />
      <Select
        hideLabel
        label={t('admin.requests.sort')}
        value={sort}
        options={TIME_ORDERS.map((each) => ({ value: each, label: t(`admin.requests.${each}`) }))}
        onChange={(event) => set({ sort: event.target.value === 'newest' ? null : event.target.value })}
      />
    </search>
  );
}
