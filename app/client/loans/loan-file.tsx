import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import type { clientLoanFile } from '#contract/loan-file.ts';
import type { DocumentKind } from '#domain/loans/documents.ts';
import { lacksKnownLoans } from '#domain/loans/known-loan.ts';
import { isOpenLoan } from '#domain/loans/phases.ts';
import { BUDGET_REASONS } from '#domain/loans/rejection.ts';
import { useBankDay } from '../../api/bank-clock.ts';
import { api } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useT, useWords } from '../../i18n/t.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { SkeletonList } from '../../ui/states.tsx';
import type { Loan } from '../accounts/overview.ts';
import { clientHref, sheetHref } from '../frame/sections.ts';
import { useLoanAct } from './loan-act.ts';
import { LoanReadFailed } from './loan-read-failed.tsx';

export type ClientLoanFile = z.infer<typeof clientLoanFile>;
type Figures = NonNullable<ClientLoanFile['figures']>;

/** What a refusal says beside its reason (LC-26): a person decided, whether the FICP was consulted, and where advice is free. */
export function RefusalSentences({ loan }: { loan: Loan }) {
  const { tKey } = useWords();
  const { data } = useQuery(query.loanFile.show.queryOptions({ input: { id: loan.id } }));
  return (
    <>
      <p>{tKey('loan-reasons.person')}</p>
      {data?.file.ficpConsultedOn ? <p>{tKey('loan-reasons.ficpConsulted')}</p> : null}
      {BUDGET_REASONS.some((reason) => reason === loan.reasonCode) ? (
        <p>{tKey('loan-reasons.budgetAdvice')}</p>
      ) : null}
    </>
  );
}

/** Where the sheet stands, and the way to it. */
function SheetTask({ loan, file }: { loan: Loan; file: ClientLoanFile }) {
  const t = useT();
  const format = useFormats();
  const today = useBankDay();
  const { sheet, confirmed } = file;
  // A loan that this house has granted since makes it another sheet (LC-19).
  const isOutdated = sheet !== null && lacksKnownLoans(sheet.knownLoans, file.knownLoans, loan.id);
  let words = t('client-loans.file.sheetTodo');
  if (sheet && sheet.confirmedAt === null)
    words = t('client-loans.file.sheetDraft', { date: format.day(sheet.savedAt) });
  else if (confirmed && !isOutdated) {
    const date = format.day(confirmed.confirmedAt);
    words =
      confirmed.validUntil < today
        ? t('client-loans.file.sheetOld', { date })
        : t('client-loans.file.sheetDone', { date, until: format.day(confirmed.validUntil) });
  }
  const isDone =
    confirmed !== null && sheet?.confirmedAt !== null && !isOutdated && confirmed.validUntil >= today;
  return (
    <li className="file-task" data-done={isDone || undefined}>
      <div>
        <p className="file-task-title">{t('client-loans.file.sheetTitle')}</p>
        <p className="request-note">{words}</p>
      </div>
      <LinkButton href={sheetHref(loan.id)} tone={isDone ? 'secondary' : 'primary'}>
        {t(isDone ? 'client-loans.file.change' : 'client-loans.file.complete')}
      </LinkButton>
    </li>
  );
}

/** The documents to give: those that a loan of this amount needs, and those that were asked for. */
function DocumentsTask({ loan, file }: { loan: Loan; file: ClientLoanFile }) {
  const t = useT();
  const { data } = useQuery(query.loanDocuments.list.queryOptions({ input: { id: loan.id } }));
  const given = (data?.documents ?? []).filter(({ state }) => state !== 'rejected');
  const wanted: DocumentKind[] = [...new Set<DocumentKind>([...file.neededKinds, ...file.missingKinds])];
  const wordOf = (kind: DocumentKind) => {
    const best = given.filter((document) => document.kind === kind).map(({ state }) => state);
    if (best.includes('verified')) return t('loan-file.states.verified');
    if (best.length > 0) return t('loan-file.states.received');
    return t(
      file.missingKinds.includes(kind) ? 'client-loans.file.kindAsked' : 'client-loans.file.kindMissing',
    );
  };
  return (
    <li className="file-task">
      <div>
        <p className="file-task-title">{t('client-loans.file.documentsTitle')}</p>
        {wanted.length === 0 ? (
          <p className="request-note">{t('client-loans.file.documentsNone')}</p>
        ) : (
          <DefinitionList
            look="ledger"
            items={wanted.map((kind) => ({ term: t(`loan-file.kinds.${kind}`), value: wordOf(kind) }))}
          />
        )}
      </div>
    </li>
  );
}

