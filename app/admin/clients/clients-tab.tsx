import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ACCOUNT_TYPES } from '#domain/accounts/account.ts';
import { byCursor, query } from '../../api/queries.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { SearchDrawing } from '../../ui/drawings/search.tsx';
import { LoadMore } from '../../ui/pagination.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { SharedIbans } from '../accounts/shared-ibans.tsx';
import { useDeskState } from '../desk/desk.tsx';
import { ListFrame } from '../desk/list-frame.tsx';
import { SearchField } from '../desk/search-field.tsx';
import { ClientCard } from './client-card.tsx';
import { ClientDialog } from './client-dialog.tsx';
import type { ClientAction, ClientSummary } from './client-words.ts';

const SORTS = ['newest', 'oldest', 'name'] as const;
const ACTIVATIONS = ['yes', 'no'] as const;
const ROWS = 30;

/** What the address asks of the list. */
function useClientFilter() {
  const { get } = useDeskState();
  return {
    q: get('q') ?? '',
    accountType: ACCOUNT_TYPES.find((type) => type === get('type')),
    activated: ACTIVATIONS.find((each) => each === get('activated')),
    sort: SORTS.find((each) => each === get('sort')) ?? 'newest',
  };
}

/** Search, filters and order; what is chosen goes into the address. */
function ClientFilters({ filter }: { filter: ReturnType<typeof useClientFilter> }) {
  const t = useT();
  const { set } = useDeskState();
  const { q, accountType, activated, sort } = filter;
  return (
    <search className="filter-bar">
      <SearchField
        label={t('admin-clients.filter.search')}
        hint={t('admin-clients.filter.searchHint')}
        value={q}
        onSearch={(text) => set({ q: text }, { replace: true })}
      />
      <Select
        hideLabel
        label={t('admin-clients.filter.type')}
        value={accountType ?? ''}
        placeholder={t('admin-clients.filter.allTypes')}
        options={ACCOUNT_TYPES.map((type) => ({ value: type, label: t(`common.accountTypes.${type}`) }))}
        onChange={(event) => set({ type: event.target.value })}
      />
      <Select
        hideLabel
        label={t('admin-clients.filter.activation')}
        value={activated ?? ''}
        placeholder={t('admin-clients.filter.anyActivation')}
        options={[
          { value: 'yes', label: t('admin-clients.filter.activated') },
          { value: 'no', label: t('admin-clients.filter.notActivated') },
        ]}
        onChange={(event) => set({ activated: event.target.value })}
      />
      <Select
        hideLabel
        label={t('admin-clients.filter.sort')}
        value={sort}
        options={SORTS.map((each) => ({ value: each, label: t(`admin-clients.sort.${each}`) }))}
        onChange={(event) => set({ sort: event.target.value === 'newest' ? null : event.target.value })}
      />
    </search>
  );
}

/** All clients, searched, filtered and sorted by the server; what was asked stands in the address. */
export function ClientsTab() {
  const t = useT();
  const { set } = useDeskState();
  const [asked, setAsked] = useState<{ action: ClientAction; client: ClientSummary } | null>(null);
  const filter = useClientFilter();
  const { q, accountType, activated, sort } = filter;

  const list = useInfiniteQuery(
    query.clients.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        q: q || undefined,
        accountType,
        activated,
        sort,
        cursor,
        limit: ROWS,
      }),
      ...byCursor,
      // The rows on screen stay, dimmed, until the new ones arrive.
      placeholderData: (previous) => previous,
    }),
  );
  const clients = list.data?.pages.flatMap((page) => page.clients) ?? [];
  const isFiltered = q !== '' || accountType !== undefined || activated !== undefined;
  const clear = () => set({ q: null, type: null, activated: null });

  return (
    <>
      <ClientFilters filter={filter} />
      <SharedIbans />
      <ListFrame
        list={list}
        count={clients.length}
        empty={
          <EmptyState
            headingLevel="h2"
            drawing={<SearchDrawing />}
            title={t(isFiltered ? 'admin-clients.noMatch' : 'admin-clients.none')}
            action={
              isFiltered ? <Button onClick={clear}>{t('admin-clients.clearFilters')}</Button> : undefined
            }
          >
            {t(isFiltered ? 'admin-clients.noMatchText' : 'admin-clients.noneText')}
          </EmptyState>
        }
      >
        <section
          className="client-cards"
          aria-label={t('admin-clients.list')}
          aria-busy={list.isPlaceholderData || undefined}
        >
          {clients.map((client) => (
            <ClientCard key={client.id} client={client} onAsk={(action) => setAsked({ action, client })} />
          ))}
        </section>
        <LoadMore
          label={t('admin-clients.more')}
          loadingText={t('common.loading')}
          endText={t('admin-clients.end', { count: clients.length })}
          hasMore={list.hasNextPage}
          loading={list.isFetchingNextPage}
          onLoad={() => void list.fetchNextPage()}
        />
      </ListFrame>
      {asked ? (
        <ClientDialog
          action={asked.action}
          client={clients.find(({ id }) => id === asked.client.id) ?? asked.client}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}
