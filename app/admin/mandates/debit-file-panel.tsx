import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatIban } from '#domain/accounts/iban.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { OrderFileActions, OrderFileHead } from '../desk/order-file.tsx';
import { PanelAmountLine, PanelLines } from '../desk/panel-lines.tsx';
import { ReadPanel } from '../desk/read-panel.tsx';
import { ClientLink } from '../frame/permitted.tsx';

import { CloseDebitFileDialog, DebitFailureDialog, type FileAction } from './file-dialogs.tsx';
import { codeWord, type Debit, type DebitFile, debitLooks, fileLooks } from './mandate-words.ts';

/** Télécharger; while people keep the account by hand, what our bank did with the file. */
function FileActions({
  file,
  isByStatements,
  onAct,
}: {
  file: DebitFile;
  isByStatements: boolean;
  onAct: (action: FileAction) => void;
}) {
  const t = useT();
  const may = useMay();
  const closing = (action: FileAction) =>
    file.state === 'exported' && may(`directDebits.${action}`)
      ? { label: t(`direct-debits.${action}.button`), onAct: () => onAct(action) }
      : null;
  return (
    <OrderFileActions
      download={
        file.hasFile && may('directDebits.file') && may('fields.fullIban')
          ? {
              label: t('direct-debits.download'),
              path: `/api/admin/direct-debit-batches/${file.id}/file.xml`,
            }
          : null
      }
      settle={isByStatements ? null : closing('settle')}
      cancel={closing('cancel')}
      isPrimary
    />
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
    <PanelLines>
      {debits.map((debit) => (
        <PanelAmountLine
          key={debit.id}
          minor={debit.amountMinor}
          kind={debitLooks[debit.state]}
          state={t(`direct-debits.debitStates.${debit.state}`)}
        >
          <ClientLink accountId={debit.accountId}>{debit.displayName}</ClientLink>
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
        </PanelAmountLine>
      ))}
    </PanelLines>
  );
}

function FileDetail({ file }: { file: DebitFile }) {
  const t = useT();
  const { count, day, moment } = useFormats();
  return (
    <>
      <OrderFileHead
        file={file}
        kind={fileLooks[file.state]}
        state={t(`direct-debits.files.states.${file.state}`)}
        late={{ title: t('direct-debits.files.late'), text: t('direct-debits.files.lateText') }}
        gone={t('direct-debits.files.gone')}
      />
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
  const read = useQuery(query.directDebits.show.queryOptions({ input: { id } }));
  const [closing, setClosing] = useState<FileAction | null>(null);
  const [failing, setFailing] = useState<Debit | null>(null);
  return (
    <ReadPanel
      id={id}
      kind={t('direct-debits.files.one')}
      read={read}
      title={({ batch }) => <span className="tabular">{batch.messageId}</span>}
      onClose={onClose}
      actions={({ batch }) => <FileActions file={batch} isByStatements={isByStatements} onAct={setClosing} />}
    >
      {({ batch, debits }) => (
        <>
          <FileDetail file={batch} />
          <section className="desk-panel-part">
            <h3>{t('direct-debits.files.debits')}</h3>
            {isByStatements ? <p className="cell-note">{t('direct-debits.files.byStatements')}</p> : null}
            <FileLines debits={debits} isByStatements={isByStatements} onFail={setFailing} />
          </section>
          {closing ? (
            <CloseDebitFileDialog file={batch} action={closing} onClose={() => setClosing(null)} />
          ) : null}
          {failing ? <DebitFailureDialog debit={failing} onClose={() => setFailing(null)} /> : null}
        </>
      )}
    </ReadPanel>
  );
}
