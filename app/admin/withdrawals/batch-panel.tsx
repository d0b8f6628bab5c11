import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { batchLine } from '#contract/withdrawal-batches.ts';
import { formatIban } from '#domain/accounts/iban.ts';
import { query } from '../../api/queries.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState, SkeletonList } from '../../ui/states.tsx';
import { DeskPanel } from '../desk/desk.tsx';
import { adminHref } from '../frame/sections.ts';
import { BatchActions } from './batch-actions.tsx';
import { type Batch, batchLooks } from './batch-words.ts';
import type { BatchAction, LineRefusals } from './close-batch-dialog.tsx';
import { Fact } from './withdrawal-facts.tsx';
import { withdrawalLooks } from './withdrawal-words.ts';

/** One batch with its withdrawals and its remaining actions. */
export function BatchPanel({
  id,
  refusals,
  onAct,
  onClose,
}: {
  id: string;
  /** The refusals of the last execution. */
  refusals: LineRefusals;
  onAct: (batch: Batch, action: BatchAction) => void;
  onClose: () => void;
}) {
  const { t } = useWords();
  const { data, isError, refetch } = useQuery(query.withdrawalBatches.show.queryOptions({ input: { id } }));
  return (
    <DeskPanel
      id={id}
      title={data ? <span className="tabular">{data.batch.messageId}</span> : t('admin-batches.one')}
      overline={data ? t('admin-batches.one') : undefined}
      onClose={onClose}
      actions={
        data ? (
          <BatchActions batch={data.batch} place="detail" onAct={(action) => onAct(data.batch, action)} />
        ) : null
      }
    >
      {data ? <BatchDetail batch={data.batch} lines={data.lines} refusals={refusals} /> : null}
      {isError && !data ? (
        <ErrorState
          title={t('admin.loadFailed')}
          retryLabel={t('common.retry')}
          onRetry={() => void refetch()}
        />
      ) : null}
      {data || isError ? null : <SkeletonList label={t('common.loading')} rows={6} />}
    </DeskPanel>
  );
}

function BatchDetail({
  batch,
  lines,
  refusals,
}: {
  batch: Batch;
  lines: readonly z.infer<typeof batchLine>[];
  refusals: LineRefusals;
}) {
  const { t, tKey } = useWords();
  const { count, day, moment } = useFormats();
  const someone = t('admin.someone');
  return (
    <>
      <div className="desk-panel-figure">
        <p className="figure-value tabular">
          <Amount minor={batch.totalMinor} currency="EUR" size="large" />
        </p>
        <StatusBadge kind={batchLooks[batch.status]}>{t(`admin-batches.status.${batch.status}`)}</StatusBadge>
      </div>
      {batch.hasFile ? null : <Notice tone="info">{t('admin-batches.fileGone')}</Notice>}
      <section className="desk-panel-part">
        <DefinitionList
          look="ledger"
          items={[
            { term: t('admin-batches.created'), value: moment(batch.createdAt) },
            { term: t('admin-batches.createdBy'), value: batch.createdBy ?? someone },
            { term: t('admin-batches.executionDate'), value: day(batch.executionDate) },
            { term: t('admin-batches.withdrawals'), value: count(batch.withdrawalCount) },
            { term: t('admin-batches.executed'), value: count(batch.executedCount) },
            ...(batch.closedAt
              ? [
                  {
                    term: t(`admin-batches.closed.${batch.status}`),
                    value: moment(batch.closedAt),
                  },
                  { term: t('admin-batches.closedBy'), value: batch.closedBy ?? someone },
                ]
              : []),
          ]}
        />
      </section>
      <section className="desk-panel-part">
        <h3>{t('admin-batches.lines')}</h3>
        {lines.length < batch.withdrawalCount ? (
          <p className="cell-note">
            {t('admin-batches.linesGone', { count: batch.withdrawalCount - lines.length })}
          </p>
        ) : null}
        <ul className="batch-lines">
          {lines.map((line) => (
            <li key={line.withdrawalId} className="batch-line">
              <div>
                <a href={adminHref('withdrawals', { withdrawal: line.withdrawalId })}>{line.displayName}</a>
                <span className="cell-note">
                  {line.recipientName ?? `${line.displayName} (${t('admin-withdrawals.supposedName')})`}
                </span>
                <span className="cell-note tabular">{formatIban(line.clientIban)}</span>
                {line.status !== 'completed' && refusals[line.withdrawalId] ? (
                  <Fact kind="bad">{tKey(`errors.${refusals[line.withdrawalId]}.title`)}</Fact>
                ) : null}
              </div>
              <div className="batch-line-end">
                <Amount minor={line.amountMinor} currency="EUR" />
                <StatusBadge kind={withdrawalLooks[line.status]}>
                  {t(`admin-withdrawals.status.${line.status}`)}
                </StatusBadge>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
