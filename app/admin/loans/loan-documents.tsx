import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { DocumentReview } from '#domain/loans/document-review.ts';
import type { api } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { fileSize } from '../../i18n/file-size.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { SelectBox } from '../../ui/data-table.tsx';
import { FileList } from '../../ui/file-list.tsx';
import { SkeletonList } from '../../ui/states.tsx';
import { DownloadButton } from '../desk/download-button.tsx';
import { ReadFailed } from '../desk/read-failed.tsx';
import { type LoanOfDocuments, ReviewDocumentDialog } from './review-document-dialog.tsx';

const ReviewDocumentsDialog = lazy(() =>
  import('./review-documents-dialog.tsx').then((file) => ({ default: file.ReviewDocumentsDialog })),
);

type Reviewed = Awaited<ReturnType<typeof api.loanDocuments.review>>['documents'][number];

/** What was found in a document, and why it was rejected. */
function DocumentNote({ document }: { document: Reviewed }) {
  const { t, locale } = useWords();
  const { moment, day } = useFormats();
  return (
    <>
      <span className="file-found">
        {[
          document.kind ? t(`loan-file.kinds.${document.kind}`) : null,
          t(`loan-file.states.${document.state}`),
          document.holder,
          document.issuedOn ? t('admin-loans.file.issued', { date: day(document.issuedOn) }) : null,
          document.expiresOn ? t('admin-loans.file.expires', { date: day(document.expiresOn) }) : null,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {document.rejection ? (
        <span className="file-found">{t(`loan-file.rejections.${document.rejection}`)}</span>
      ) : null}
      {t('admin-loans.files.note', {
        size: fileSize(document.sizeBytes, locale),
        date: moment(document.createdAt),
      })}
    </>
  );
}

/** What can be done with one document. */
function DocumentActions({
  loanId,
  document,
  onReview,
}: {
  loanId: string;
  document: Reviewed;
  onReview: (() => void) | null;
}) {
  const { t } = useWords();
  const may = useMay();
  return (
    <>
      {may('loanDocuments.open') ? (
        <DownloadButton
          path={`/api/admin/loans/${loanId}/documents/${document.id}/content`}
          label={t('admin-loans.files.openOne', { name: document.name })}
          situation="admin-loans.files.openFailed"
        >
          {t('admin-loans.files.open')}
        </DownloadButton>
      ) : null}
      {onReview ? (
        <Button
          size="dense"
          aria-label={t('admin-loans.file.verifyOne', { name: document.name })}
          onClick={onReview}
        >
          {t('admin-loans.file.verify')}
        </Button>
      ) : null}
    </>
  );
}

/** The box over all documents, and what can be done with the chosen ones. */
function ChosenDocuments({
  documents,
  chosen,
  onChoose,
  onAct,
}: {
  documents: readonly Reviewed[];
  chosen: readonly Reviewed[];
  onChoose: (ids: readonly string[]) => void;
  onAct: (outcome: DocumentReview['outcome']) => void;
}) {
  const { t } = useWords();
  const { count } = useFormats();
  return (
    <div className="file-choice">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the box is inside; its spoken name begins with the visible words. */}
      <label className="choose-all">
        <SelectBox
          label={t('admin-desk.bulk.chooseAllOf', { count: documents.length })}
          checked={chosen.length === documents.length}
          some={chosen.length > 0 && chosen.length < documents.length}
          onChange={({ target }) => onChoose(target.checked ? documents.map(({ id }) => id) : [])}
        />
        {t('admin-desk.bulk.chooseAll')}
      </label>
      <p role="status" className="tabular">
        {chosen.length > 0
          ? t('admin-desk.bulk.rows.document', { count: chosen.length, written: count(chosen.length) })
          : null}
      </p>
      {chosen.length > 0 ? (
        <div className="file-actions">
          <Button size="dense" tone="primary" onClick={() => onAct('verified')}>
            {t('admin-loans.file.acceptChosen')}
          </Button>
          <Button size="dense" tone="danger-quiet" onClick={() => onAct('rejected')}>
            {t('admin-loans.file.rejectChosen')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** The box of one document. */
function DocumentBox({
  document: { id, name },
  ids,
  onChoose,
}: {
  document: Reviewed;
  ids: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}) {
  const { t } = useWords();
  return (
    <span className="row-choice">
      <SelectBox
        label={t('admin-desk.bulk.choose', { name })}
        checked={ids.includes(id)}
        onChange={({ target }) => onChoose(target.checked ? [...ids, id] : ids.filter((each) => each !== id))}
      />
    </span>
  );
}

/** The documents of a request with what can be done with one, or with several together. */
function DocumentList({
  loan,
  documents,
  isReviewable,
}: {
  loan: LoanOfDocuments;
  documents: readonly Reviewed[];
  isReviewable: boolean;
}) {
  const { t } = useWords();
  const may = useMay();
  const [reviewing, setReviewing] = useState<string | null>(null);
  const [ids, setIds] = useState<readonly string[]>([]);
  // As they were when the dialog opened: a document that the client removes meanwhile must not move what was typed to another one.
  const [asked, setAsked] = useState<{
    readonly outcome: DocumentReview['outcome'];
    readonly documents: readonly Reviewed[];
  } | null>(null);
  const isChoosable = isReviewable && may('bulk.start') && documents.length > 1;
  const chosen = documents.filter(({ id }) => ids.includes(id));
  return (
    <>
      {isChoosable ? (
        <ChosenDocuments
          documents={documents}
          chosen={chosen}
          onChoose={setIds}
          onAct={(outcome) => setAsked({ outcome, documents: chosen })}
        />
      ) : null}
      <FileList
        label={t('admin-loans.files.title')}
        files={documents.map((document) => ({
          key: document.id,
          box: isChoosable ? <DocumentBox document={document} ids={ids} onChoose={setIds} /> : null,
          name: document.name,
          isImage: document.mediaType !== 'application/pdf',
          note: <DocumentNote document={document} />,
          actions: (
            <DocumentActions
              loanId={loan.id}
              document={document}
              onReview={isReviewable ? () => setReviewing(document.id) : null}
            />
          ),
        }))}
      />
      {asked ? (
        <Suspense>
          <ReviewDocumentsDialog
            loan={loan}
            {...asked}
            // What was refused stays chosen, and so does everything when the dialog is closed unsent.
            onStarted={() => setIds([])}
            onEnded={setIds}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      ) : null}
      {documents
        .filter(({ id }) => id === reviewing)
        .map((document) => (
          <ReviewDocumentDialog
            key={document.id}
            loanId={loan.id}
            document={document}
            onClose={() => setReviewing(null)}
          />
        ))}
    </>
  );
}

/** The documents that the client added to the request; each opening is recorded in the audit trail. */
export function LoanDocuments({ loan, isWorkable }: { loan: LoanOfDocuments; isWorkable: boolean }) {
  const { t } = useWords();
  const may = useMay();
  const read = useQuery(query.loanDocuments.review.queryOptions({ input: { id: loan.id } }));
  const documents = read.data?.documents;
  if (!documents && read.isError) return <ReadFailed read={read} />;
  if (!documents) return <SkeletonList label={t('common.loading')} rows={1} />;
  // What is masked is not said to be absent (STAFF-5).
  const withheld = [
    ...(may('fields.identityDocuments') ? [] : [t('admin-loans.files.withoutIdentity')]),
    ...(may('fields.income') ? [] : [t('admin-loans.files.withoutIncome')]),
  ].join(' ');
  if (documents.length === 0) return <p className="cell-note">{withheld || t('admin-loans.files.none')}</p>;
  return (
    <>
      <DocumentList
        loan={loan}
        documents={documents}
        isReviewable={isWorkable && may('loanFile.reviewDocument')}
      />
      {documents.every(({ isScanned }) => isScanned) ? null : (
        <p className="cell-note">{t('admin-loans.files.unscanned')}</p>
      )}
      {withheld === '' ? null : <p className="cell-note">{withheld}</p>}
    </>
  );
}
