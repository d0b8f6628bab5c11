import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { AUDIT_AREA_NAMES, AUDIT_OUTCOMES } from '#domain/audit/operation.ts';
import { isCalendarDate } from '#domain/time/calendar-date.ts';
import { api } from '../../api/client.ts';
import { saveFile } from '../../api/download.ts';
import { asProblem } from '../../api/problem.ts';
import { byCursor, query } from '../../api/queries.ts';
import { DayFilter } from '../../form/day-filter.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useT, useWords } from '../../i18n/t.ts';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataCell, DataRow, DataTable, RowLink } from '../../ui/data-table.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { Desk, useDeskState } from '../desk/desk.tsx';
import { ListFrame } from '../desk/list-frame.tsx';
import { MoreRows } from '../desk/more-rows.tsx';
import { RowHead } from '../desk/row-head.tsx';
import { SearchField } from '../desk/search-field.tsx';
import { ClientLink, Permitted } from '../frame/permitted.tsx';

import { AuditPanel, actorName } from './audit-panel.tsx';
import { AuditVerification } from './audit-verification.tsx';
import type { AuditEntry } from './audit-words.tsx';

const ROWS = 50;

/** What the address asks of the list. */
function useAuditFilter() {
  const { get } = useDeskState();
  const dayOf = (name: string) => {
    const day = get(name);
    return day && isCalendarDate(day) ? day : undefined;
  };
  return {
    q: get('q') || undefined,
    area: AUDIT_AREA_NAMES.find((area) => area === get('area')),
    outcome: AUDIT_OUTCOMES.find((outcome) => outcome === get('outcome')),
    clientId: get('client') ?? undefined,
    from: dayOf('from'),
    to: dayOf('to'),
  };
}

type AuditFilter = ReturnType<typeof useAuditFilter>;

const asksAnything = (filter: AuditFilter) => Object.values(filter).some((value) => value !== undefined);

/** Downloads the lines of the list as a file. */
function ExportButton({ filter }: { filter: AuditFilter }) {
  const t = useT();
  const { failed, done } = useAnnounce();
  const exporting = useMutation({
    mutationFn: () => api.audit.export(filter),
    onSuccess: (file) => {
      saveFile(file, file.name);
      done('admin-audit.exported');
    },
    onError: (error) => failed(asProblem(error), 'admin.loadFailed'),
  });
  return (
    <Button
      icon={<Download aria-hidden="true" />}
      loading={exporting.isPending}
      loadingText={t('admin-audit.exporting')}
      onClick={() => exporting.mutate()}
    >
      {t('admin-audit.export')}
    </Button>
  );
}

/** Search, area, outcome and days; what is chosen goes into the address. */
function AuditFilters({ filter }: { filter: AuditFilter }) {
  const t = useT();
  const { get, set } = useDeskState();
  return (
    <search className="filter-bar" data-audit>
      <SearchField
        label={t('admin-audit.search')}
        hint={t('admin-audit.searchHint')}
        value={get('q') ?? ''}
        onSearch={(text) => set({ q: text, line: null }, { replace: true })}
      />
      <Select
        label={t('admin-audit.area')}
        value={filter.area ?? ''}
        placeholder={t('admin-audit.allAreas')}
        options={AUDIT_AREA_NAMES.map((area) => ({ value: area, label: t(`admin-audit.areas.${area}`) }))}
        onChange={(event) => set({ area: event.target.value, line: null })}
      />
      <Select
        label={t('admin-audit.outcome')}
        value={filter.outcome ?? ''}
        placeholder={t('admin-audit.allOutcomes')}
        options={AUDIT_OUTCOMES.map((outcome) => ({
          value: outcome,
          label: t(`admin-audit.outcomes.${outcome}`),
        }))}
        onChange={(event) => set({ outcome: event.target.value, line: null })}
      />
      <DayFilter
        label={t('admin-audit.from')}
        value={filter.from ?? ''}
        max={filter.to}
        onFilter={(day) => set({ from: day, line: null }, { replace: true })}
      />
      <DayFilter
        label={t('admin-audit.to')}
        value={filter.to ?? ''}
        min={filter.from}
        onFilter={(day) => set({ to: day, line: null }, { replace: true })}
      />
      <div className="filter-actions">
        {filter.clientId ? <Badge tone="brand">{t('admin-audit.onlyClient')}</Badge> : null}
        <Permitted to="audit.export">
          <ExportButton filter={filter} />
        </Permitted>
        {asksAnything(filter) ? (
          <Button
            tone="quiet"
            onClick={() =>
              set({ q: null, area: null, outcome: null, from: null, to: null, client: null, line: null })
            }
          >
            {t('admin-audit.reset')}
          </Button>
        ) : null}
      </div>
    </search>
  );
}

