import FileDown from 'lucide-react/icons/file-down';
import { useState } from 'react';
import { rejectWithdrawalInput, WITHDRAWAL_REASONS } from '#domain/withdrawals/request.ts';
import {
  isOpenWithdrawalStatus,
  WITHDRAWAL_STATUSES,
  type WithdrawalStatus,
} from '#domain/withdrawals/status.ts';
import { download } from '../../api/download.ts';
import { asProblem } from '../../api/problem.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT, useWords } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { BulkBar, DataTable } from '../../ui/data-table.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { Desk, useDeskState } from '../desk/desk.tsx';
import { RejectDialog } from '../desk/reject-dialog.tsx';
import { RequestFilters } from '../desk/request-filters.tsx';
import { StateLinks, useStateFilter } from '../desk/state-links.tsx';
import { adminHref, TO_DO } from '../frame/sections.ts';
import { BatchList } from './batch-list.tsx';
import { BatchPanel } from './batch-panel.tsx';
import { useBatchSelection } from './batch-selection.ts';
import { type Batch, batchFilePath } from './batch-words.ts';
import { type BatchAction, CloseBatchDialog, type LineRefusals } from './close-batch-dialog.tsx';
import { ExecuteWithdrawalDialog } from './execute-withdrawal-dialog.tsx';
import { ExportBatchDialog } from './export-batch-dialog.tsx';
import { useWithdrawalDecisions, type WithdrawalDecisionAction } from './withdrawal-decision.ts';
import { WithdrawalGroup } from './withdrawal-group.tsx';
import { WithdrawalPanel } from './withdrawal-panel.tsx';
import type { ReviewedWithdrawal } from './withdrawal-words.ts';

export function WithdrawalsTab() {
  const t = useT();
  const { get } = useDeskState();
  const may = useMay();
  const showsBatches = get('view') === 'batches' && may('withdrawalBatches.list');
  const state = useStateFilter(WITHDRAWAL_STATUSES);
  const batches = {
    href: adminHref('withdrawals', { view: 'batches' }),
    label: t('admin-batches.tab'),
    isCurrent: showsBatches,
  };
  return (
    <>
      <StateLinks
        section="withdrawals"
        states={WITHDRAWAL_STATUSES}
        wordOf={(status) => t(`admin-withdrawals.status.${status}`)}
        further={may('withdrawalBatches.list') ? [batches] : []}
      />
      {showsBatches ? <BatchDesk /> : <WithdrawalDesk state={state} />}
    </>
  );
}

function BatchDesk() {
  const { get, set } = useDeskState();
  const opened = get('batch');
  const [asking, setAsking] = useState<{ batch: Batch; action: BatchAction } | null>(null);
  const [refusals, setRefusals] = useState<LineRefusals>({});
  const ask = (batch: Batch, action: BatchAction) => setAsking({ batch, action });
  return (
    <>
      <Desk
        list={<BatchList opened={opened} onOpen={(id) => set({ batch: id })} onAct={ask} />}
        panel={
          opened ? (
            <BatchPanel id={opened} refusals={refusals} onAct={ask} onClose={() => set({ batch: null })} />
          ) : null
        }
      />
      {asking ? (
        <CloseBatchDialog
          {...asking}
          onClosed={(refused) => {
            setRefusals(refused);
            setAsking(null);
            if (Object.keys(refused).length > 0) set({ batch: asking.batch.id });
          }}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </>
  );
}

function WithdrawalHead() {
  const t = useT();
  return (
    <thead>
      <tr>
        <th scope="col">{t('admin.client')}</th>
        <th scope="col" data-numeric>
          {t('admin-withdrawals.amount')}
        </th>
        <th scope="col" data-col="extra">
          {t('admin-withdrawals.destination')}
        </th>
        <th scope="col" data-col="extra">
          {t('admin-withdrawals.available')}
        </th>
        <th scope="col" data-col="extra">
          {t('admin.decision')}
        </th>
      </tr>
    </thead>
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
  if (selection.chosen.length === 0) return null;
  return (
    <BulkBar
      summary={t('admin-batches.chosen', {
        count: selection.chosen.length,
        total: amount(selection.totalMinor, 'EUR'),
      })}
    >
      <Button tone="quiet" onClick={() => selection.chooseAll(false)}>
        {t('admin-batches.clear')}
      </Button>
      <Button tone="primary" icon={<FileDown aria-hidden="true" />} onClick={onExport}>
        {t('admin-batches.export')}
      </Button>
    </BulkBar>
  );
}

function WithdrawalDesk({ state }: { state: WithdrawalStatus | typeof TO_DO | undefined }) {
  const { t, tKey } = useWords();
  const { get, set } = useDeskState();
  const { failed } = useAnnounce();
  const may = useMay();
  const opened = get('withdrawal');
  const selection = useBatchSelection();
  const [isExporting, setIsExporting] = useState(false);
  const { inRow, inDialog, deciding, asking, ask, close } = useWithdrawalDecisions();
  const act = (withdrawal: ReviewedWithdrawal, action: WithdrawalDecisionAction) => {
    if (action === 'complete' || action === 'reject') ask(withdrawal, action);
    else inRow.decide(withdrawal, { action });
  };

  return (
    <>
      <RequestFilters />
      <Desk
        list={
          <>
            <DataTable caption={t('admin-withdrawals.caption')}>
              <WithdrawalHead />
              {WITHDRAWAL_STATUSES.filter((status) =>
                state === TO_DO ? isOpenWithdrawalStatus(status) : !state || status === state,
              ).map((status) => (
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
          </>
        }
        panel={
          opened ? (
            <WithdrawalPanel
              id={opened}
              deciding={deciding}
              onAct={act}
              onClose={() => set({ withdrawal: null })}
            />
          ) : null
        }
      />
      {isExporting ? (
        <ExportBatchDialog
          selection={selection}
          onExported={(batch) => {
            setIsExporting(false);
            set({ view: 'batches', batch: batch.id, state: null, withdrawal: null });
            if (!may('withdrawalBatches.file')) return;
            download(batchFilePath(batch)).catch((error: unknown) =>
              failed(asProblem(error), 'admin.loadFailed'),
            );
          }}
          onClose={() => setIsExporting(false)}
        />
      ) : null}
      {asking?.action === 'complete' ? (
        <ExecuteWithdrawalDialog
          withdrawal={asking.row}
          sending={inDialog.sending}
          onExecute={() => inDialog.decide(asking.row, { action: 'complete' })}
          onClose={close}
        />
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
