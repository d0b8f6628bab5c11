import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { batchLine, batchReturn } from '#contract/withdrawal-batches.ts';
import { formatIban } from '#domain/accounts/iban.ts';
import { query } from '../../api/queries.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Fact } from '../desk/fact.tsx';
import { OrderFileHead } from '../desk/order-file.tsx';
import { PanelAmountLine, PanelLines } from '../desk/panel-lines.tsx';
import { ReadPanel } from '../desk/read-panel.tsx';
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
  const read = useQuery(query.withdrawalBatches.show.queryOptions({ input: { id } }));
  return (
    <ReadPanel
      id={id}
      kind={t('admin-batches.one')}
      read={read}
      title={({ batch }) => <span className="tabular">{batch.messageId}</span>}
      onClose={onClose}
      actions={({ batch }) => (
        <BatchActions batch={batch} place="detail" onAct={(action) => onAct(batch, action)} />
      )}
    >
      {(data) => <BatchDetail {...data} refusals={refusals} />}
    </ReadPanel>
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
    <PanelLines>
      {lines.map((line) => (
        <PanelAmountLine
          key={line.withdrawalId}
          minor={line.amountMinor}
          kind={withdrawalLooks[line.status]}
          state={t(`admin-withdrawals.status.${line.status}`)}
        >
          <a href={adminHref('withdrawals', { withdrawal: line.withdrawalId })}>{line.displayName}</a>
          <span className="cell-note">
            {line.recipientName ?? `${line.displayName} (${t('admin-withdrawals.supposedName')})`}
          </span>
          <span className="cell-note tabular">{formatIban(line.clientIban)}</span>
          {line.status !== 'completed' && refusals[line.withdrawalId] ? (
            <Fact kind="bad">{tKey(`errors.${refusals[line.withdrawalId]}.title`)}</Fact>
          ) : null}
        </PanelAmountLine>
      ))}
      {returns.map((order) => (
        <PanelAmountLine
          key={order.returnId}
          minor={order.amountMinor}
          kind={returnLooks[order.phase]}
          state={t(`admin-batches.returnPhase.${order.phase}`)}
        >
          {order.payeeName}
          <span className="cell-note">{t('admin-batches.returnOne')}</span>
          <span className="cell-note tabular">{formatIban(order.payeeIban)}</span>
        </PanelAmountLine>
      ))}
    </PanelLines>
  );
}

function BatchDetail({ batch, lines, returns, refusals }: LinesOfBatch & { batch: Batch }) {
  const { t } = useWords();
  const { count, day, moment } = useFormats();
  const someone = t('admin.someone');
  return (
    <>
      <OrderFileHead
        file={batch}
        kind={batchLooks[batch.status]}
        state={t(`admin-batches.status.${batch.status}`)}
        late={{
          title: t('admin-batches.late'),
          text: t('admin-batches.lateText', { day: day(batch.executionDate) }),
        }}
        gone={t('admin-batches.fileGone')}
      />
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
