import { useInfiniteQuery } from '@tanstack/react-query';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { accountTypesOf } from '#domain/accounts/account-types.ts';
import { EXPORT_INPUTS } from '#domain/desk/export.ts';
import {
  CLIENT_FILTERS,
  CLIENT_SORTS,
  contradicts,
  filtersOf,
  permissionsOfQuestion,
} from '#domain/desk/request-list.ts';
import { byCursor, query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useT } from '../../i18n/t.ts';
import { institution } from '../../page/institution.ts';
import { Button } from '../../ui/button.tsx';
import { SearchDrawing } from '../../ui/drawings/search.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { SharedIbans } from '../accounts/shared-ibans.tsx';
import { ChooseGroup } from '../desk/bulk/choice-boxes.tsx';
import { RowSelectionHost, useChoosable } from '../desk/bulk/row-selection.tsx';
import { SelectionBar } from '../desk/bulk/selection-bar.tsx';
import { useDeskState } from '../desk/desk.tsx';
import { askedOf, ExportButton } from '../desk/export-button.tsx';
import { ListFrame } from '../desk/list-frame.tsx';
import { MoreRows } from '../desk/more-rows.tsx';
import { readable, useReadableAddress } from '../desk/readable.ts';
import { SearchField } from '../desk/search-field.tsx';
import { ViewLine, ViewsMenu } from '../desk/views/views-menu.tsx';
import { ClientCard } from './client-card.tsx';
import { ClientDialog } from './client-dialog.tsx';
import type { ClientAction, ClientSummary } from './client-words.ts';

const ROWS = 30;
/** The kinds of account that this house opens (LC-6): where there is one, nothing is asked of it. */
const TYPES = accountTypesOf(institution);
const FilterPanel = lazy(() =>
  import('../desk/filter-panel.tsx').then((file) => ({ default: file.FilterPanel })),
);
/** Filters that stand beside the search; the others are behind « Filtres ». */
const AT_HAND = ['accountType', 'activated'];

/** What the address asks of the list. */
function useClientFilter() {
  const { get } = useDeskState();
  const may = useMay();
  const read = readable(get, may);
  const filters = filtersOf(CLIENT_FILTERS, read);
  return {
    q: filtersOf({ q: EXPORT_INPUTS.clients.shape.q }, get).q ?? '',
    filters,
    count: Object.keys(filters).filter((name) => !AT_HAND.includes(name)).length,
    sort: CLIENT_SORTS.find((each) => each === read('sort')) ?? 'newest',
    /** Those that the reader may ask for (STAFF-5). */
    sorts: CLIENT_SORTS.filter((each) => permissionsOfQuestion({ sort: each }).every(may)),
  };
}

/** Search, filters and order; what is chosen goes into the address. */
function ClientFilters({ filter }: { filter: ReturnType<typeof useClientFilter> }) {
  const t = useT();
  const { set } = useDeskState();
  const { q, filters, count, sort, sorts } = filter;
  const { accountType, activated } = filters;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <search className="filter-bar" data-clients data-open={isOpen || undefined}>
        <SearchField
          label={t('admin-clients.filter.search')}
          hint={t('admin-clients.filter.searchHint')}
          value={q}
          onSearch={(text) => set({ q: text }, { replace: true })}
        />
        {TYPES.length > 1 ? (
          <Select
            hideLabel
            className="filter-folded"
            label={t('admin-clients.filter.type')}
            value={accountType ?? ''}
            placeholder={t('admin-clients.filter.allTypes')}
            options={TYPES.map((type) => ({ value: type, label: t(`common.accountTypes.${type}`) }))}
            onChange={(event) => set({ accountType: event.target.value })}
          />
        ) : null}
        <Select
          hideLabel
          className="filter-folded"
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
          className="filter-folded"
          label={t('admin-clients.filter.sort')}
          value={sort}
          options={sorts.map((each) => ({ value: each, label: t(`admin-clients.sort.${each}`) }))}
          onChange={(event) => set({ sort: event.target.value === 'newest' ? null : event.target.value })}
        />
        <span className="filter-buttons">
          <Button
            icon={<SlidersHorizontal aria-hidden="true" />}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {count > 0 ? t('admin-desk.filtersCount', { count }) : t('admin-desk.filters')}
          </Button>
          <ViewsMenu list="clients" />
          <span className="filter-folded">
            <ExportButton list="clients" />
          </span>
        </span>
      </search>
      <ViewLine list="clients" />
      {isOpen ? (
        <Suspense fallback={<Skeleton />}>
          <FilterPanel list="clients" />
        </Suspense>
      ) : null}
      {contradicts(filters) ? <Notice tone="warning" title={t('admin-desk.contradiction')} /> : null}
    </>
  );
}

