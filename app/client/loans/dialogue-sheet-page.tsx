import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { query, refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useProblemToast } from '../../form/problem-toast.ts';
import { useRefusal } from '../../form/refusal.ts';
import { useT } from '../../i18n/t.ts';
import { SheetContent } from '../../office/sheet-content.tsx';
import { navigate } from '../../page/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { FormSummary } from '../../ui/form-summary.tsx';
import { SkeletonList } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.ts';
import type { Loan } from '../accounts/overview.ts';
import { loanHref } from '../frame/sections.ts';
import { CurrentLoanDialog } from './current-loan-dialog.tsx';
import { SheetFields } from './dialogue-sheet-fields.tsx';
import { debtsOf, loansOf, type SheetVersion, useSheetForm, writeLoans } from './dialogue-sheet-form.ts';
import type { ClientLoanFile } from './loan-file.tsx';
import { LoanReadFailed } from './loan-read-failed.tsx';
import { OtherDebtDialog } from './other-debt-dialog.tsx';

/** The saved sheet, read again and certified (LC-18): the server asks for a strong confirmation of exactly this content. */
function Certification({ loan, sheet, onEdit }: { loan: Loan; sheet: SheetVersion; onEdit: () => void }) {
  const t = useT();
  const showProblem = useProblemToast();
  const [isCertified, setCertified] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const { send, isSending } = useSubmission(api.loanFile.confirmSheet, {
    onSuccess: () => {
      void refresh(['loans']);
      toast({ title: t('client-loans.file.confirmed'), description: t('client-loans.file.confirmedText') });
      navigate(loanHref(loan.id));
    },
    onProblem: (problem) => {
      void refresh(['loans']);
      showProblem(problem);
    },
  });
  return (
    <Card title={t('client-loans.file.readTitle')}>
      <div className="stack" data-gap="5">
        <SheetContent sheet={sheet} currency={loan.currency} />
        <Checkbox
          name="isCertified"
          label={t('client-loans.file.certify')}
          error={isMissing ? t('client-loans.file.certifyMissing') : undefined}
          checked={isCertified}
          onChange={(event) => {
            setCertified(event.target.checked);
            setMissing(false);
          }}
        />
        <div className="form-actions">
          <Button
            tone="primary"
            loading={isSending}
            loadingText={t('client-loans.file.confirming')}
            onClick={() => {
              setMissing(!isCertified);
              if (isCertified)
                send({ id: loan.id, version: sheet.version, sha256: sheet.sha256, isCertified: true });
            }}
          >
            {t('client-loans.file.confirm')}
          </Button>
          <Button onClick={onEdit}>{t('client-loans.file.edit')}</Button>
        </div>
      </div>
    </Card>
  );
}

/** The form of the sheet. Saving leads to its reading. */
function SheetEditor({
  loan,
  file,
  onSaved,
}: {
  loan: Loan;
  file: ClientLoanFile;
  onSaved: (sheet: SheetVersion) => void;
}) {
  const t = useT();
  const form = useSheetForm(loan.id, file.sheet, loan.currency);
  // Outside of the form: its own form would submit this one.
  const [adding, setAdding] = useState<'loan' | 'debt' | null>(null);
  const refuse = useRefusal(form);
  const { send, isSending } = useSubmission(api.loanFile.saveSheet, {
    onSuccess: ({ sheet }) => {
      form.forgetDraft();
      void refresh(['loans']);
      onSaved(sheet);
    },
    onProblem: (problem) => refuse(problem),
  });
  return (
    <>
      <form className="form" noValidate onSubmit={form.onSubmit((content) => send({ id: loan.id, content }))}>
        <p>{t('client-loans.file.lead')}</p>
        <FormSummary
          title={form.hasMissing ? t('client.required') : t('client-loans.file.review')}
          problems={form.problems}
          attempt={form.attempt}
        />
        {form.isRestored ? <p className="field-hint">{t('security.restored')}</p> : null}
        <SheetFields
          form={form}
          currency={loan.currency}
          knownLoans={file.knownLoans}
          onAdd={() => setAdding('loan')}
          onAddDebt={() => setAdding('debt')}
        />
        <div className="form-actions">
          <Button
            type="submit"
            tone="primary"
            loading={isSending}
            loadingText={t('client-loans.file.saving')}
          >
            {t('client-loans.file.save')}
          </Button>
        </div>
      </form>
      {adding === 'loan' ? (
        <CurrentLoanDialog
          currency={loan.currency}
          onAdd={(added) => writeLoans(form, [...loansOf(form.typed), added])}
          onClose={() => setAdding(null)}
        />
      ) : null}
      {adding === 'debt' ? (
        <OtherDebtDialog
          currency={loan.currency}
          onAdd={(added) => form.set('otherDebts', JSON.stringify([...debtsOf(form.typed), added]))}
          onClose={() => setAdding(null)}
        />
      ) : null}
    </>
  );
}

/** The dialogue sheet of a request: filled in, then read and certified. */
export default function DialogueSheetPage({ loan }: { loan: Loan }) {
  const t = useT();
  const asked = useQuery(query.loanFile.show.queryOptions({ input: { id: loan.id } }));
  const [isEditing, setEditing] = useState(false);
  const [saved, setSaved] = useState<SheetVersion | null>(null);
  const file = asked.data?.file;
  if (!file)
    return asked.isError ? (
      <LoanReadFailed asked={asked} headingLevel="h2" />
    ) : (
      <SkeletonList label={t('common.loading')} rows={8} />
    );
  const draft = saved ?? (file.sheet?.confirmedAt === null ? file.sheet : null);
  return (
    <div className="stack sheet-page" data-gap="5">
      <h2>{t('loan-file.sheet.title')}</h2>
      {draft && !isEditing ? (
        <Certification loan={loan} sheet={draft} onEdit={() => setEditing(true)} />
      ) : (
        <SheetEditor
          loan={loan}
          file={file}
          onSaved={(sheet) => {
            setSaved(sheet);
            setEditing(false);
            scrollTo({ top: 0 });
          }}
        />
      )}
    </div>
  );
}
