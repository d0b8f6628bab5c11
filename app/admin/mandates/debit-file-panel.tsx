import { useMutation, useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { formatIban } from '#domain/accounts/iban.ts';
import { download } from '../../api/download.ts';
import { asProblem } from '../../api/problem.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState, SkeletonList } from '../../ui/states.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { DeskPanel } from '../desk/desk.tsx';
import { RowActions } from '../desk/row-actions.tsx';
import { clientHref } from '../frame/sections.ts';
import { CloseDebitFileDialog, DebitFailureDialog } from './file-dialogs.tsx';
import { codeWord, type Debit, type DebitFile, debitLooks, fileLooks } from './mandate-words.ts';

/** Télécharger; while people keep the account by hand, what our bank did with the file. */
function FileActions({
  file,
  isByStatements,
  onAct,
}: {
  file: DebitFile;
  isByStatements: boolean;
  onAct: (action: 'settle' | 'cancel') => void;
}) {
  const t = useT();
  const may = useMay();
  const { failed } = useAnnounce();
  const fetching = useMutation({
    mutationFn: () => download(`/api/admin/direct-debit-batches/${file.id}/file.xml`),
    onError: (error) => failed(asProblem(error), 'admin.loadFailed'),
  });
  const isOpen = file.state === 'exported';
  return (
    <RowActions>
      {file.hasFile && may('directDebits.file') ? (
        <Button
          size="dense"
          icon={<Download aria-hidden="true" />}
          loading={fetching.isPending}
          onClick={() => fetching.mutate()}
        >
          {t('direct-debits.download')}
        </Button>
      ) : null}
      {isOpen && !isByStatements && may('directDebits.settle') ? (
        <Button
          size="dense"
          tone="primary"
          icon={<Check aria-hidden="true" />}
          data-shortcut="a"
          onClick={() => onAct('settle')}
        >
          {t('direct-debits.settle.button')}
        </Button>
      ) : null}
      {isOpen && may('directDebits.cancel') ? (
        <Button size="dense" tone="danger-quiet" data-shortcut="r" onClick={() => onAct('cancel')}>
          {t('direct-debits.cancel.button')}
        </Button>
      ) : null}
    </RowActions>
  );
}

/** The direct debits of a file; one that a bank refused is recorded here while people keep the account by hand. */
function FileLines({
  debits,
  isByStatements,
  onFail,
}: {
  debits: readonly Debit[];
  isByStatements: boolean;
  onFail: (debit: Debit) => void;
}) {
  const t = useT();
  const may = useMay();
  return (
    <ul className="batch-lines">
      {debits.map((debit) => (
        <li key={debit.id} className="mandate-line">
          <div>
            <a href={clientHref(debit.accountId)}>{debit.displayName}</a>
            <span className="cell-note tabular">{formatIban(debit.iban)}</span>
            <span className="cell-note tabular">{debit.mandateReference}</span>
            {debit.reasonCode ? <span className="cell-note">{codeWord(t, debit.reasonCode)}</span> : null}
            {(debit.state === 'exported' || debit.state === 'settled') &&
            !isByStatements &&
            may('directDebits.recordFailure') ? (
              <Button
                size="dense"
                tone="quiet"
                aria-label={`${t('direct-debits.failure.button')}, ${debit.displayName}`}
                onClick={() => onFail(debit)}
              >
                {t('direct-debits.failure.button')}
              </Button>
            ) : null}
          </div>
          <div className="mandate-line-end">
            <Amount minor={debit.amountMinor} currency="EUR" />
            <StatusBadge kind={debitLooks[debit.state]}>
              {t(`direct-debits.debitStates.${debit.state}`)}
            </StatusBadge>
          </div>
        </li>
      ))}
    </ul>
  );
}

function FileDetail({ file }: { file: DebitFile }) {
  const t = useT();
  const { count, day, moment } = useFormats();
  return (
    <>
      <div className="desk-panel-figure">
        <p className="figure-value tabular">
          <Amount minor={file.totalMinor} currency="EUR" size="large" />
        </p>
        <StatusBadge kind={fileLooks[file.state]}>
          {t(`direct-debits.files.states.${file.state}`)}
        </StatusBadge>
      </div>
      {file.isLate ? (
        <Notice tone="warning" title={t('direct-debits.files.late')}>
          {t('direct-debits.files.lateText')}
        </Notice>
      ) : null}
      {file.hasFile ? null : <Notice tone="info">{t('direct-debits.files.gone')}</Notice>}
      <section className="desk-panel-part">
        <DefinitionList
          look="ledger"
          items={[
            { term: t('direct-debits.files.created'), value: moment(file.createdAt) },
            { term: t('direct-debits.files.createdBy'), value: file.createdBy ?? t('admin.someone') },
            { term: t('direct-debits.files.collection'), value: day(file.collectionOn) },
            { term: t('direct-debits.files.debits'), value: count(file.debitCount) },
            { term: t('direct-debits.files.settledTerm'), value: count(file.settledCount) },
            { term: t('direct-debits.files.failedTerm'), value: count(file.failedCount) },
          ]}
        />
      </section>
    </>
  );
}

/** One file with its direct debits and what may be done with it. */
export function DebitFilePanel({
  id,
  isByStatements,
  onClose,
}: {
  id: string;
  /** Whether our bank's statements keep the account: then only they settle and return. */
  isByStatements: boolean;
  onClose: () => void;
}) {
  const t = useT();
  const { data, isError, refetch } = useQuery(query.directDebits.show.queryOptions({ input: { id } }));
  const [closing, setClosing] = useState<'settle' | 'cancel' | null>(null);
  const [failing, setFailing] = useState<Debit | null>(null);
  return (
    <DeskPanel
      id={id}
      title={data ? <span className="tabular">{data.batch.messageId}</span> : t('direct-debits.files.one')}
      overline={data ? t('direct-debits.files.one') : undefined}
      onClose={onClose}
      actions={
        data ? <FileActions file={data.batch} isByStatements={isByStatements} onAct={setClosing} /> : null
      }
    >
      {data ? (
        <>
          <FileDetail file={data.batch} />
          <section className="desk-panel-part">
            <h3>{t('direct-debits.files.debits')}</h3>
            {isByStatements ? <p className="cell-note">{t('direct-debits.files.byStatements')}</p> : null}
            <FileLines debits={data.debits} isByStatements={isByStatements} onFail={setFailing} />
          </section>
        </>
      ) : null}
      {isError && !data ? (
        <ErrorState
          title={t('admin.loadFailed')}
          retryLabel={t('common.retry')}
          onRetry={() => void refetch()}
        />
      ) : null}
      {data || isError ? null : <SkeletonList label={t('common.loading')} rows={6} />}
      {data && closing ? (
        <CloseDebitFileDialog file={data.batch} action={closing} onClose={() => setClosing(null)} />
      ) : null}
      {failing ? <DebitFailureDialog debit={failing} onClose={() => setFailing(null)} /> : null}
    </DeskPanel>
  );
}
