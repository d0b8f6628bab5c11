import { useQuery } from '@tanstack/react-query';
import FileDown from 'lucide-react/icons/file-down';
import { lazy, Suspense, useState } from 'react';
import { withdrawalStatusesOf } from '#domain/desk/export.ts';
import { rejectWithdrawalInput, WITHDRAWAL_REASONS } from '#domain/withdrawals/request.ts';
import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from '#domain/withdrawals/status.ts';
import { download } from '../../api/download.ts';
import { asProblem } from '../../api/problem.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { needCatalogues } from '../../i18n/catalogue-files.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT, useWords } from '../../i18n/t.ts';
import { lends } from '../../page/institution.ts';
import { Button } from '../../ui/button.tsx';
import { BulkBar, DataTable } from '../../ui/data-table.tsx';
import { SkeletonList } from '../../ui/states.tsx';
import { TabLinks } from '../../ui/tabs.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { RowSelectionHost } from '../desk/bulk/row-selection.tsx';
import { SelectionBar } from '../desk/bulk/selection-bar.tsx';
import { Desk, useDeskState } from '../desk/desk.tsx';
import { RejectDialog } from '../desk/reject-dialog.tsx';
import { RequestFilters, useQuestion } from '../desk/request-filters.tsx';
import { RowHead } from '../desk/row-head.tsx';
import { StateLinks, useStateFilter } from '../desk/state-links.tsx';
import { adminHref, TO_DECIDE, type TO_DO } from '../frame/sections.ts';
import { useBatchSelection } from './batch-selection.ts';
import { batchFilePath } from './batch-words.ts';
import { useWithdrawalDecisions, type WithdrawalDecisionAction } from './withdrawal-decision.ts';
import { WithdrawalGroup } from './withdrawal-group.tsx';
import type { ReviewedWithdrawal } from './withdrawal-words.ts';

// The panel of a transfer comes with the first that is opened.
const WithdrawalPanel = lazy(async () => {
  const [file] = await Promise.all([import('./withdrawal-panel.tsx'), needCatalogues(['admin-facts'])]);
  return { default: file.WithdrawalPanel };
});
// The files of transfers are loaded when they are opened.
const HoldsDesk = lazy(() => import('./holds-desk.tsx').then((file) => ({ default: file.HoldsDesk })));
const RecallsView = lazy(() => import('./recalls-view.tsx').then((file) => ({ default: file.RecallsView })));
const ExecuteWithdrawalDialog = lazy(() =>
  import('./execute-withdrawal-dialog.tsx').then((file) => ({ default: file.ExecuteWithdrawalDialog })),
);
const ExportBatchDialog = lazy(() =>
  import('./export-batch-dialog.tsx').then((file) => ({ default: file.ExportBatchDialog })),
);
const DirectDebitsView = lazy(async () => {
  const [file] = await Promise.all([
    import('../mandates/direct-debits-view.tsx'),
    needCatalogues(['direct-debits']),
  ]);
  return { default: file.DirectDebitsView };
});
const BatchDesk = lazy(() => import('./batch-desk.tsx').then((file) => ({ default: file.BatchDesk })));

const PARTS = ['requests', 'holds', 'batches', 'recalls', 'direct-debits'] as const;
type Part = (typeof PARTS)[number];

/** Whether instalments are collected by direct debit: where the house lends, and of loans from before it ceased to (LC-6, PAY-68). */
function useHasDirectDebits(): boolean {
  const may = useMay();
  const { data } = useQuery({
    ...query.mandates.review.queryOptions({ input: { limit: 1 } }),
    enabled: !lends && may('mandates.review'),
  });
  return lends || (data?.mandates.length ?? 0) > 0;
}

/** What somebody may read of the section; each part is a view in the address, the requests are none. */
function useParts(): readonly Part[] {
  const may = useMay();
  const hasDirectDebits = useHasDirectDebits();
  const isRead: Record<Part, boolean> = {
    requests: true,
    holds: may('withdrawals.holds'),
    batches: may('withdrawalBatches.list'),
    recalls: may('recalls.review'),
    'direct-debits':
      hasDirectDebits && (may('directDebits.list') || may('mandates.review') || may('directDebits.failures')),
  };
  return PARTS.filter((part) => isRead[part]);
}

