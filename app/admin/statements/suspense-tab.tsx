import { useInfiniteQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import { isSuspenseReason } from '#domain/statements/suspense-reasons.ts';
import { api } from '../../api/client.ts';
import { byCursor, query, refresh } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useSubmission } from '../../api/submission.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { DataCell, DataRow } from '../../ui/data-table.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { RowActions } from '../desk/row-actions.tsx';
import { AwaitedApproval, approvalProps } from '../tasks/awaited-approval.tsx';
import { AllocateDialog } from './allocate-dialog.tsx';
import { LineDeadline } from './line-deadline.tsx';
import { ReturnDialog } from './return-dialog.tsx';
import type { WaitingLine } from './waiting-line.ts';
import { WaitingLines } from './waiting-lines.tsx';

/** « À imputer »: receipts that wait for a person, the oldest first (PAY-30). J and K move, Enter allocates, S splits, R returns. */
export function SuspenseTab() {
  const { t } = useWords();
  const [splitting, setSplitting] = useState<WaitingLine | null>(null);
  const [returning, setReturning] = useState<WaitingLine | null>(null);
  const list = useInfiniteQuery(
    query.bankLines.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ queue: 'to-allocate' as const, cursor, limit: 25 }),
      ...byCursor,
    }),
  );
  const lines = list.data?.pages.flatMap((page) => page.lines) ?? [];
  return (
    <>
      <WaitingLines
        words={{
          intro: t('admin-bank-lines.intro'),
          keys: t('admin-bank-lines.keys'),
          caption: t('admin-bank-lines.caption'),
          party: t('admin-bank-lines.columns.payer'),
          empty: t('admin-bank-lines.empty'),
          emptyText: t('admin-bank-lines.emptyText'),
        }}
        list={list}
        count={lines.length}
      >
        {lines.map((line) => (
          <SuspenseRow
            key={line.id}
            line={line}
            onSplit={() => setSplitting(line)}
            onReturn={() => setReturning(line)}
          />
        ))}
      </WaitingLines>
      {splitting ? <AllocateDialog line={splitting} onClose={() => setSplitting(null)} /> : null}
      {returning ? <ReturnDialog line={returning} onClose={() => setReturning(null)} /> : null}
    </>
  );
}

/** Why a line waits, in words. */
function useReason() {
  const { t } = useWords();
  return (reason: string | null) =>
    t(`admin-bank-lines.reasons.${reason && isSuspenseReason(reason) ? reason : 'nothing-found'}`);
}

/** Allocates the whole of a line. Each row sends its own: another row may be on its way. */
function useAllocation(line: WaitingLine) {
  const { done, failed } = useAnnounce();
  const { send, isSending } = useSubmission(api.bankLines.allocate, {
    onSuccess: () => {
      done('admin-bank-lines.allocated');
      void refresh(['bank']);
    },
    onProblem: (problem) => {
      failed(problem, 'admin-bank-lines.failed');
      void refresh(['bank']);
    },
  });
  return {
    isSending,
    allocate: (accountId: string) =>
      send({ id: line.id, parts: [{ kind: 'client', accountId, amountMinor: line.openMinor }] }),
  };
}

interface Acts {
  onSplit: () => void;
  onReturn: () => void;
}

function SuspenseActs({ line, payer, onSplit, onReturn }: Acts & { line: WaitingLine; payer: string }) {
  const { t } = useWords();
  const may = useMay();
  const { isSending, allocate } = useAllocation(line);
  // While others are asked nothing else begins (FOUR-10).
  const waits = approvalProps(line.approvalSince, t('admin.approval.waits'));
  const unlessWaiting = (act: () => void) => () => {
    if (line.approvalSince === null) act();
  };
  const [best] = line.proposals;
  return (
    <RowActions>
      {best && may('bankLines.allocate') ? (
        <Button
          size="dense"
          icon={<Check aria-hidden="true" />}
          data-row-link="act"
          data-shortcut="a"
          loading={isSending}
          {...waits}
          onClick={unlessWaiting(() => allocate(best.accountId))}
        >
          {t('admin-bank-lines.allocateTo', { name: best.holder })}
        </Button>
      ) : null}
      {may('bankLines.allocate') ? (
        <Button
          size="dense"
          tone="quiet"
          data-shortcut="s"
          data-row-link={best ? undefined : true}
          aria-label={t(best ? 'admin-bank-lines.splitOf' : 'admin-bank-lines.chooseOf', { name: payer })}
          {...waits}
          onClick={unlessWaiting(onSplit)}
        >
          {t(best ? 'admin-bank-lines.split' : 'admin-bank-lines.choose')}
        </Button>
      ) : null}
      {line.isReturnable && may('bankLines.return') ? (
        <Button
          size="dense"
          tone={line.isReturnProposed && line.approvalSince === null ? 'secondary' : 'quiet'}
          data-shortcut="r"
          aria-label={t('admin-bank-lines.returnOf', { name: payer })}
          {...waits}
          onClick={unlessWaiting(onReturn)}
        >
          {t('admin-bank-lines.return')}
        </Button>
      ) : null}
    </RowActions>
  );
}

function SuspenseRow({ line, ...acts }: Acts & { line: WaitingLine }) {
  const { t } = useWords();
  const { day } = useFormats();
  const reasonOf = useReason();
  const [best] = line.proposals;
  const payer = line.payer.name ?? t('admin-bank-lines.unknownPayer');
  return (
    <DataRow data-row={line.id}>
      <DataCell rowHeader>
        {payer}
        <span className="cell-note">
          {line.bookingDay ? day(line.bookingDay) : ''} · {t('admin-bank-lines.age', { count: line.ageDays })}
        </span>
        <LineDeadline line={line} />
        <AwaitedApproval since={line.approvalSince} />
      </DataCell>
      <DataCell label={t('admin-bank-lines.columns.amount')} numeric>
        <Amount minor={line.openMinor} currency={line.currency} />
      </DataCell>
      <DataCell label={t('admin-bank-lines.columns.text')}>
        {line.remittance ?? line.reference ?? '–'}
      </DataCell>
      <DataCell label={t('admin-bank-lines.columns.why')}>
        {reasonOf(line.reason)}
        {best ? (
          <span className="cell-note">
            {best.reasons.map((reason) => t(`admin-bank-lines.because.${reason}`)).join(', ')}
          </span>
        ) : null}
        {line.isReturnProposed && line.approvalSince === null ? (
          <span className="cell-note">{t('admin-bank-lines.returnProposed')}</span>
        ) : null}
      </DataCell>
      <DataCell>
        <SuspenseActs line={line} payer={payer} {...acts} />
      </DataCell>
    </DataRow>
  );
}
