import { useInfiniteQuery } from '@tanstack/react-query';
import FileDown from 'lucide-react/icons/file-down';
import { useState } from 'react';
import { useBankDay, useBankNow } from '../../api/bank-clock.ts';
import { byCursor, query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataCell } from '../../ui/data-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Desk, useDeskState } from '../desk/desk.tsx';
import { Fact } from '../desk/fact.tsx';
import { MoreRows } from '../desk/more-rows.tsx';
import { OrderFileRow } from '../desk/order-file.tsx';
import { RowTable } from '../desk/row-table.tsx';
import { DebitFilePanel } from './debit-file-panel.tsx';
import { ExportDebitsDialog } from './file-dialogs.tsx';
import { type DayToSend, type DebitFile, fileLooks } from './mandate-words.ts';

const ROWS = 30;

/** The collection days whose file is to be made, the nearest first, with the last day for it (PAY-70). */
function DaysToSend({ days, onExport }: { days: readonly DayToSend[]; onExport: (day: DayToSend) => void }) {
  const t = useT();
  const may = useMay();
  const format = useFormats();
  const today = useBankDay();
  const now = useBankNow();
  if (days.length === 0) return <p className="cell-note">{t('direct-debits.toSend.none')}</p>;
  return (
    <ul className="entries mandate-days">
      {days.map((one) => (
        <li key={one.collectionOn} className="entry">
          <div className="entry-name">
            <strong>{t('direct-debits.toSend.on', { day: format.day(one.collectionOn) })}</strong>
            <span className="cell-note">
              {t('direct-debits.toSend.count', {
                count: one.debitCount,
                amount: format.amount(one.totalMinor, 'EUR'),
              })}
            </span>
            <span className={Date.parse(one.sendBefore) <= now ? 'cell-note queue-late' : 'cell-note'}>
              {t(one.sendBy < today ? 'direct-debits.toSend.over' : 'direct-debits.toSend.by', {
                day: format.day(one.sendBy),
                moment: format.moment(one.sendBefore),
              })}
            </span>
          </div>
          {may('directDebits.export') && one.sendBy >= today ? (
            <Button
              size="dense"
              icon={<FileDown aria-hidden="true" />}
              aria-label={`${t('direct-debits.export.button')}, ${format.day(one.collectionOn)}`}
              onClick={() => onExport(one)}
            >
              {t('direct-debits.export.button')}
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** « À transmettre »: what waits for a file, or what the institution lacks for one. */
function ToSend({ toSend, isOffered }: { toSend: readonly DayToSend[]; isOffered: boolean }) {
  const t = useT();
  const { set } = useDeskState();
  const [exporting, setExporting] = useState<DayToSend | null>(null);
  return (
    <section className="mandate-part">
      <h2>{t('direct-debits.toSend.title')}</h2>
      {isOffered ? (
        <DaysToSend days={toSend} onExport={setExporting} />
      ) : (
        <Notice tone="warning" title={t('direct-debits.notOffered.title')}>
          {t('direct-debits.notOffered.text')}
        </Notice>
      )}
      {exporting ? (
        <ExportDebitsDialog
          day={exporting}
          onExported={(file) => {
            setExporting(null);
            set({ debits: file.id });
          }}
          onClose={() => setExporting(null)}
        />
      ) : null}
    </section>
  );
}

function FileRow({ file, isOpened, onOpen }: { file: DebitFile; isOpened: boolean; onOpen: () => void }) {
  const t = useT();
  const { day } = useFormats();
  return (
    <OrderFileRow
      file={file}
      isOpened={isOpened}
      total={t('direct-debits.files.total')}
      orders={t('direct-debits.files.count', { count: file.debitCount })}
      onOpen={onOpen}
    >
      <DataCell label={t('direct-debits.files.collection')} data-col="extra">
        {day(file.collectionOn)}
      </DataCell>
      <DataCell label={t('direct-debits.files.state')}>
        <StatusBadge kind={fileLooks[file.state]}>
          {t(`direct-debits.files.states.${file.state}`)}
        </StatusBadge>
        {file.isLate ? <Fact kind="bad">{t('direct-debits.files.late')}</Fact> : null}
        {file.settledCount > 0 ? (
          <span className="cell-note">{t('direct-debits.files.settled', { count: file.settledCount })}</span>
        ) : null}
        {file.failedCount > 0 ? (
          <span className="cell-note">{t('direct-debits.files.failed', { count: file.failedCount })}</span>
        ) : null}
      </DataCell>
    </OrderFileRow>
  );
}

/** « À transmettre » and the files that were made, the newest first. */
export function DebitFiles() {
  const t = useT();
  const { get, set } = useDeskState();
  const opened = get('debits');
  const list = useInfiniteQuery(
    query.directDebits.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor, limit: ROWS }),
      ...byCursor,
    }),
  );
  const [first] = list.data?.pages ?? [];
  const files = list.data?.pages.flatMap((page) => page.batches) ?? [];
  return (
    <>
      {first ? <ToSend {...first} /> : null}
      <Desk
        list={
          <RowTable
            list={list}
            count={files.length}
            skeletonRows={5}
            empty={{ title: t('direct-debits.files.none'), text: t('direct-debits.files.noneText') }}
            caption={t('direct-debits.files.caption')}
            columns={[
              { label: t('direct-debits.files.file') },
              { label: t('direct-debits.files.total'), isNumeric: true },
              { label: t('direct-debits.files.collection'), isExtra: true },
              { label: t('direct-debits.files.state') },
            ]}
            below={<MoreRows list={list} label={t('direct-debits.more')} />}
          >
            {files.map((file) => (
              <FileRow
                key={file.id}
                file={file}
                isOpened={file.id === opened}
                onOpen={() => set({ debits: file.id })}
              />
            ))}
          </RowTable>
        }
        panel={
          opened ? (
            <DebitFilePanel
              id={opened}
              isByStatements={first?.isByStatements ?? true}
              onClose={() => set({ debits: null })}
            />
          ) : null
        }
      />
    </>
  );
}
