import { useInfiniteQuery } from '@tanstack/react-query';
import FileDown from 'lucide-react/icons/file-down';
import { useState } from 'react';
import { useBankDay } from '../../api/bank-clock.ts';
import { byCursor, query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataCell, DataRow, DataTable, RowLink } from '../../ui/data-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Age } from '../desk/age.tsx';
import { Desk, useDeskState } from '../desk/desk.tsx';
import { ListFrame } from '../desk/list-frame.tsx';
import { MoreRows } from '../desk/more-rows.tsx';
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
            <span className={one.sendBy <= today ? 'cell-note queue-late' : 'cell-note'}>
              {t(one.sendBy < today ? 'direct-debits.toSend.over' : 'direct-debits.toSend.by', {
                day: format.day(one.sendBy),
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

function FilesHead() {
  const t = useT();
  return (
    <thead>
      <tr>
        <th scope="col">{t('direct-debits.files.file')}</th>
        <th scope="col" data-numeric>
          {t('direct-debits.files.total')}
        </th>
        <th scope="col" data-col="extra">
          {t('direct-debits.files.collection')}
        </th>
        <th scope="col">{t('direct-debits.files.state')}</th>
      </tr>
    </thead>
  );
}

function FileRow({ file, isOpened, onOpen }: { file: DebitFile; isOpened: boolean; onOpen: () => void }) {
  const t = useT();
  const { day } = useFormats();
  return (
    <DataRow selected={isOpened} data-row={file.id}>
      <DataCell rowHeader>
        <RowLink onClick={onOpen} aria-expanded={isOpened}>
          <span className="tabular nowrap">{file.messageId}</span>
        </RowLink>
        <span className="cell-note">
          {file.createdBy ?? t('admin.someone')}, <Age since={file.createdAt} />
        </span>
      </DataCell>
      <DataCell label={t('direct-debits.files.total')} numeric>
        <Amount minor={file.totalMinor} currency="EUR" />
        <span className="cell-note nowrap">{t('direct-debits.files.count', { count: file.debitCount })}</span>
      </DataCell>
      <DataCell label={t('direct-debits.files.collection')} data-col="extra">
        {day(file.collectionOn)}
      </DataCell>
      <DataCell label={t('direct-debits.files.state')}>
        <StatusBadge kind={file.isLate ? 'attention' : fileLooks[file.state]}>
          {t(file.isLate ? 'direct-debits.files.late' : `direct-debits.files.states.${file.state}`)}
        </StatusBadge>
        {file.settledCount > 0 ? (
          <span className="cell-note">{t('direct-debits.files.settled', { count: file.settledCount })}</span>
        ) : null}
        {file.failedCount > 0 ? (
          <span className="cell-note">{t('direct-debits.files.failed', { count: file.failedCount })}</span>
        ) : null}
      </DataCell>
    </DataRow>
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
          <ListFrame
            list={list}
            count={files.length}
            rows={5}
            empty={
              <EmptyState headingLevel="h2" title={t('direct-debits.files.none')}>
                {t('direct-debits.files.noneText')}
              </EmptyState>
            }
          >
            <DataTable caption={t('direct-debits.files.caption')}>
              <FilesHead />
              <tbody>
                {files.map((file) => (
                  <FileRow
                    key={file.id}
                    file={file}
                    isOpened={file.id === opened}
                    onOpen={() => set({ debits: file.id })}
                  />
                ))}
              </tbody>
            </DataTable>
            <MoreRows list={list} label={t('direct-debits.more')} />
          </ListFrame>
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