const hrefOf = (part: Part) => adminHref('withdrawals', part === 'requests' ? {} : { view: part });

export function WithdrawalsTab() {
  const t = useT();
  const { get } = useDeskState();
  const parts = useParts();
  const shown = parts.find((part) => part === get('view')) ?? 'requests';
  const words: Record<Part, string> = {
    requests: t('admin-withdrawals.parts.requests'),
    holds: t('admin-withdrawals.holds.tab'),
    batches: t('admin-batches.tab'),
    recalls: t('admin-withdrawals.recalls.tab'),
    'direct-debits': t('admin-withdrawals.directDebits'),
  };
  return (
    <>
      <TabLinks
        label={t('admin-withdrawals.parts.label')}
        current={hrefOf(shown)}
        links={parts.map((part) => ({ href: hrefOf(part), label: words[part] }))}
      />
      {shown === 'requests' ? (
        <Requests />
      ) : (
        <Suspense fallback={<SkeletonList label={t('common.loading')} rows={4} />}>
          {shown === 'holds' ? <HoldsDesk /> : null}
          {shown === 'batches' ? <BatchDesk /> : null}
          {shown === 'recalls' ? <RecallsView /> : null}
          {shown === 'direct-debits' ? <DirectDebitsView /> : null}
        </Suspense>
      )}
    </>
  );
}

/** The requests, under the links to their states. */
function Requests() {
  const t = useT();
  const { get } = useDeskState();
  const listed = useStateFilter(WITHDRAWAL_STATUSES);
  const state = get('state') === TO_DECIDE ? TO_DECIDE : listed;
  const toDecide = {
    href: adminHref('withdrawals', { state: TO_DECIDE }),
    label: t('admin-desk.queues.withdrawals-to-decide'),
    isCurrent: state === TO_DECIDE,
  };
  // Questions kept as links: the list with a filter, which the panel of filters shows as well.
  const ofBank = (
    [
      ['awaited', 'approved', 'answers-awaited'],
      ['back', 'rejected', 'transfers-back'],
    ] as const
  ).map(([bank, status, queue]) => ({
    href: adminHref('withdrawals', { state: status, bank }),
    label: t(`admin-desk.queues.${queue}`),
    isCurrent: state === status && get('bank') === bank,
  }));
  return (
    <>
      <StateLinks
        section="withdrawals"
        states={WITHDRAWAL_STATUSES}
        wordOf={(status) => t(`admin-withdrawals.status.${status}`)}
        further={[toDecide, ...ofBank]}
      />
      <WithdrawalDesk state={state} />
    </>
  );
}

function WithdrawalHead() {
  const t = useT();
  return (
    <RowHead
      columns={[
        { label: t('admin.client') },
        { label: t('admin-withdrawals.amount'), isNumeric: true },
        { label: t('admin-withdrawals.destination'), isExtra: true },
        { label: t('admin-withdrawals.available'), isExtra: true },
        { label: t('admin.decision'), isExtra: true },
      ]}
    />
  );
}

/** How many transfers are chosen for a batch, and the way to export them. */
function ChosenBar({
  selection,
  onExport,
}: {
  selection: ReturnType<typeof useBatchSelection>;
  onExport: () => void;
}) {
  const t = useT();
  const { amount } = useFormats();
  const { chosen, totalMinor, returns, returnsMinor } = selection;
  if (chosen.length + returns.length === 0) return null;
  const parts = [
    chosen.length > 0
      ? t('admin-batches.chosen', { count: chosen.length, total: amount(totalMinor, 'EUR') })
      : null,
    returns.length > 0
      ? t('admin-batches.returns', { count: returns.length, total: amount(returnsMinor, 'EUR') })
      : null,
  ];
  return (
    <BulkBar summary={parts.filter((part) => part !== null).join(' · ')}>
      {chosen.length > 0 ? (
        <Button tone="quiet" onClick={() => selection.chooseAll(false)}>
          {t('admin-batches.clear')}
        </Button>
      ) : null}
      <Button tone="primary" icon={<FileDown aria-hidden="true" />} onClick={onExport}>
        {t('admin-batches.export')}
      </Button>
    </BulkBar>
  );
}

