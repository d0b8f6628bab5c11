import { Link } from 'wouter';
import { formatIban } from '#domain/accounts/iban.ts';
import { fileSize } from '../../i18n/file-size.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { DataCell, DataRow } from '../../ui/data-table.tsx';
import { DownloadButton } from '../desk/download-button.tsx';
import { Permitted } from '../frame/permitted.tsx';
import { adminHref } from '../frame/sections.ts';
import { type BankFile, fileLooks, type Statement, statementLooks } from './bank-file-words.ts';
import { StatementAmount } from './statement-amount.tsx';

function StatementLink({ statement, isOpen }: { statement: Statement; isOpen: boolean }) {
  const { t } = useWords();
  const { day } = useFormats();
  const { id, statementId, account, state, code, closingMinor, currency } = statement;
  return (
    <li className="bank-file-statement" data-row={id}>
      <div>
        {/* No page begins with it: the focus goes to the panel that opens. */}
        <Link
          href={adminHref('statements', { statement: id })}
          data-row-link
          aria-current={isOpen ? 'true' : undefined}
        >
          {t('admin-bank-files.statementOf', { id: statementId })}
        </Link>
        <span className="cell-note tabular">
          {formatIban(account)}
          {statement.day ? ` · ${day(statement.day)}` : null}
        </span>
      </div>
      <div className="bank-file-statement-end">
        {closingMinor === null ? null : <StatementAmount minor={closingMinor} currency={currency} />}
        <StatusBadge kind={statementLooks[state]}>
          {code ? t(`admin-bank-files.faults.${code}.title`) : t(`admin-bank-files.statementStates.${state}`)}
        </StatusBadge>
      </div>
    </li>
  );
}

/** What an answer of our bank did to a batch (PAY-36), with what staff must look at. */
function AnswerNote({ answer }: { answer: NonNullable<BankFile['answer']> }) {
  const { t } = useWords();
  const { batchId, unknown, technical } = answer;
  const counts = (['accepted', 'sent', 'refused', 'unchanged'] as const)
    .filter((kind) => answer[kind] > 0)
    .map((kind) => t(`admin-bank-files.answer.${kind}`, { count: answer[kind] }));
  return (
    <>
      <span className="cell-note">
        <a href={adminHref('withdrawals', { view: 'batches', batch: batchId })}>
          {t('admin-bank-files.answer.title')}
        </a>
        {counts.length > 0 ? ` · ${counts.join(' · ')}` : null}
      </span>
      {technical > 0 ? (
        <strong className="cell-note">{t('admin-bank-files.answer.technical', { count: technical })}</strong>
      ) : null}
      {unknown.length > 0 ? (
        <span className="cell-note">
          {t('admin-bank-files.answer.unknown', { count: unknown.length, ids: unknown.join(', ') })}
        </span>
      ) : null}
    </>
  );
}

/** A file with its statements, each of which opens beside the list. */
export function BankFileRow({ file, openId }: { file: BankFile; openId: string | null }) {
  const { t, locale } = useWords();
  const { moment, percent } = useFormats();
  const { name, kind, version, state, code, readBytes, sizeBytes, entryCount, sender, statements } = file;
  const size = fileSize(sizeBytes, locale);
  return (
    <DataRow data-file={file.id}>
      <DataCell rowHeader>
        <span className="bank-file-name">{name}</span>
        <span className="cell-note">{kind ? `${kind}.001.${version} · ${size}` : size}</span>
        <span className="cell-note">
          <time dateTime={file.receivedAt}>{moment(file.receivedAt)}</time>
          {' · '}
          {file.source === 'folder' ? t('admin-bank-files.fromFolder') : (sender ?? t('admin.someone'))}
        </span>
        <Permitted to="bankFiles.open">
          <Permitted to="fields.fullIban">
            <DownloadButton
              path={`/api/admin/bank-files/${file.id}/content`}
              label={t('admin-bank-files.downloadOne', { name })}
              tone="quiet"
              className="bank-file-download"
            >
              {t('admin-bank-files.download')}
            </DownloadButton>
          </Permitted>
        </Permitted>
      </DataCell>
      <DataCell label={t('admin-bank-files.columns.state')} data-below="block">
        <StatusBadge kind={fileLooks[state]}>{t(`admin-bank-files.fileStates.${state}`)}</StatusBadge>
        {state === 'received' ? (
          <span className="cell-note" role="status">
            {t('admin-bank-files.reading', {
              percent: percent((100 * readBytes) / sizeBytes, 0),
              count: entryCount,
            })}
          </span>
        ) : null}
        {code ? (
          <span className="cell-note">
            <strong>{t(`admin-bank-files.faults.${code}.title`)}.</strong>{' '}
            {t(`admin-bank-files.faults.${code}.detail`)}
          </span>
        ) : null}
        {file.answer ? <AnswerNote answer={file.answer} /> : null}
        {statements.length > 0 ? (
          <ul className="bank-file-statements">
            {statements.map((statement) => (
              <StatementLink key={statement.id} statement={statement} isOpen={statement.id === openId} />
            ))}
          </ul>
        ) : null}
      </DataCell>
    </DataRow>
  );
}
