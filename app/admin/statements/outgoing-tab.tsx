import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
import { JustifyDialog } from './justify-dialog.tsx';
import { LineDeadline } from './line-deadline.tsx';
import type { WaitingLine } from './waiting-line.ts';
import { WaitingLines } from './waiting-lines.tsx';

/** « Débits à justifier » (PAY-24, PAY-32): debits that nobody knows, the oldest first. A posts bank charges, S asks for another reason. */
export function OutgoingTab() {
  const { t } = useWords();
  const [asked, setAsked] = useState<WaitingLine | null>(null);
  const list = useInfiniteQuery(
    query.bankLines.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ queue: 'to-justify' as const, cursor, limit: 25 }),
      ...byCursor,
    }),
  );
  const lines = list.data?.pages.flatMap((page) => page.lines) ?? [];
  return (
    <>
      <WaitingLines
        words={{
          intro: t('admin-bank-lines.outgoing.intro'),
          keys: t('admin-bank-lines.outgoing.keys'),
          caption: t('admin-bank-lines.outgoing.caption'),
          party: t('admin-bank-lines.outgoing.payee'),
          empty: t('admin-bank-lines.outgoing.empty'),
          emptyText: t('admin-bank-lines.outgoing.emptyText'),
        }}
        list={list}
        count={lines.length}
      >
        {lines.map((line) => (
          <OutgoingRow key={line.id} line={line} onAsk={() => setAsked(line)} />
        ))}
      </WaitingLines>
      {asked ? <JustifyDialog line={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

/** Posts a debit as bank charges. Each row sends its own: another row may be on its way. */
function useCharges() {
  const { done, failed } = useAnnounce();
  return useSubmission(api.bankLines.justify, {
    onSuccess: () => {
      done('admin-bank-lines.outgoing.done');
      void refresh(['bank']);
    },
    onProblem: (problem) => {
      failed(problem, 'admin-bank-lines.outgoing.failed');
      void refresh(['bank']);
    },
  });
}

function OutgoingRow({ line, onAsk }: { line: WaitingLine; onAsk: () => void }) {
  const { t } = useWords();
  const { day } = useFormats();
  const may = useMay();
  const charges = useCharges();
  const payee = line.payer.name ?? t('admin-bank-lines.outgoing.unknown');
  const isProprietary = line.reason === 'proprietary-code';
  const told = isProprietary ? 'proprietary-code' : 'outgoing-unknown';
  const reason = line.reason === 'contested' ? line.reason : told;
  return (
    <DataRow data-row={line.id}>
      <DataCell rowHeader>
        {payee}
        <span className="cell-note">
          {line.bookingDay ? `${day(line.bookingDay)} · ` : ''}
          {t('admin-bank-lines.age', { count: line.ageDays })}
        </span>
        <LineDeadline line={line} />
      </DataCell>
      <DataCell label={t('admin-bank-lines.columns.amount')} numeric>
        <Amount minor={line.openMinor} currency={line.currency} />
      </DataCell>
      <DataCell label={t('admin-bank-lines.columns.text')}>{line.remittance ?? '–'}</DataCell>
      <DataCell label={t('admin-bank-lines.columns.why')}>
        {t(`admin-bank-lines.reasons.${reason}`)}
        {line.code ? <span className="cell-note">{line.code}</span> : null}
      </DataCell>
      <DataCell>
        {may('bankLines.justify') ? (
          <RowActions>
            <Button
              size="dense"
              tone={isProprietary ? 'secondary' : 'quiet'}
              data-row-link="act"
              data-shortcut="a"
              aria-label={t('admin-bank-lines.outgoing.chargesOf', { name: payee })}
              loading={charges.isSending}
              onClick={() => charges.send({ id: line.id, target: 'bank-charges' })}
            >
              {t('admin-bank-lines.outgoing.charges')}
            </Button>
            <Button
              size="dense"
              tone="quiet"
              data-shortcut="s"
              aria-label={t('admin-bank-lines.outgoing.otherOf', { name: payee })}
              onClick={onAsk}
            >
              {t('admin-bank-lines.outgoing.other')}
            </Button>
          </RowActions>
        ) : null}
      </DataCell>
    </DataRow>
  );
}