/** The dialogs of the decisions that ask for more: the execution and the refusal. */
function DecisionDialogs({ decisions }: { decisions: ReturnType<typeof useWithdrawalDecisions> }) {
  const { t, tKey } = useWords();
  const { inDialog, asking, close } = decisions;
  return (
    <>
      {asking?.action === 'complete' ? (
        <Suspense>
          <ExecuteWithdrawalDialog
            withdrawal={asking.row}
            sending={inDialog.sending}
            onExecute={() => inDialog.decide(asking.row, { action: 'complete' })}
            onClose={close}
          />
        </Suspense>
      ) : null}
      {asking?.action === 'reject' ? (
        <RejectDialog
          title={t('admin-withdrawals.rejectTitle', { name: asking.row.client.displayName })}
          schema={rejectWithdrawalInput}
          reasons={WITHDRAWAL_REASONS}
          sentenceOf={(reason) => tKey(`withdrawal-reasons.reasons.${reason}`)}
          noteName="failureReason"
          ending={tKey('withdrawal-reasons.nothingToPay')}
          sending={inDialog.sending}
          onReject={(reason) => inDialog.decide(asking.row, { action: 'reject', ...reason })}
          onClose={close}
        />
      ) : null}
    </>
  );
}

/** Exports the chosen transfers, and goes to their batch with its file. */
function ExportChosen({
  selection,
  onClose,
}: {
  selection: ReturnType<typeof useBatchSelection>;
  onClose: () => void;
}) {
  const { set } = useDeskState();
  const { failed } = useAnnounce();
  const may = useMay();
  return (
    <Suspense>
      <ExportBatchDialog
        selection={selection}
        onExported={(batch) => {
          onClose();
          set({ view: 'batches', batch: batch.id, state: null, withdrawal: null });
          if (!may('withdrawalBatches.file') || !may('fields.fullIban')) return;
          download(batchFilePath(batch)).catch((error: unknown) =>
            failed(asProblem(error), 'admin.loadFailed'),
          );
        }}
        onClose={onClose}
      />
    </Suspense>
  );
}

interface WithdrawalDeskProps {
  state: WithdrawalStatus | typeof TO_DO | typeof TO_DECIDE | undefined;
}

function WithdrawalDesk({ state }: WithdrawalDeskProps) {
  const { t } = useWords();
  const { get, set } = useDeskState();
  const opened = get('withdrawal');
  const selection = useBatchSelection();
  const question = useQuestion('withdrawals');
  const [isExporting, setIsExporting] = useState(false);
  const decisions = useWithdrawalDecisions(opened);
  const { inRow, deciding, ask } = decisions;
  const act = (withdrawal: ReviewedWithdrawal, action: WithdrawalDecisionAction) => {
    if (action === 'complete' || action === 'reject') ask(withdrawal, action);
    else inRow.decide(withdrawal, { action });
  };

  return (
    <RowSelectionHost kind="withdrawal" of={question}>
      <RequestFilters list="withdrawals" />
      <Desk
        list={
          <>
            <DataTable caption={t('admin-withdrawals.caption')}>
              <WithdrawalHead />
              {withdrawalStatusesOf(state).map((status) => (
                <WithdrawalGroup
                  key={status}
                  status={status}
                  isAlone={state !== undefined}
                  opened={opened}
                  deciding={deciding}
                  selection={selection}
                  onOpen={(id) => set({ withdrawal: id })}
                  onAct={act}
                />
              ))}
            </DataTable>
            <ChosenBar selection={selection} onExport={() => setIsExporting(true)} />
            <SelectionBar kind="withdrawal" />
          </>
        }
        panel={
          opened ? (
            <Suspense
              fallback={
                <div className="desk-panel">
                  <SkeletonList label={t('common.loading')} rows={6} />
                </div>
              }
            >
              <WithdrawalPanel
                id={opened}
                deciding={deciding}
                onAct={act}
                onClose={() => set({ withdrawal: null })}
              />
            </Suspense>
          ) : null
        }
      />
      {isExporting ? <ExportChosen selection={selection} onClose={() => setIsExporting(false)} /> : null}
      <DecisionDialogs decisions={decisions} />
    </RowSelectionHost>
  );
}
