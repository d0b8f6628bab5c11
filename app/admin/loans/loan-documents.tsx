import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { api } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { fileSize } from '../../i18n/file-size.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { FileList } from '../../ui/file-list.tsx';
import { ErrorState, SkeletonList } from '../../ui/states.tsx';
import { DownloadButton } from '../desk/download-button.tsx';
import { ReviewDocumentDialog } from './review-document-dialog.tsx';

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

/** The documents that the client added to the request; each opening is recorded in the audit trail. */
export function LoanDocuments({ loanId, isWorkable }: { loanId: string; isWorkable: boolean }) {
  const { t } = useWords();
  const [reviewing, setReviewing] = useState<string | null>(null);
  const may = useMay();
  const { data, isError, refetch } = useQuery(
    query.loanDocuments.review.queryOptions({ input: { id: loanId } }),
  );
  const documents = data?.documents;
  if (!documents && isError)
    return (
      <ErrorState
        title={t('admin.loadFailed')}
        headingLevel="h4"
        retryLabel={t('common.retry')}
        onRetry={() => void refetch()}
      />
    );
  if (!documents) return <SkeletonList label={t('common.loading')} rows={1} />;
  if (documents.length === 0) return <p className="cell-note">{t('admin-loans.files.none')}</p>;
  return (
    <>
      <FileList
        label={t('admin-loans.files.title')}
        files={documents.map((document) => ({
          key: document.id,
          name: document.name,
          isImage: document.mediaType !== 'application/pdf',
          note: <DocumentNote document={document} />,
          actions: (
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
              {isWorkable && may('loanFile.reviewDocument') ? (
                <Button
                  size="dense"
                  aria-label={t('admin-loans.file.verifyOne', { name: document.name })}
                  onClick={() => setReviewing(document.id)}
                >
                  {t('admin-loans.file.verify')}
                </Button>
              ) : null}
            </>
          ),
        }))}
      />
      {documents.every(({ isScanned }) => isScanned) ? null : (
        <p className="cell-note">{t('admin-loans.files.unscanned')}</p>
      )}
      {documents
        .filter(({ id }) => id === reviewing)
        .map((document) => (
          <ReviewDocumentDialog
            key={document.id}
            loanId={loanId}
            document={document}
            onClose={() => setReviewing(null)}
          />
        ))}
    </>
  );
}
