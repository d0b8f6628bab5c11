import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import {
  DOCUMENT_KINDS,
  type DocumentKind,
  LOAN_DOCUMENT,
  MAX_LOAN_DOCUMENTS,
  takesDocuments,
} from '#domain/loans/documents.ts';
import { api } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { fileSize } from '../../i18n/file-size.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FileList } from '../../ui/file-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonList } from '../../ui/states.tsx';
import type { Loan } from '../accounts/overview.ts';
import { DownloadButton } from '../frame/download-button.tsx';
import { useLoanAct } from './loan-act.ts';
import { LoanReadFailed } from './loan-read-failed.tsx';
import { useUploads } from './use-uploads.ts';

interface Document {
  readonly id: string;
  readonly name: string;
}

function RemoveDialog({
  loanId,
  document,
  onClose,
}: {
  loanId: string;
  document: Document;
  onClose: () => void;
}) {
  const { t } = useWords();
  const { send, sending } = useLoanAct(api.loanDocuments.remove, {
    done: { title: t('client-loans.documents.removed'), description: document.name },
    onClose,
  });
  return (
    <ConfirmDialog
      title={t('client-loans.documents.removeTitle')}
      description={t('client-loans.documents.removeText', { name: document.name })}
      submit={t('client-loans.documents.remove')}
      submitting={t('client-loans.documents.removing')}
      tone="danger"
      sending={sending}
      onConfirm={() => send({ id: loanId, documentId: document.id })}
      onClose={onClose}
    />
  );
}

/** The file that is on its way, and how far it is. */
function SendingFile({ sending, onStop }: { sending: { name: string; part: number }; onStop: () => void }) {
  const { t } = useWords();
  const format = useFormats();
  return (
    <div className="file-sending">
      <p role="status">{t('client-loans.documents.sending', { name: sending.name })}</p>
      <progress value={sending.part} max={1} aria-label={t('client-loans.documents.progress')}>
        {format.percent(sending.part * 100, 0)}
      </progress>
      <div>
        <Button size="dense" onClick={onStop}>
          {t('client-loans.documents.stop')}
        </Button>
      </div>
    </div>
  );
}

/** The files that were not added, apart from those of which nobody knows because the answer was lost. */
function RefusedFiles({ refused }: Pick<ReturnType<typeof useUploads>, 'refused'>) {
  const { t } = useWords();
  const certain = refused.filter(({ unknown }) => unknown === null);
  const lost = refused.filter(({ unknown }) => unknown !== null);
  const parts = [
    { tone: 'danger', title: t('client-loans.documents.refused', { count: certain.length }), files: certain },
    { tone: 'warning', title: lost[0]?.unknown ?? '', files: lost },
  ] as const;
  return parts.map(({ tone, title, files }) =>
    files.length > 0 ? (
      <Notice key={tone} tone={tone} live="assertive" title={title}>
        <ul>
          {files.map(({ key, name, reason }) => (
            <li key={key}>
              <strong>{name}</strong> – {reason}
            </li>
          ))}
        </ul>
      </Notice>
    ) : null,
  );
}

function KindChoice({
  kind,
  isMissing,
  onChoose,
}: {
  kind: DocumentKind | '';
  isMissing: boolean;
  onChoose: (kind: DocumentKind | '') => void;
}) {
  const { t } = useWords();
  return (
    <Select
      name="documentKind"
      label={t('client-loans.documents.kind')}
      placeholder={t('client-loans.documents.chooseKind')}
      options={DOCUMENT_KINDS.map((value) => ({ value, label: t(`loan-file.kinds.${value}`) }))}
      value={kind}
      error={isMissing ? t('client-loans.documents.kindMissing') : undefined}
      onChange={(event) => onChoose(DOCUMENT_KINDS.find((one) => one === event.target.value) ?? '')}
    />
  );
}

