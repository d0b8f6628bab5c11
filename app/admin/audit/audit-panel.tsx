import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState, SkeletonList } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { DeskPanel } from '../desk/desk.tsx';
import { ClientLink } from '../frame/permitted.tsx';

import { type AuditEntry, changesOf, StateValue, useFieldLabel } from './audit-words.tsx';

/** One line of the trail: who, when, from where, before and after, and its place in the chain. */
export function AuditPanel({
  number,
  known,
  onClose,
}: {
  number: number;
  /** The line as the list has it. */
  known: AuditEntry | undefined;
  onClose: () => void;
}) {
  const { t } = useWords();
  const found = useQuery({
    ...query.audit.list.queryOptions({ input: { q: String(number), limit: 20 } }),
    enabled: known === undefined,
  });
  const entry = known ?? found.data?.entries.find((each) => each.number === number);
  return (
    <DeskPanel
      id={String(number)}
      title={entry ? t(`admin-audit.operations.${entry.operation}`) : t('admin-audit.line', { number })}
      overline={entry ? t('admin-audit.line', { number }) : undefined}
      onClose={onClose}
    >
      {entry ? <AuditDetail entry={entry} /> : null}
      {!entry && found.isPending ? <SkeletonList label={t('common.loading')} rows={6} /> : null}
      {!entry && !found.isPending ? (
        <ErrorState
          title={t(found.isError ? 'admin.loadFailed' : 'admin-audit.noneFound')}
          retryLabel={t('common.retry')}
          retrying={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      ) : null}
    </DeskPanel>
  );
}

function AuditDetail({ entry }: { entry: AuditEntry }) {
  const words = useWords();
  const { t, tKey } = words;
  const { moment } = useFormats();
  const { client } = entry;
  return (
    <>
      <div className="desk-panel-figure">
        <StatusBadge kind={entry.outcome === 'done' ? 'done' : 'refused'}>
          {t(`admin-audit.outcomes.${entry.outcome}`)}
        </StatusBadge>
      </div>
      {entry.refusalCode ? (
        <Notice tone="warning" title={tKey(`errors.${entry.refusalCode}.title`)}>
          {entry.refusalCode}
        </Notice>
      ) : null}
      <DefinitionList
        items={[
          { term: t('admin-audit.columns.actor'), value: actorName(entry, words) },
          {
            term: t('admin-audit.when'),
            value: <time dateTime={entry.at}>{moment(entry.at)}</time>,
          },
          { term: t('admin-audit.columns.address'), value: entry.address ?? t('admin-audit.noAddress') },
          ...(client
            ? [
                {
                  term: t('admin-audit.columns.client'),
                  value: client.displayName ? (
                    <ClientLink accountId={client.accountId}>{client.displayName}</ClientLink>
                  ) : (
                    t('admin-audit.formerClient')
                  ),
                },
              ]
            : []),
        ]}
      />
      <AuditChanges entry={entry} />
      <AuditHashes entry={entry} />
    </>
  );
}

/** What the act changed, or what a refused one asked for. */
function AuditChanges({ entry }: { entry: AuditEntry }) {
  const { t } = useWords();
  const labelOf = useFieldLabel();
  const changes = changesOf(entry);
  return (
    <section className="desk-panel-part">
      <h3>
        {entry.outcome === 'refused'
          ? t('admin-audit.asked')
          : `${t('admin-audit.before')} – ${t('admin-audit.after')}`}
      </h3>
      {entry.isStripped ? <p>{t('admin-audit.stripped')}</p> : null}
      {!entry.isStripped && changes.length === 0 ? <p>{t('admin-audit.noDetails')}</p> : null}
      {changes.length > 0 ? (
        <Table
          caption={t('admin-audit.line', { number: entry.number })}
          stack={false}
          rows={changes}
          rowKey={({ field }) => field}
          columns={[
            {
              key: 'field',
              header: t('admin-audit.field'),
              cell: ({ field, isChanged }) =>
                isChanged ? <strong>{labelOf(field)}</strong> : labelOf(field),
              rowHeader: true,
            },
            ...(entry.before
              ? [
                  {
                    key: 'before',
                    header: t('admin-audit.before'),
                    cell: ({ field }: { field: string }) => (
                      <StateValue field={field} state={entry.before} operation={entry.operation} />
                    ),
                  },
                ]
              : []),
            ...(entry.after
              ? [
                  {
                    key: 'after',
                    header: t(entry.outcome === 'refused' ? 'admin-audit.asked' : 'admin-audit.after'),
                    cell: ({ field }: { field: string }) => (
                      <StateValue field={field} state={entry.after} operation={entry.operation} />
                    ),
                  },
                ]
              : []),
          ]}
        />
      ) : null}
    </section>
  );
}

/** The place of the line in the chain of hashes. */
function AuditHashes({ entry }: { entry: AuditEntry }) {
  const { t } = useWords();
  return (
    <section className="desk-panel-part">
      <h3>{t('admin-audit.verify.title')}</h3>
      <DefinitionList
        items={[
          {
            term: t('admin-audit.hash'),
            value: (
              <span className="hash-line">
                <code className="hash">{entry.hash}</code>
                <CopyButton
                  size="dense"
                  tone="quiet"
                  text={entry.hash}
                  label={t('admin-audit.copyHash')}
                  copiedLabel={t('admin-audit.copied')}
                />
              </span>
            ),
          },
          {
            term: t('admin-audit.previousHash'),
            value: <code className="hash">{entry.previousHash}</code>,
          },
        ]}
      />
    </section>
  );
}

/** The name of the person or the job behind the act; a deleted person has none left. */
export function actorName({ actor }: AuditEntry, { t, tKey }: ReturnType<typeof useWords>): string {
  if (!actor) return t('admin-audit.nobody');
  if (actor.kind === 'bank') return t('admin-jobs.bank', { job: tKey(`admin-jobs.names.${actor.task}`) });
  if (actor.kind === 'operator') return t('admin-jobs.operator');
  return actor.name ?? t('admin-audit.formerPerson');
}
