import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { withdrawalExtensionReason } from '#domain/loans/contract.ts';
import { REJECTION_REASONS, rejectLoanInput } from '#domain/loans/request.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { addDays, legalDay } from '#domain/time/days.ts';
import { useBankDay } from '../../api/bank-clock.ts';
import { api } from '../../api/client.ts';
import { query, refresh } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useSubmission } from '../../api/submission.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useProblemToast } from '../../form/problem-toast.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/choices.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toasts.ts';
import { useFormAct } from '../desk/dialog-act.ts';
import { DownloadButton } from '../desk/download-button.tsx';
import { ReadFailed } from '../desk/read-failed.tsx';
import { RejectDialog } from '../desk/reject-dialog.tsx';
import { RowActions } from '../desk/row-actions.tsx';
import { useProposeWord } from '../proposals/approval-needed.ts';
import type { ReviewedLoan } from './loan-words.ts';
import { PayoutAccount } from './payout-account.tsx';

type Review = Awaited<ReturnType<typeof api.loanOffers.review>>;
type Contract = NonNullable<Review['contract']>;

/** From this day after the acceptance an agreement that is not given is late (LC-50). */
const LATE_AFTER_DAYS = 5;

function useAgreement(onDecided: () => void) {
  const { t } = useWords();
  const showProblem = useProblemToast();
  return useSubmission(api.loanOffers.decideAgreement, {
    onSuccess: (_, { action }) => {
      void refresh(['loans']);
      onDecided();
      toast({
        title: t(
          action === 'agree' ? 'admin-loans.contract.agreedToast' : 'admin-loans.contract.refusedToast',
        ),
      });
    },
    onProblem: (problem) => {
      void refresh(['loans']);
      showProblem(problem);
    },
  });
}

/** The lender's word on an accepted contract (LC-49): by another person than who made the offer. */
function Agreement({ loan, review, contract }: { loan: ReviewedLoan; review: Review; contract: Contract }) {
  const { t, tKey } = useWords();
  const format = useFormats();
  const may = useMay();
  const today = useBankDay();
  const [isRefusing, setRefusing] = useState(false);
  const { send, sending } = useAgreement(() => setRefusing(false));
  const { phase } = review;
  const isLapsed = phase === 'lapsed';
  const isOpen = phase === 'accepted' || (isLapsed && !contract.lateAgreedAt);
  const mayAgree =
    isOpen && may('loanOffers.decideAgreement.agree') && (!review.isIssuer || review.mayAgreeAlone);
  const propose = useProposeWord(
    'loanOffers.decideAgreement.agree',
    mayAgree ? { id: loan.id, action: 'agree', seenPhase: phase } : null,
  );
  if (!isOpen) return null;
  const isLate = today >= addDays(legalDay(new Date(contract.acceptedAt)), LATE_AFTER_DAYS);
  return (
    <div className="stack">
      <Notice
        tone={isLate ? 'danger' : 'info'}
        title={t(isLapsed ? 'admin-loans.contract.lapsed' : 'admin-loans.contract.waitsForAgreement', {
          date: format.day(contract.agreementLastDay),
        })}
      >
        {review.isIssuer
          ? t(review.mayAgreeAlone ? 'admin-loans.contract.alone' : 'admin-loans.contract.otherPerson')
          : null}
      </Notice>
      <RowActions>
        {mayAgree ? (
          <Button
            size="dense"
            tone="primary"
            loading={sending.isSending}
            onClick={() => send({ id: loan.id, action: 'agree', seenPhase: phase })}
          >
            {propose ?? t('admin-loans.contract.agree')}
          </Button>
        ) : null}
        {may('loanOffers.decideAgreement.refuse') && !isLapsed ? (
          <Button size="dense" tone="danger-quiet" onClick={() => setRefusing(true)}>
            {t('admin-loans.contract.refuse')}
          </Button>
        ) : null}
      </RowActions>
      {isRefusing ? (
        <RejectDialog
          title={t('admin-loans.contract.refuseTitle', { name: loan.client.displayName })}
          schema={rejectLoanInput}
          reasons={REJECTION_REASONS}
          sentenceOf={(reason) => tKey(`loan-reasons.reasons.${reason}`)}
          noteName="reasonNote"
          sending={sending}
          onReject={(input) => send({ id: loan.id, action: 'refuse', seenPhase: phase, ...input })}
          onClose={() => setRefusing(false)}
        />
      ) : null}
    </div>
  );
}

