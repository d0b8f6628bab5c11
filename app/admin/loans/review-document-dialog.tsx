import type * as z from 'zod/mini';
import type { reviewedLoanDocument } from '#contract/loan-documents.ts';
import { documentReview } from '#domain/loans/document-review.ts';
import { DOCUMENT_KINDS, DOCUMENT_REJECTIONS } from '#domain/loans/documents.ts';
import { api } from '../../api/client.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useT } from '../../i18n/t.ts';
import { RadioCards } from '../../ui/choices.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useFormAct } from '../desk/dialog-act.ts';

export type ReviewedDocument = z.infer<typeof reviewedLoanDocument>;

/** The request that the documents belong to, and whose it is. */
export interface LoanOfDocuments {
  readonly id: string;
  readonly client: { readonly displayName: string };
}

/** What a control of a form needs. */
type FieldProps = ReturnType<ReturnType<typeof useScreenForm>['field']>;

const EMPTY = { outcome: '', kind: '', holder: '', issuedOn: '', expiresOn: '', rejection: '' };

/** The form of a review and its sending. */
function useReview(document: ReviewedDocument, onClose: () => void) {
  const t = useT();
  const form = useScreenForm<Record<keyof typeof EMPTY, string>, typeof documentReview>({
    initial: {
      ...EMPTY,
      kind: document.kind ?? '',
      holder: document.holder ?? '',
      issuedOn: document.issuedOn ?? '',
      expiresOn: document.expiresOn ?? '',
    },
    schema: documentReview,
    toInput: ({ outcome, kind, holder, issuedOn, expiresOn, rejection }) =>
      outcome === 'rejected'
        ? { outcome, rejection: rejection || undefined }
        : { outcome: outcome || undefined, kind: kind || undefined, holder, issuedOn, expiresOn },
    labels: {
      outcome: t('admin-loans.file.outcome'),
      kind: t('admin-loans.file.kind'),
      holder: t('admin-loans.file.holder'),
      issuedOn: t('admin-loans.file.issuedOn'),
      expiresOn: t('admin-loans.file.expiresOn'),
      rejection: t('admin-loans.file.reason'),
    },
  });
  const { send, sending } = useFormAct(form, api.loanFile.reviewDocument, {
    say: (done) => done('admin-loans.file.reviewed'),
    situation: 'admin-loans.file.reviewFailed',
    rereads: ['loans'],
    onClose,
  });
  return { form, send, sending };
}

/** What a verified document says: its kind, whose it is and its days. */
export function FoundInDocument({
  kind,
  field,
}: {
  /** The kind that is chosen now. */
  kind: string;
  field: (name: 'kind' | 'holder' | 'issuedOn' | 'expiresOn') => FieldProps;
}) {
  const t = useT();
  const isDated = kind === 'income' || kind === 'domicile';
  return (
    <>
      <Select
        {...field('kind')}
        label={t('admin-loans.file.kind')}
        placeholder={t('admin-loans.file.choose')}
        options={DOCUMENT_KINDS.map((value) => ({ value, label: t(`loan-file.kinds.${value}`) }))}
        required
      />
      <TextField {...field('holder')} label={t('admin-loans.file.holder')} required />
      {isDated ? <DateField {...field('issuedOn')} label={t('admin-loans.file.issuedOn')} required /> : null}
      {kind === 'identity' ? (
        <DateField {...field('expiresOn')} label={t('admin-loans.file.expiresOn')} required />
      ) : null}
    </>
  );
}

/** Why a document is rejected, which its client reads. */
export function RejectionField(props: FieldProps & { 'data-autofocus'?: boolean }) {
  const t = useT();
  return (
    <Select
      {...props}
      label={t('admin-loans.file.reason')}
      placeholder={t('admin-loans.file.choose')}
      options={DOCUMENT_REJECTIONS.map((value) => ({ value, label: t(`loan-file.rejections.${value}`) }))}
      required
    />
  );
}

/** What an agent found in a document (LC-20). */
export function ReviewDocumentDialog({
  loanId,
  document,
  onClose,
}: {
  loanId: string;
  document: ReviewedDocument;
  onClose: () => void;
}) {
  const t = useT();
  const { form, send, sending } = useReview(document, onClose);
  const { outcome } = form.typed;
  return (
    <FormDialog
      title={t('admin-loans.file.verifyTitle')}
      description={document.name}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={t('admin-loans.file.verifySubmit')}
      submitting={t('admin-loans.file.verifying')}
      sending={sending}
      onSend={(review) => send({ id: loanId, documentId: document.id, ...review })}
      onClose={onClose}
    >
      <RadioCards
        name="outcome"
        label={t('admin-loans.file.outcome')}
        error={form.errorOf('outcome')}
        columns={2}
        value={outcome}
        onChange={(event) => form.set('outcome', event.target.value)}
        options={[
          { value: 'verified', title: t('admin-loans.file.verified') },
          { value: 'rejected', title: t('admin-loans.file.rejected') },
        ]}
      />
      {outcome === 'verified' ? <FoundInDocument kind={form.typed.kind} field={form.field} /> : null}
      {outcome === 'rejected' ? <RejectionField {...form.field('rejection')} /> : null}
    </FormDialog>
  );
}
