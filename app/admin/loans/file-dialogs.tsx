import * as z from 'zod/mini';
import { requiredText } from '#domain/fields.ts';
import { DOCUMENT_KINDS, type DocumentKind } from '#domain/loans/documents.ts';
import { FICP_OUTCOMES } from '#domain/loans/ficp.ts';
import type { LoanPhase } from '#domain/loans/phases.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useT } from '../../i18n/t.ts';
import { isDemo } from '../../page/institution.ts';
import { Checkbox, RadioCards } from '../../ui/choices.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAnnounce } from '../desk/announce.ts';

type Opened = Awaited<ReturnType<typeof api.loanFile.openFicpOutcome>>;

const askInput = z.object({
  kinds: z.array(z.enum(DOCUMENT_KINDS)).check(z.minLength(1, 'validation.required')),
});

/** Asks the client for documents by their kinds (state row 3). */
export function AskDocumentsDialog({
  loan,
  wanted,
  onClose,
}: {
  loan: { readonly id: string; readonly phase: LoanPhase };
  /** The kinds that are ticked when it opens: those the file lacks. */
  wanted: readonly DocumentKind[];
  onClose: () => void;
}) {
  const t = useT();
  const { done, failed } = useAnnounce();
  const form = useScreenForm({
    initial: {
      identity: '',
      income: '',
      domicile: '',
      other: '',
      ...Object.fromEntries(wanted.map((kind) => [kind, 'yes'])),
    } as Record<DocumentKind, string>,
    schema: askInput,
    toInput: (typed) => ({ kinds: DOCUMENT_KINDS.filter((kind) => typed[kind] === 'yes') }),
    controls: { kinds: 'identity' },
    labels: { identity: t('admin-loans.file.askTitle') },
  });
  const { send, sending } = useSubmission(api.loanFile.askDocuments, {
    onSuccess: () => {
      void refresh(['loans']);
      done('admin-loans.file.asked');
      onClose();
    },
    onProblem: (problem) => {
      void refresh(['loans']);
      failed(problem, 'admin-loans.file.askFailed');
    },
  });
  return (
    <FormDialog
      title={t('admin-loans.file.askTitle')}
      description={t('admin-loans.file.askText')}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={t('admin-loans.file.askSubmit')}
      submitting={t('admin-loans.file.asking')}
      sending={sending}
      onSend={({ kinds }) => send({ id: loan.id, kinds, seenPhase: loan.phase })}
      onClose={onClose}
    >
      {DOCUMENT_KINDS.map((kind) => (
        <Checkbox
          key={kind}
          id={form.idOf(kind)}
          name={kind}
          label={t(`loan-file.kinds.${kind}`)}
          error={
            kind === 'identity' && form.errorOf('identity') ? t('admin-loans.file.askMissing') : undefined
          }
          checked={form.typed[kind] === 'yes'}
          onChange={(event) => form.set(kind, event.target.checked ? 'yes' : '')}
        />
      ))}
    </FormDialog>
  );
}

const openingInput = z.object({
  reason: z
    .string('validation.required')
    .check(z.trim(), z.minLength(20, 'validation.note.tooShort'), z.maxLength(500, 'validation.tooLong')),
});

/** What the FICP said, for compliance: with a reason that the audit trail keeps (STAFF-5). */
export function OpenFicpDialog({
  loanId,
  onOpened,
  onClose,
}: {
  loanId: string;
  onOpened: (consultations: Opened['consultations']) => void;
  onClose: () => void;
}) {
  const t = useT();
  const { failed } = useAnnounce();
  const form = useScreenForm({
    draft: `ficp-opening:${loanId}`,
    initial: { reason: '' },
    schema: openingInput,
    labels: { reason: t('admin-loans.file.openOutcomeReason') },
  });
  const { send, sending } = useSubmission(api.loanFile.openFicpOutcome, {
    onSuccess: ({ consultations }) => {
      onOpened(consultations);
      onClose();
    },
    onProblem: (problem) => failed(problem, 'admin-loans.file.openOutcomeFailed'),
  });
  return (
    <FormDialog
      title={t('admin-loans.file.openOutcomeTitle')}
      description={t('admin-loans.file.openOutcomeText')}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={t('admin-loans.file.openOutcome')}
      submitting={t('admin-loans.file.openingOutcome')}
      sending={sending}
      onSend={(input) => send({ id: loanId, ...input })}
      onClose={onClose}
    >
      <TextArea {...form.field('reason')} label={t('admin-loans.file.openOutcomeReason')} rows={3} required />
    </FormDialog>
  );
}

const consultInput = z.object({
  searchKey: requiredText(40),
  reference: requiredText(60),
  outcome: z.enum(FICP_OUTCOMES, 'validation.choose'),
});

/** Records a consultation of the FICP that was made (LC-21). */
export function ConsultFicpDialog({ loanId, onClose }: { loanId: string; onClose: () => void }) {
  const t = useT();
  const { done, failed } = useAnnounce();
  const form = useScreenForm({
    draft: `ficp:${loanId}`,
    initial: { searchKey: '', reference: '', outcome: '' },
    schema: consultInput,
    toInput: (typed) => ({ ...typed, outcome: typed.outcome || undefined }),
    labels: {
      searchKey: t('admin-loans.file.searchKey'),
      reference: t('admin-loans.file.reference'),
      outcome: t('admin-loans.file.ficpOutcome'),
    },
  });
  const { send, sending } = useSubmission(api.loanFile.consultFicp, {
    onSuccess: () => {
      void refresh(['loans']);
      done('admin-loans.file.consulted');
      onClose();
    },
    onProblem: (problem) => failed(problem, 'admin-loans.file.consultFailed'),
  });
  return (
    <FormDialog
      title={t('admin-loans.file.consult')}
      description={t('admin-loans.file.consultText')}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={t('admin-loans.file.consultSubmit')}
      submitting={t('admin-loans.file.consulting')}
      sending={sending}
      onSend={(input) => send({ id: loanId, ...input })}
      onClose={onClose}
    >
      {isDemo ? <Notice>{t('admin-loans.file.consultDemo')}</Notice> : null}
      <TextField
        {...form.field('searchKey')}
        label={t('admin-loans.file.searchKey')}
        maxLength={40}
        required
      />
      <TextField
        {...form.field('reference')}
        label={t('admin-loans.file.reference')}
        maxLength={60}
        required
      />
      <RadioCards
        name="outcome"
        label={t('admin-loans.file.ficpOutcome')}
        hint={t('admin-loans.file.noBan')}
        error={form.errorOf('outcome')}
        value={form.typed.outcome}
        onChange={(event) => form.set('outcome', event.target.value)}
        options={FICP_OUTCOMES.map((value) => ({ value, title: t(`admin-loans.file.outcomes.${value}`) }))}
      />
    </FormDialog>
  );
}
