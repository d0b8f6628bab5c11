import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { batchLine, batchReturn } from '#contract/withdrawal-batches.ts';
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
import { Fact } from '../desk/fact.tsx';
import { adminHref } from '../frame/sections.ts';
import { BatchActions } from './batch-actions.tsx';
import { type Batch, bankCounts, batchLooks, returnLooks } from './batch-words.ts';
import type { BatchAction, LineRefusals } from './close-batch-dialog.tsx';
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
      {data ? <BatchDetail {...data} refusals={refusals} /> : null}
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

interface LinesOfBatch {
  lines: readonly z.infer<typeof batchLine>[];
  returns: readonly z.infer<typeof batchReturn>[];
  refusals: LineRefusals;
}

/** The transfers of a batch and the returns to senders, with what keeps each from being executed. */
function BatchLines({ lines, returns, refusals }: LinesOfBatch) {
  const { t, tKey } = useWords();
  return (
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
      {returns.map((order) => (
        <li key={order.returnId} className="batch-line">
          <div>
            {order.payeeName}
            <span className="cell-note">{t('admin-batches.returnOne')}</span>
            <span className="cell-note tabular">{formatIban(order.payeeIban)}</span>
          </div>
          <div className="batch-line-end">
            <Amount minor={order.amountMinor} currency="EUR" />
            <StatusBadge kind={returnLooks[order.phase]}>
              {t(`admin-batches.returnPhase.${order.phase}`)}
            </StatusBadge>
          </div>
        </li>
      ))}
    </ul>
  );
}

function BatchDetail({ batch, lines, returns, refusals }: LinesOfBatch & { batch: Batch }) {
  const { t } = useWords();
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
      {batch.isLate ? (
        <Notice tone="warning" title={t('admin-batches.late')}>
          {t('admin-batches.lateText', { day: day(batch.executionDate) })}
        </Notice>
      ) : null}
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
            ...bankCounts(batch).map(([kind, of]) => ({
              term: t('admin-batches.bank.title'),
              value: t(`admin-batches.bank.${kind}`, { count: of }),
            })),
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
        {lines.length + returns.length < batch.withdrawalCount ? (
          <p className="cell-note">
            {t('admin-batches.linesGone', { count: batch.withdrawalCount - lines.length - returns.length })}
          </p>
        ) : null}
        <BatchLines lines={lines} returns={returns} refusals={refusals} />
      </section>
    </>
  );
}