/** Tells the selection which clients the list shows, and chooses all of them. */
function ChosenClients({
  clients,
  list,
}: {
  clients: readonly ClientSummary[];
  list: ComponentProps<typeof ChooseGroup>['list'];
}) {
  useChoosable(
    'clients',
    clients.map((client) => ({
      id: client.id,
      name: client.displayName,
      status: client.isActivated ? 'active' : 'waiting',
      amountMinor: client.balanceMinor,
      currency: client.currency,
      followedBy: client.followedBy,
    })),
  );
  return (
    <div className="client-choice">
      <ChooseGroup ids={clients.map(({ id }) => id)} total={null} list={list} />
    </div>
  );
}

/** All clients, searched, filtered and sorted by the server; what was asked stands in the address. */
// Longer than 70 lines: it is the list, what stands around it, and the dialog that a card opens.
export function ClientsTab() {
  useReadableAddress('clients');
  const t = useT();
  const { get, set } = useDeskState();
  const [asked, setAsked] = useState<{ action: ClientAction; client: ClientSummary } | null>(null);
  const filter = useClientFilter();
  const { q, filters, sort } = filter;

  const list = useInfiniteQuery(
    query.clients.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        q: q || undefined,
        ...filters,
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
  const isFiltered = q !== '' || Object.keys(filters).length > 0;
  const clear = () =>
    set(Object.fromEntries([...Object.keys(CLIENT_FILTERS), 'q', 'saved'].map((name) => [name, null])));

  return (
    <RowSelectionHost kind="client" of={askedOf('clients', get).toString()}>
      <ClientFilters filter={filter} />
      <SharedIbans />
      <div className="desk-list">
        <ListFrame
          list={list}
          count={clients.length}
          empty={
            <EmptyState
              headingLevel="h2"
              drawing={<SearchDrawing />}
              title={
                q === ''
                  ? t(isFiltered ? 'admin-clients.noMatch' : 'admin-clients.none')
                  : t('admin-clients.noMatchFor', { q })
              }
              action={
                isFiltered ? <Button onClick={clear}>{t('admin-clients.clearFilters')}</Button> : undefined
              }
            >
              {t(isFiltered ? 'admin-clients.noMatchText' : 'admin-clients.noneText')}
            </EmptyState>
          }
        >
          <ChosenClients clients={clients} list={list} />
          <section
            className="client-cards"
            aria-label={t('admin-clients.list')}
            aria-busy={list.isPlaceholderData || undefined}
          >
            {clients.map((client) => (
              <ClientCard key={client.id} client={client} onAsk={(action) => setAsked({ action, client })} />
            ))}
          </section>
          <SelectionBar kind="client" />
          <MoreRows
            list={list}
            label={t('admin-clients.more')}
            endText={t('admin-clients.end', { count: clients.length })}
          />
        </ListFrame>
      </div>
      {asked ? (
        <ClientDialog
          action={asked.action}
          client={clients.find(({ id }) => id === asked.client.id) ?? asked.client}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </RowSelectionHost>
  );
}
