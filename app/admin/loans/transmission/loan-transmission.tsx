import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import type { examinedLoan } from '#contract/loans.ts';
import type { LenderAnswer } from '#domain/loans/intermediation.ts';
import type { LoanPhase } from '#domain/loans/phases.ts';
import { download } from '../../../api/download.ts';
import { asProblem } from '../../../api/problem.ts';
import { useMay } from '../../../api/session.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/t.ts';
import { Button } from '../../../ui/button.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useAnnounce } from '../../desk/announce.ts';
import { RowActions } from '../../desk/row-actions.tsx';
import type { ReviewedLoan } from '../loan-words.ts';
import { AnswerDialog, CloseDialog, SendDialog } from './transmission-dialogs.tsx';

type Transmission = NonNullable<z.infer<typeof examinedLoan>['transmission']>;
type Sent = NonNullable<Transmission['sent']>;

/** What may be recorded next of a lender's answer. */
function answersIn(phase: LoanPhase, { answer }: Sent): LenderAnswer[] {
  if (phase === 'transmitted') return ['accepted', 'refused'];
  if (phase === 'lender_accepted') return ['paid-out', 'refused'];
  return phase === 'cancelled' && answer === null ? ['withdrawn'] : [];
}

/** A request that waits: the lenders that its client agreed to, and the two ways on. */
function Waiting({ loan, lenders }: { loan: ReviewedLoan; lenders: Transmission['lenders'] }) {
  const t = useT();
  const { day } = useFormats();
  const may = useMay();
  const [opened, setOpened] = useState<'send' | 'close' | null>(null);
  const close = () => setOpened(null);
  if (loan.phase !== 'submitted' && loan.phase !== 'in_review') return null;
  return (
    <>
      <p className="cell-note">{t('admin-transmission.lead')}</p>
      {lenders.length === 0 ? <Notice tone="warning">{t('admin-transmission.none')}</Notice> : null}
      <DefinitionList
        look="ledger"
        items={lenders.map(({ code, name, agreedAt }) => ({
          key: code,
          term: name,
          value: t('admin-transmission.agreed', { date: day(agreedAt) }),
        }))}
      />
      <RowActions>
        {lenders.length > 0 && may('loanTransmissions.send') ? (
          <Button size="dense" tone="primary" data-act="transmit" onClick={() => setOpened('send')}>
            {t('admin-transmission.send')}
          </Button>
        ) : null}
        {may('loanTransmissions.close') ? (
          <Button size="dense" tone="danger-quiet" onClick={() => setOpened('close')}>
            {t('admin-transmission.close')}
          </Button>
        ) : null}
      </RowActions>
      {opened === 'send' ? <SendDialog loan={loan} lenders={lenders} onClose={close} /> : null}
      {opened === 'close' ? <CloseDialog loan={loan} onClose={close} /> : null}
    </>
  );
}

/** Downloads the paper for the lender: the audit trail says who did. */
function PaperButton({ loanId }: { loanId: string }) {
  const t = useT();
  const { failed } = useAnnounce();
  const opening = useMutation({
    mutationFn: () => download(`/api/admin/loans/${loanId}/transmission.pdf`),
    onError: (error) => failed(asProblem(error), 'admin-transmission.paperFailed'),
  });
  return (
    <Button size="dense" loading={opening.isPending} onClick={() => opening.mutate()}>
      {t('admin-transmission.paper')}
    </Button>
  );
}

/** To whom it was handed, the paper, and what the lender answered. */
function Handed({ loan, sent }: { loan: ReviewedLoan; sent: Sent }) {
  const t = useT();
  const { moment } = useFormats();
  const may = useMay();
  const [isAnswering, setAnswering] = useState(false);
  const answers = answersIn(loan.phase, sent);
  return (
    <>
      {loan.phase === 'cancelled' && sent.answer === null ? (
        <Notice tone="warning">{t('admin-transmission.cancelled', { lender: sent.lender })}</Notice>
      ) : null}
      <DefinitionList
        look="ledger"
        items={[
          { term: t('admin-transmission.lender'), value: sent.lender, strong: true },
          { term: t('admin-transmission.sentOn'), value: moment(sent.at) },
          ...(sent.by ? [{ term: t('admin-transmission.sentBy'), value: sent.by }] : []),
          ...(sent.note ? [{ term: t('admin-transmission.note'), value: sent.note }] : []),
          {
            term: t('admin-transmission.answer'),
            value: sent.answer
              ? t(`admin-transmission.answers.${sent.answer}`)
              : t('admin-transmission.awaited'),
          },
          ...(sent.answeredAt
            ? [{ term: t('admin-transmission.answeredOn'), value: moment(sent.answeredAt) }]
            : []),
        ]}
      />
      {loan.reasonNote ? <p>{loan.reasonNote}</p> : null}
      <RowActions>
        {answers.length > 0 && may('loanTransmissions.recordAnswer') ? (
          <Button size="dense" tone="primary" data-act="answer" onClick={() => setAnswering(true)}>
            {t('admin-transmission.record')}
          </Button>
        ) : null}
        {may('loanTransmissions.openPaper') && may('fields.income') && may('fields.identityDocuments') ? (
          <PaperButton loanId={loan.id} />
        ) : null}
      </RowActions>
      <p className="cell-note file-hash">
        {t('admin-transmission.hash')} {sent.sha256}
      </p>
      {isAnswering ? (
        <AnswerDialog loan={loan} answers={answers} onClose={() => setAnswering(false)} />
      ) : null}
    </>
  );
}

/** « Transmission au prêteur »: what an intermediary does with a request (LC-6). It decides nothing. */
export default function LoanTransmission({
  loan,
  transmission: { lenders, sent },
}: {
  loan: ReviewedLoan;
  transmission: Transmission;
}) {
  const t = useT();
  return (
    <section className="desk-panel-part">
      <h3>{t('admin-transmission.title')}</h3>
      {sent ? <Handed loan={loan} sent={sent} /> : <Waiting loan={loan} lenders={lenders} />}
      {!sent && loan.phase === 'not_transmitted' ? (
        <p>
          {t('admin-transmission.closedBecause')} {loan.reasonNote}
        </p>
      ) : null}
    </section>
  );
}
