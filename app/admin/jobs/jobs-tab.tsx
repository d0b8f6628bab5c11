import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { job } from '#contract/jobs.ts';
import { LEGAL_TIME_ZONE } from '#domain/time/days.ts';
import { query } from '../../api/queries.ts';
import { useWords } from '../../i18n/t.ts';
import { StatusBadge, type StatusKind } from '../../ui/badge.tsx';
import { DataCell, DataRow } from '../../ui/data-table.tsx';
import { RowTable } from '../desk/row-table.tsx';

type Job = z.infer<typeof job>;
type State = NonNullable<Job['last']>['state'];

/** Jobs run for seconds, so this screen refetches at this interval, in milliseconds. */
const READ_AGAIN_MS = 15_000;

const looks: Readonly<Record<State, StatusKind>> = { running: 'running', done: 'done', failed: 'refused' };

/** The scheduled jobs: when each runs, the result of its last run, and the reason of a failure. */
export function JobsTab() {
  const { t } = useWords();
  const list = useQuery({ ...query.jobs.list.queryOptions(), refetchInterval: READ_AGAIN_MS });
  const jobs = list.data?.jobs ?? [];
  return (
    <>
      <div className="desk-lead">
        <p className="desk-intro">{t('admin-jobs.intro')}</p>
      </div>
      <RowTable
        list={list}
        count={jobs.length}
        skeletonRows={5}
        empty={{ title: t('admin-jobs.empty') }}
        caption={t('admin-jobs.caption')}
        columns={[
          { label: t('admin-jobs.columns.job') },
          { label: t('admin-jobs.columns.state') },
          { label: t('admin-jobs.columns.last') },
          { label: t('admin-jobs.columns.next') },
        ]}
      >
        {jobs.map((one) => (
          <JobRow key={one.name} job={one} />
        ))}
      </RowTable>
    </>
  );
}

function JobRow({ job: { name, calendar, at, everyMinute, last, nextAt } }: { job: Job }) {
  const { t, locale } = useWords();
  // Schedules are in Paris time, in every browser time zone.
  const moment = new Intl.DateTimeFormat(locale, {
    timeZone: LEGAL_TIME_ZONE,
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const tenths = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const seconds = typeof last?.durationMs === 'number' ? tenths.format(last.durationMs / 1000) : null;
  return (
    <DataRow data-row={name}>
      <DataCell rowHeader>
        {t(`admin-jobs.names.${name}`)}
        <span className="cell-note">
          {t(`admin-jobs.calendars.${everyMinute ? 'every-minute' : calendar}`, { at })}
        </span>
      </DataCell>
      <DataCell label={t('admin-jobs.columns.state')}>
        {last ? (
          <StatusBadge kind={looks[last.state]}>{t(`admin-jobs.states.${last.state}`)}</StatusBadge>
        ) : (
          <StatusBadge kind="idle">{t('admin-jobs.states.never')}</StatusBadge>
        )}
      </DataCell>
      <DataCell label={t('admin-jobs.columns.last')}>
        {last ? (
          <>
            <time dateTime={last.startedAt}>{moment.format(new Date(last.startedAt))}</time>
            {last.failure ? (
              <span className="cell-note">
                {last.failure} {t('admin-jobs.attempts', { count: last.attempts })}
              </span>
            ) : null}
            {last.state === 'done' ? (
              <span className="cell-note">
                {t('admin-jobs.handled', { count: last.handled })}
                {seconds === null ? null : ` · ${t('admin-jobs.seconds', { seconds })}`}
              </span>
            ) : null}
          </>
        ) : (
          '–'
        )}
      </DataCell>
      <DataCell label={t('admin-jobs.columns.next')}>
        <time dateTime={nextAt}>{moment.format(new Date(nextAt))}</time>
      </DataCell>
    </DataRow>
  );
}