function AuditHead() {
  const t = useT();
  return (
    <RowHead
      columns={[
        { label: t('admin-audit.columns.operation') },
        { label: t('admin-audit.columns.actor') },
        { label: t('admin-audit.columns.client'), isExtra: true },
        { label: t('admin-audit.columns.outcome'), isExtra: true },
        { label: t('admin-audit.columns.number'), isNumeric: true, isExtra: true },
      ]}
    />
  );
}

/** Every act of an administrator and every refusal, searched, filtered, exported and verified. */
export function AuditTab() {
  const t = useT();
  const { get, set } = useDeskState();
  const filter = useAuditFilter();
  const isFiltered = asksAnything(filter);
  const opened = Number(get('line')) || null;
  const list = useInfiniteQuery(
    query.audit.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filter, cursor, limit: ROWS }),
      ...byCursor,
      placeholderData: (previous) => previous,
    }),
  );
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];

  return (
    <>
      <p className="desk-intro">{t('admin-audit.intro')}</p>
      <Permitted to="audit.verification">
        <AuditVerification />
      </Permitted>
      <AuditFilters filter={filter} />
      <ListFrame
        list={list}
        count={entries.length}
        rows={10}
        empty={
          <EmptyState
            headingLevel="h2"
            title={t(isFiltered ? 'admin-audit.noneFound' : 'admin-audit.emptyTitle')}
          >
            {t(isFiltered ? 'admin-audit.noneFoundText' : 'admin-audit.emptyText')}
          </EmptyState>
        }
      >
        <Desk
          list={
            <>
              <DataTable caption={t('admin-audit.caption')} busy={list.isPlaceholderData}>
                <AuditHead />
                <tbody>
                  {entries.map((entry) => (
                    <AuditRow
                      key={entry.number}
                      entry={entry}
                      isOpened={entry.number === opened}
                      onOpen={() => set({ line: String(entry.number) })}
                    />
                  ))}
                </tbody>
              </DataTable>
              <MoreRows list={list} label={t('admin-audit.showMore')} />
            </>
          }
          panel={
            opened ? (
              <AuditPanel
                number={opened}
                known={entries.find(({ number }) => number === opened)}
                onClose={() => set({ line: null })}
              />
            ) : null
          }
        />
      </ListFrame>
    </>
  );
}

function AuditRow({ entry, isOpened, onOpen }: { entry: AuditEntry; isOpened: boolean; onOpen: () => void }) {
  const words = useWords();
  const { t } = words;
  const { moment } = useFormats();
  const { client } = entry;
  return (
    <DataRow selected={isOpened} data-row={entry.number}>
      <DataCell rowHeader>
        <RowLink onClick={onOpen} aria-expanded={isOpened}>
          {t(`admin-audit.operations.${entry.operation}`)}
        </RowLink>
        <span className="cell-note">
          <time dateTime={entry.at}>{moment(entry.at)}</time>
        </span>
      </DataCell>
      <DataCell label={t('admin-audit.columns.actor')}>
        {actorName(entry, words)}
        {entry.address ? <span className="cell-note tabular">{entry.address}</span> : null}
      </DataCell>
      <DataCell label={t('admin-audit.columns.client')} data-col="extra">
        {client?.displayName ? (
          <ClientLink accountId={client.accountId}>{client.displayName}</ClientLink>
        ) : null}
        {client && !client.displayName ? t('admin-audit.formerClient') : null}
      </DataCell>
      <DataCell label={t('admin-audit.columns.outcome')} data-col="extra">
        <StatusBadge kind={entry.outcome === 'done' ? 'done' : 'refused'}>
          {t(`admin-audit.outcomes.${entry.outcome}`)}
        </StatusBadge>
      </DataCell>
      <DataCell label={t('admin-audit.columns.number')} data-col="extra" numeric>
        {entry.number}
      </DataCell>
    </DataRow>
  );
}