/** The button that opens the file picker, the progress of the uploads, and the refused files. */
function AddDocuments({ loanId, count }: { loanId: string; count: number }) {
  const { t } = useWords();
  const hintId = useId();
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { send, stop, sending, refused } = useUploads(loanId);
  const [kind, setKind] = useState<DocumentKind | ''>('');
  const [isKindMissing, setKindMissing] = useState(false);
  const isFull = count >= MAX_LOAN_DOCUMENTS;
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // Reset, so that the same file can be chosen again.
    event.target.value = '';
    if (files.length > 0 && kind !== '') void send(files, kind);
  };
  return (
    <div className="stack">
      <p id={hintId} className="request-note">
        {isFull
          ? t('client-loans.documents.full', { max: MAX_LOAN_DOCUMENTS })
          : t('client-loans.documents.hint', { max: MAX_LOAN_DOCUMENTS })}
      </p>
      <input
        ref={field}
        type="file"
        name="documents"
        accept={LOAN_DOCUMENT.types.join()}
        multiple
        hidden
        tabIndex={-1}
        aria-label={t('client-loans.documents.add')}
        onChange={choose}
      />
      {isFull && !sending ? null : (
        <div className="document-adding">
          <KindChoice
            kind={kind}
            isMissing={isKindMissing}
            onChoose={(chosen) => {
              setKind(chosen);
              setKindMissing(false);
            }}
          />
          <Button
            ref={button}
            icon={<Plus aria-hidden="true" />}
            aria-describedby={hintId}
            loading={sending !== null}
            onClick={() => {
              setKindMissing(kind === '');
              if (kind !== '') field.current?.click();
            }}
          >
            {t('client-loans.documents.add')}
          </Button>
        </div>
      )}
      {sending ? (
        <SendingFile
          sending={sending}
          onStop={() => {
            stop();
            // The pressed button is removed: move the focus.
            button.current?.focus();
          }}
        />
      ) : null}
      {refused.length > 0 ? <RefusedFiles refused={refused} /> : null}
    </div>
  );
}

type Listed = Awaited<ReturnType<typeof api.loanDocuments.list>>['documents'][number];

function DocumentNote({ document }: { document: Listed }) {
  const { t, locale } = useWords();
  const format = useFormats();
  return (
    <>
      {document.kind ? (
        <span className="document-kind">
          {t('client-loans.documents.of', {
            kind: t(`loan-file.kinds.${document.kind}`),
            state: t(`loan-file.states.${document.state}`),
          })}
        </span>
      ) : null}
      {document.rejection ? (
        <span className="document-rejection">
          {t(`notifications.documentRejections.${document.rejection}`)}
        </span>
      ) : null}
      {t('client-loans.documents.note', {
        size: fileSize(document.sizeBytes, locale),
        date: format.day(document.createdAt),
      })}
    </>
  );
}

/** The documents of a request: added and removed until it is decided, read-only afterwards. */
export function LoanDocuments({ loan }: { loan: Pick<Loan, 'id' | 'phase'> }) {
  const { t } = useWords();
  const [removing, setRemoving] = useState<Document | null>(null);
  const asked = useQuery(query.loanDocuments.list.queryOptions({ input: { id: loan.id } }));
  const documents = asked.data?.documents;
  const isOpen = takesDocuments(loan.phase);
  if (!isOpen && documents?.length === 0) return null;
  return (
    <Card title={t('client-loans.documents.title')}>
      <div className="stack">
        {documents ? null : asked.isError ? (
          <LoanReadFailed asked={asked} />
        ) : (
          <SkeletonList label={t('common.loading')} rows={2} />
        )}
        {documents && documents.length > 0 ? (
          <FileList
            label={t('client-loans.documents.title')}
            files={documents.map((document) => ({
              key: document.id,
              name: document.name,
              isImage: document.mediaType !== 'application/pdf',
              note: <DocumentNote document={document} />,
              actions: (
                <>
                  <DownloadButton
                    path={`/api/loans/${loan.id}/documents/${document.id}/content`}
                    label={t('client-loans.documents.downloadOne', { name: document.name })}
                  >
                    {t('client-loans.documents.download')}
                  </DownloadButton>
                  {isOpen && document.state !== 'verified' ? (
                    <Button
                      size="dense"
                      tone="danger-quiet"
                      icon={<Trash2 aria-hidden="true" />}
                      aria-label={t('client-loans.documents.removeOne', { name: document.name })}
                      onClick={() => setRemoving(document)}
                    >
                      {t('client-loans.documents.remove')}
                    </Button>
                  ) : null}
                </>
              ),
            }))}
          />
        ) : null}
        {documents && isOpen ? <AddDocuments loanId={loan.id} count={documents.length} /> : null}
      </div>
      {removing ? (
        <RemoveDialog loanId={loan.id} document={removing} onClose={() => setRemoving(null)} />
      ) : null}
    </Card>
  );
}
