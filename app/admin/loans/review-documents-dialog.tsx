import type { ComponentProps } from 'react';
import * as z from 'zod/mini';
import type { BulkItem } from '#domain/desk/bulk.ts';
import { type DocumentReview, documentReview } from '#domain/loans/document-review.ts';
import { DOCUMENT_REJECTIONS } from '#domain/loans/documents.ts';
import type { Sending } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useT } from '../../i18n/t.ts';
import { type Order, RunStarter } from '../desk/bulk/bulk-dialog.tsx';
import {
  FoundInDocument,
  type LoanOfDocuments,
  RejectionField,
  type ReviewedDocument,
} from './review-document-dialog.tsx';

const FOUND = ['kind', 'holder', 'issuedOn', 'expiresOn'] as const;
type Found = (typeof FOUND)[number];

interface QuestionProps {
  readonly loan: LoanOfDocuments;
  readonly documents: readonly ReviewedDocument[];
  readonly sending: Sending;
  readonly onStart: (order: Order) => void;
  readonly onClose: () => void;
}

/** The rows of a run over documents of one loan, each as it was shown. */
const itemsOf = ({ loan, documents }: Pick<QuestionProps, 'loan' | 'documents'>): BulkItem[] =>
  documents.map(({ id, state }) => ({ id, seenStatus: state, loanId: loan.id }));

/** The controls of each document: « kind-0 », « holder-0 », and so on. */
const nameOf = (field: Found, index: number) => `${field}-${index}`;

/** Asks what is found in each of the documents that are verified together. */
function VerifyQuestion({ loan, documents, sending, onStart, onClose }: QuestionProps) {
  const t = useT();
  const places = documents.flatMap((document, index) =>
    FOUND.map((field) => ({ document, index, field, name: nameOf(field, index) })),
  );
  const initialOf = ({ document, field }: (typeof places)[number]) =>
    document[field] ?? (field === 'holder' ? loan.client.displayName : '');
  const form = useScreenForm({
    initial: Object.fromEntries(places.map((place) => [place.name, initialOf(place)])),
    schema: z.object(Object.fromEntries(documents.map((_, index) => [String(index), documentReview]))),
    toInput: (typed) =>
      Object.fromEntries(
        documents.map((_, index) => [
          String(index),
          {
            outcome: 'verified',
            ...Object.fromEntries(
              FOUND.map((field) => [field, typed[nameOf(field, index)] || undefined] as const),
            ),
          },
        ]),
      ),
    controls: Object.fromEntries(places.map(({ field, index, name }) => [`${index}.${field}`, name])),
    labels: Object.fromEntries(
      places.map(({ document, field, name }) => [
        name,
        `${document.name}, ${t(`admin-loans.file.${field}`)}`,
      ]),
    ),
  });
  const start = (reviews: Readonly<Record<string, DocumentReview>>) =>
    onStart({
      operation: 'loanFile.reviewDocument',
      common: { outcome: 'verified' },
      items: itemsOf({ loan, documents }).map((item, index) => {
        const { outcome: _, rejection: __, ...found } = reviews[index] ?? {};
        return { ...item, found };
      }),
    });
  return (
    <FormDialog
      title={t('admin-desk.bulk.title.loanFile.reviewDocument')}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={t('admin-loans.file.verifySubmit')}
      submitting={t('admin-loans.file.verifying')}
      sending={sending}
      onSend={start}
      onClose={onClose}
    >
      {documents.map(({ id, name }, index) => (
        <fieldset key={id} className="file-found-in">
          <legend>{name}</legend>
          <FoundInDocument
            kind={form.typed[nameOf('kind', index)] ?? ''}
            field={(field) => form.field(nameOf(field, index))}
          />
        </fieldset>
      ))}
    </FormDialog>
  );
}

const rejection = z.object({
  rejection: z.enum(DOCUMENT_REJECTIONS, 'validation.reason'),
});

/** Asks for the one reason, which the client reads of each document. */
function RejectQuestion({ loan, documents, sending, onStart, onClose }: QuestionProps) {
  const t = useT();
  const form = useScreenForm({
    initial: { rejection: '' },
    schema: rejection,
    toInput: (typed) => ({ rejection: typed.rejection || undefined }),
    labels: { rejection: t('admin-loans.file.reason') },
  });
  return (
    <FormDialog
      title={t('admin-loans.file.rejectTitle')}
      description={documents.map(({ name }) => name).join(', ')}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={t('admin-loans.file.rejectTitle')}
      submitting={t('admin.rejecting')}
      tone="danger"
      sending={sending}
      onSend={(chosen) =>
        onStart({
          operation: 'loanFile.reviewDocument',
          common: { outcome: 'rejected', ...chosen },
          items: itemsOf({ loan, documents }),
        })
      }
      onClose={onClose}
    >
      <RejectionField {...form.field('rejection')} data-autofocus />
    </FormDialog>
  );
}

/** Verifies or rejects several documents of a loan's file, with what becomes of each (Q-30). */
export function ReviewDocumentsDialog({
  outcome,
  onStarted,
  onEnded,
  onClose,
  ...of
}: Pick<QuestionProps, 'loan' | 'documents' | 'onClose'> &
  Pick<DocumentReview, 'outcome'> &
  Pick<ComponentProps<typeof RunStarter>, 'onStarted' | 'onEnded'>) {
  const Question = outcome === 'verified' ? VerifyQuestion : RejectQuestion;
  return (
    <RunStarter
      runId={null}
      unasked={null}
      question={(sending, start) => <Question {...of} sending={sending} onStart={start} onClose={onClose} />}
      onStarted={onStarted}
      onEnded={onEnded}
      onClose={onClose}
    />
  );
}