function CancelDialog({ loan, onClose }: { loan: Loan; onClose: () => void }) {
  const t = useT();
  const format = useFormats();
  const { send, sending } = useLoanAct(api.loanFile.cancel, {
    done: { title: t('client-loans.file.cancelled') },
    onClose,
  });
  return (
    <ConfirmDialog
      title={t('client-loans.file.cancelTitle')}
      description={t('client-loans.file.cancelText', {
        amount: format.amount(loan.amountMinor, loan.currency),
      })}
      leave={t('client-loans.file.cancelLeave')}
      submit={t('client-loans.file.cancel')}
      submitting={t('client-loans.file.cancelling')}
      tone="danger"
      sending={sending}
      onConfirm={() => send({ id: loan.id, seenPhase: loan.phase })}
      onClose={onClose}
    />
  );
}

/** What the instalment leaves to live on, by the certified sheet. */
function RestToLive({ loan, figures }: { loan: Pick<Loan, 'currency'>; figures: Figures }) {
  const t = useT();
  const format = useFormats();
  const amount = (minor: number) => format.amount(minor, loan.currency);
  const { restToLiveMinor } = figures;
  return (
    <>
      <DefinitionList
        look="ledger"
        items={[
          { term: t('loan-file.figures.resources'), value: amount(figures.resourcesMinor) },
          { term: t('loan-file.figures.charges'), value: amount(-figures.chargesMinor) },
          {
            term: t('loan-file.figures.currentInstalments'),
            value: amount(-figures.currentInstalmentsMinor),
          },
          { term: t('loan-file.figures.newInstalment'), value: amount(-figures.newInstalmentMinor) },
          { term: t('loan-file.figures.restToLive'), value: amount(restToLiveMinor), strong: true },
        ]}
      />
      <p>
        {restToLiveMinor < 0
          ? t('client-loans.file.explainShort', { amount: amount(-restToLiveMinor) })
          : t('client-loans.file.explainRest', { amount: amount(restToLiveMinor) })}
      </p>
    </>
  );
}

type ExplainedLoan = Pick<
  Loan,
  'id' | 'amountMinor' | 'currency' | 'purpose' | 'instalmentMinor' | 'durationMonths'
>;

/** LC-23, C. conso. L312-14: why this loan fits, what its instalment leaves to live on, and what missed payments may do. */
function LoanExplanations({ loan, figures }: { loan: ExplainedLoan; figures: Figures | null }) {
  const t = useT();
  const format = useFormats();
  const amount = (minor: number) => format.amount(minor, loan.currency);
  return (
    <Card title={t('client-loans.file.explainTitle')}>
      <div className="stack">
        <p>
          {t('client-loans.file.explainWhy', {
            amount: amount(loan.amountMinor),
            purpose: loan.purpose,
            instalment: amount(loan.instalmentMinor),
            months: format.months(loan.durationMonths),
          })}
        </p>
        {figures ? <RestToLive loan={loan} figures={figures} /> : null}
        <p>
          <strong>{t('client-loans.file.explainRisk')}</strong>
        </p>
        <div>
          <LinkButton href={clientHref('help')}>{t('client-loans.file.advisor')}</LinkButton>
        </div>
      </div>
    </Card>
  );
}

/** The explanations on the page of an offer, before it can be accepted (LC-23). Without a certified sheet, in a demonstration, without its figures. */
export function OfferExplanations({ loan }: { loan: ExplainedLoan }) {
  const { data } = useQuery(query.loanFile.show.queryOptions({ input: { id: loan.id } }));
  return data ? <LoanExplanations loan={loan} figures={data.file.figures} /> : null;
}

/** What is still to give for a request that waits for its decision, and what its figures are. */
export function LoanFile({ loan }: { loan: Loan }) {
  const t = useT();
  const [isCancelling, setCancelling] = useState(false);
  const isOpen = isOpenLoan(loan.phase);
  const asked = useQuery({
    ...query.loanFile.show.queryOptions({ input: { id: loan.id } }),
    enabled: isOpen,
  });
  const file = asked.data?.file;
  if (!isOpen) return null;
  return (
    <>
      <Card title={t('client-loans.file.title')}>
        {file ? (
          <ul className="file-tasks">
            <SheetTask loan={loan} file={file} />
            <DocumentsTask loan={loan} file={file} />
          </ul>
        ) : asked.isError ? (
          <LoanReadFailed asked={asked} />
        ) : (
          <SkeletonList label={t('common.loading')} rows={2} />
        )}
        <div className="file-cancel">
          <Button tone="danger-quiet" onClick={() => setCancelling(true)}>
            {t('client-loans.file.cancel')}
          </Button>
        </div>
      </Card>
      {file?.figures ? <LoanExplanations loan={loan} figures={file.figures} /> : null}
      {isCancelling ? <CancelDialog loan={loan} onClose={() => setCancelling(false)} /> : null}
    </>
  );
}
