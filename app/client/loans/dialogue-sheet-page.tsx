import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CHARGES, RESOURCES } from '#domain/loans/solvency.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { api } from '../../api/client.ts';
import { query, refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useProblemToast } from '../../form/problem-toast.ts';
import { useRefusal } from '../../form/refusal.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT, useWords } from '../../i18n/t.ts';
import { monthInWords } from '../../i18n/typed-month.ts';
import { navigate } from '../../page/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { FormSummary } from '../../ui/form-summary.tsx';
import { ErrorState, SkeletonList } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.ts';
import type { Loan } from '../accounts/overview.ts';
import { loanHref } from '../frame/sections.ts';
import { KnownLoans, SheetFields } from './dialogue-sheet-fields.tsx';
import {
  CHARGE_CONTROLS,
  RESOURCE_CONTROLS,
  type SheetVersion,
  useSheetForm,
} from './dialogue-sheet-form.ts';
import type { ClientLoanFile } from './loan-file.tsx';

/** What a version of the sheet says, to be read again before it is certified. */
function SheetContent({ sheet, currency }: { sheet: SheetVersion; currency: CurrencyCode }) {
  const { t, locale } = useWords();
  const format = useFormats();
  const { content, knownLoans } = sheet;
  const amount = (minor: number) => format.amount(minor, currency);
  const other = (term: string, label: string) => (label ? `${term} (${label})` : term);
  return (
    <div className="stack" data-gap="5">
      <DefinitionList
        look="ledger"
        items={[
          {
            term: t('loan-file.sheet.maritalStatus'),
            value: t(`loan-file.sheet.maritalStatuses.${content.maritalStatus}`),
          },
          { term: t('loan-file.sheet.dependants'), value: content.dependants },
          { term: t('loan-file.sheet.housing'), value: t(`loan-file.sheet.housings.${content.housing}`) },
          {
            term: t('loan-file.sheet.employment'),
            value: t(`loan-file.sheet.employments.${content.employment}`),
          },
          { term: t('loan-file.sheet.employedSince'), value: monthInWords(content.employedSince, locale) },
        ]}
      />
      <section className="stack">
        <h3>{t('loan-file.sheet.resources')}</h3>
        <DefinitionList
          look="ledger"
          items={RESOURCES.map((name) => ({
            term: other(
              t(`loan-file.sheet.${RESOURCE_CONTROLS[name]}`),
              name === 'other' ? content.resources.otherLabel : '',
            ),
            value: amount(content.resources[`${name}Minor`]),
          }))}
        />
      </section>
      <section className="stack">
        <h3>{t('loan-file.sheet.charges')}</h3>
        <DefinitionList
          look="ledger"
          items={CHARGES.map((name) => ({
            term: other(
              t(`loan-file.sheet.${CHARGE_CONTROLS[name]}`),
              name === 'other' ? content.charges.otherLabel : '',
            ),
            value: amount(content.charges[`${name}Minor`]),
          }))}
        />
      </section>
      <section className="stack">
        <h3>{t('loan-file.sheet.currentLoans')}</h3>
        <KnownLoans loans={knownLoans} currency={currency} />
        {content.currentLoans.length > 0 ? (
          <DefinitionList
            look="ledger"
            items={content.currentLoans.map((loan) => ({
              term: `${t(`loan-file.sheet.loanKinds.${loan.kind}`)} – ${loan.lender}`,
              value: t('loan-file.sheet.perMonth', { amount: amount(loan.instalmentMinor) }),
            }))}
          />
        ) : (
          <p>{t('loan-file.sheet.noCurrentLoan')}</p>
        )}
      </section>
      <DefinitionList
        items={[
          {
            term: t('loan-file.sheet.repaysDebts'),
            value: t(content.repaysDebts ? 'loan-file.sheet.yes' : 'loan-file.sheet.no'),
          },
        ]}
      />
    </div>
  );
}

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
    <form className="form" noValidate onSubmit={form.onSubmit((content) => send({ id: loan.id, content }))}>
      <p>{t('client-loans.file.lead')}</p>
      <FormSummary
        title={form.hasMissing ? t('client.required') : t('client-loans.file.review')}
        problems={form.problems}
        attempt={form.attempt}
      />
      {form.isRestored ? <p className="field-hint">{t('security.restored')}</p> : null}
      <SheetFields form={form} currency={loan.currency} knownLoans={file.knownLoans} />
      <div className="form-actions">
        <Button type="submit" tone="primary" loading={isSending} loadingText={t('client-loans.file.saving')}>
          {t('client-loans.file.save')}
        </Button>
      </div>
    </form>
  );
}

/** The dialogue sheet of a request: filled in, then read and certified. */
export function DialogueSheetPage({ loan }: { loan: Loan }) {
  const t = useT();
  const asked = useQuery(query.loanFile.show.queryOptions({ input: { id: loan.id } }));
  const [isEditing, setEditing] = useState(false);
  const [saved, setSaved] = useState<SheetVersion | null>(null);
  const file = asked.data?.file;
  if (!file)
    return asked.isError ? (
      <ErrorState
        title={t('client.loadFailed')}
        headingLevel="h2"
        retryLabel={t('common.retry')}
        retrying={asked.isFetching}
        onRetry={() => void asked.refetch()}
      />
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