/** A letter or a mail by which a client withdrew, written down by the day on which it was sent (LC-54). */
function CloseContract({ loan, onClose }: { loan: ReviewedLoan; onClose: () => void }) {
  const { t } = useWords();
  const showProblem = useProblemToast();
  const [way, setWay] = useState<'paper' | 'mail' | null>(null);
  const [sentOn, setSentOn] = useState('');
  const { send, sending } = useSubmission(api.loanOffers.closeContract, {
    onSuccess: () => {
      void refresh(['loans']);
      toast({ title: t('admin-loans.contract.closed') });
      onClose();
    },
    onProblem: (problem) => showProblem(problem),
  });
  return (
    <ConfirmDialog
      title={t('admin-loans.contract.closeTitle')}
      description={t('admin-loans.contract.closeText')}
      submit={way && sentOn ? t('admin-loans.contract.close') : null}
      submitting={t('admin-loans.contract.closing')}
      sending={sending}
      onConfirm={() => way && send({ id: loan.id, way, sentOn })}
      onClose={onClose}
    >
      <RadioCards
        name="way"
        label={t('admin-loans.contract.way')}
        required
        columns={2}
        value={way ?? ''}
        onChange={(event) => setWay(event.currentTarget.value as 'paper' | 'mail')}
        options={[
          { value: 'paper', title: t('admin-loans.contract.paper') },
          { value: 'mail', title: t('admin-loans.contract.mail') },
        ]}
      />
      <DateField
        name="sentOn"
        label={t('admin-loans.contract.sentOn')}
        hint={t('admin-loans.contract.sentOnHint')}
        required
        value={sentOn}
        onChange={(event) => setSentOn(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}

const extensionInput = z.object({ reason: withdrawalExtensionReason });

/** LC-55: a compulsory item was missing, so the client has twelve months and fourteen days to withdraw. */
function ExtendWithdrawal({ loan, onClose }: { loan: ReviewedLoan; onClose: () => void }) {
  const { t } = useWords();
  const form = useScreenForm({
    draft: `withdrawal-extension:${loan.id}`,
    initial: { reason: '' },
    schema: extensionInput,
    labels: { reason: t('admin-loans.contract.missingItem') },
  });
  const { send, sending } = useFormAct(form, api.loanOffers.extendWithdrawal, {
    say: (done) => done('admin-loans.contract.extended'),
    rereads: ['loans'],
    onClose,
  });
  return (
    <FormDialog
      title={t('admin-loans.contract.extendTitle')}
      description={t('admin-loans.contract.extendText')}
      size="small"
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={t('admin-loans.contract.extend')}
      submitting={t('admin-loans.contract.extending')}
      sending={sending}
      onSend={({ reason }) => send({ id: loan.id, reason })}
      onClose={onClose}
    >
      <TextArea
        {...form.field('reason')}
        label={t('admin-loans.contract.missingItem')}
        hint={t('admin-loans.contract.missingItemHint')}
        rows={3}
        required
      />
    </FormDialog>
  );
}

function PaperButton({ loanId, paper }: { loanId: string; paper: Review['papers'][number] }) {
  const { t } = useWords();
  const { shortDay } = useFormats();
  return (
    <DownloadButton path={`/api/admin/loans/${loanId}/papers/${paper.id}`}>
      {t(`admin-loans.contract.papers.${paper.kind}`)}
      {paper.kind === 'amendment' ? `, ${shortDay(paper.madeAt)}` : null}
    </DownloadButton>
  );
}

/** Every day of the offer and of the contract (LC-10). */
function ContractDays({
  offer,
  contract,
  currency,
}: Pick<Review, 'offer' | 'contract'> & { currency: CurrencyCode }) {
  const { t } = useWords();
  const format = useFormats();
  const day = (value: string) => format.day(value);
  return (
    <DefinitionList
      look="ledger"
      items={[
        ...(offer
          ? [
              {
                term: t('admin-loans.contract.offeredOn'),
                value: format.moment(offer.sentAt ?? offer.issuedAt),
              },
              {
                term: t('admin-loans.contract.offerUntil'),
                value: offer.lastAcceptanceDay
                  ? day(offer.lastAcceptanceDay)
                  : t('admin-loans.contract.notSent'),
              },
              { term: t('admin-loans.contract.taeg'), value: format.rate(offer.taegBps) },
            ]
          : []),
        ...(contract
          ? [
              { term: t('admin-loans.contract.acceptedOn'), value: format.moment(contract.acceptedAt) },
              { term: t('admin-loans.contract.noPaymentUntil'), value: day(contract.noPaymentUntilDay) },
              { term: t('admin-loans.contract.agreementUntil'), value: day(contract.agreementLastDay) },
              { term: t('admin-loans.contract.earliestPayout'), value: day(contract.earliestPayoutDay) },
              { term: t('admin-loans.contract.payoutOn'), value: day(contract.payoutDay), strong: true },
              { term: t('admin-loans.contract.withdrawalUntil'), value: day(contract.withdrawalLastDay) },
              ...(contract.withdrawalExtendedAt
                ? [
                    {
                      term: t('admin-loans.contract.extendedOn'),
                      value: format.moment(contract.withdrawalExtendedAt),
                    },
                  ]
                : []),
              ...(contract.withdrawnAt
                ? [
                    {
                      term: t('admin-loans.contract.withdrawnOn'),
                      value: format.moment(contract.withdrawnAt),
                    },
                  ]
                : []),
              ...(contract.toReturn
                ? [
                    {
                      term: t('admin-loans.contract.toReturn'),
                      value: format.amount(contract.toReturn.totalMinor, currency),
                    },
                  ]
                : []),
            ]
          : []),
      ]}
    />
  );
}

/** The offer and contract of a loan: its clock with every day of LC-10, its papers with their hashes, and what waits for the staff. */
export function LoanContract({ loan }: { loan: ReviewedLoan }) {
  const { t } = useWords();
  const may = useMay();
  const [isClosing, setClosing] = useState(false);
  const [isExtending, setExtending] = useState(false);
  const read = useQuery(query.loanOffers.review.queryOptions({ input: { id: loan.id } }));
  const { data } = read;
  if (!data) return <ReadFailed read={read} />;
  if (!data.offer && !data.contract) return null;
  const { offer, contract, papers, phase } = data;
  return (
    <section className="desk-panel-part">
      <h3>{t('admin-loans.contract.title', { reference: (contract ?? offer)?.reference ?? '' })}</h3>
      {contract ? <Agreement loan={loan} review={data} contract={contract} /> : null}
      {contract?.payout ? <PayoutAccount loan={loan} payout={contract.payout} /> : null}
      <ContractDays offer={offer} contract={contract} currency={loan.currency} />
      {papers.length > 0 ? (
        <>
          <p className="cell-note">
            {t('admin-loans.contract.hash', { hash: offer?.setHash ?? papers[0]?.sha256 ?? '' })}
          </p>
          <RowActions>
            {papers.map((paper) => (
              <PaperButton key={paper.id} loanId={loan.id} paper={paper} />
            ))}
          </RowActions>
        </>
      ) : null}
      {contract && may('loanOffers.closeContract') && ['accepted', 'agreed', 'active'].includes(phase) ? (
        <div>
          <Button size="dense" tone="quiet" onClick={() => setClosing(true)}>
            {t('admin-loans.contract.recordClosing')}
          </Button>
        </div>
      ) : null}
      {contract &&
      !contract.withdrawalExtendedAt &&
      may('loanOffers.extendWithdrawal') &&
      ['accepted', 'agreed', 'active'].includes(phase) ? (
        <div>
          <Button size="dense" tone="quiet" onClick={() => setExtending(true)}>
            {t('admin-loans.contract.extendWithdrawal')}
          </Button>
        </div>
      ) : null}
      {isExtending ? <ExtendWithdrawal loan={loan} onClose={() => setExtending(false)} /> : null}
      {isClosing ? <CloseContract loan={loan} onClose={() => setClosing(false)} /> : null}
    </section>
  );
}
