import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { isOpenLoan, propertiesOf } from '#domain/loans/phases.ts';
import { useBankDay } from '../../../api/bank-clock.ts';
import { api } from '../../../api/client.ts';
import { query, refresh } from '../../../api/queries.ts';
import { useSubmission } from '../../../api/submission.ts';
import { ConfirmDialog } from '../../../form/confirm-dialog.tsx';
import { useProblemToast } from '../../../form/problem-toast.ts';
import { needCatalogues } from '../../../i18n/catalogue-files.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/t.ts';
import { isDemo } from '../../../page/institution.ts';
import { DirectLoanInDemonstration } from '../../../page/legal-notices.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/choices.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { SkeletonList } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toasts.ts';
import type { Loan } from '../../accounts/overview.ts';
import { useLoanAct } from '../loan-act.ts';
import { LoanReadFailed } from '../loan-read-failed.tsx';
import { ContractPapers } from './contract-papers.tsx';
import type { ContractReading, LoanContractOf } from './contract-reading.ts';
import { OfferPage } from './offer-page.tsx';
import './contract.css';

/** Fetched for the loans of a finance company alone, with its words (LC-6). */
const PayoutAccount = lazy(async () => {
  const [file] = await Promise.all([import('./payout-account.tsx'), needCatalogues(['client-payout'])]);
  return file;
});

/** LC-29: before an offer can be sent, the client says that they can receive and keep its documents as PDF. */
function DurableMedium() {
  const t = useT();
  const showProblem = useProblemToast();
  const [isTicked, setTicked] = useState(false);
  const { data } = useQuery(query.loanOffers.showConsent.queryOptions());
  const { send, sending } = useSubmission(api.loanOffers.consentToPdf, {
    onSuccess: () => {
      void refresh(['loans']);
      toast({ title: t('client-loans.contract.consentKept') });
    },
    onProblem: (problem) => showProblem(problem),
  });
  if (!data || data.holds) return null;
  return (
    <Card title={t('client-loans.contract.consentTitle')}>
      <div className="stack">
        <p>{t('client-loans.contract.consentWhy')}</p>
        <Checkbox
          label={<span lang="fr">{data.statement}</span>}
          checked={isTicked}
          onChange={(event) => setTicked(event.currentTarget.checked)}
        />
        <div>
          <Button
            tone="primary"
            disabled={!isTicked}
            loading={sending.isSending}
            onClick={() => send({ canKeepPdf: true })}
          >
            {t('client-loans.contract.consentSend')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** Whether the client has the money of the loan: not before its payout, nor while that is back with the lender (LC-6). */
const hasMoney = ({ loan, contract }: { loan: Loan; contract: LoanContractOf }) =>
  loan.paidOutAt !== null && contract.payout?.isBack !== true;

/** Step 2 of a withdrawal (LC-54): name, contract and address of the receipt. No reason is asked. */
function WithdrawDialog({
  loan,
  contract,
  onClose,
}: {
  loan: Loan;
  contract: LoanContractOf;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormats();
  const { data: person } = useQuery(query.clients.profile.queryOptions());
  const { send, sending } = useLoanAct(api.loanOffers.withdraw, {
    done: { title: t('client-loans.contract.withdrawn') },
    onClose,
  });
  return (
    <ConfirmDialog
      title={t('client-loans.contract.withdrawTitle')}
      description={t(
        hasMoney({ loan, contract })
          ? 'client-loans.contract.withdrawPaidOut'
          : 'client-loans.contract.withdrawUnpaid',
        { amount: format.amount(loan.amountMinor, loan.currency) },
      )}
      submit={t('client-loans.contract.withdrawConfirm')}
      submitting={t('client-loans.contract.withdrawing')}
      sending={sending}
      onConfirm={() => send({ id: loan.id })}
      onClose={onClose}
    >
      <DefinitionList
        items={[
          ...(person
            ? [
                {
                  term: t('client-loans.contract.name'),
                  value: `${person.profile.firstName} ${person.profile.lastName}`,
                },
                { term: t('client-loans.contract.receiptTo'), value: person.profile.email },
              ]
            : []),
          { term: t('client-loans.contract.reference'), value: contract.reference },
        ]}
      />
    </ConfirmDialog>
  );
}

function ReturnSum({ loan, contract }: { loan: Loan; contract: LoanContractOf }) {
  const t = useT();
  const format = useFormats();
  const showProblem = useProblemToast();
  const { toReturn } = contract;
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const { send, sending } = useSubmission(api.loanOffers.returnSum, {
    onSuccess: () => {
      void refresh(['loans', 'account', 'transactions']);
      toast({ title: t('client-loans.contract.returned') });
      close();
    },
    onProblem: (problem) => {
      showProblem(problem);
      if (problem.isFinal) close();
    },
  });
  if (!toReturn) return null;
  const amount = (minor: number) => format.amount(minor, loan.currency);
  if (toReturn.totalMinor <= 0)
    return <p>{t('client-loans.contract.toReceive', { amount: amount(-toReturn.totalMinor) })}</p>;
  const sum = t(toReturn.isLate ? 'client-loans.contract.toReturnLate' : 'client-loans.contract.toReturn', {
    amount: amount(toReturn.totalMinor),
    daily: amount(toReturn.dailyInterestMinor),
    date: format.day(toReturn.byDay),
  });
  return (
    <div className="stack">
      <p>{sum}</p>
      {toReturn.paidMinor > 0 ? (
        <p>
          {t('client-loans.contract.toReturnPaid', {
            paid: amount(toReturn.paidMinor),
            capital: amount(toReturn.capitalMinor),
            interest: amount(toReturn.interestMinor),
          })}
        </p>
      ) : null}
      <div>
        <Button tone="primary" onClick={() => setAsking(true)}>
          {t('client-loans.contract.returnSum')}
        </Button>
      </div>
      {/* The whole sum leaves the account at once: a single press does not do it. */}
      {isAsking ? (
        <ConfirmDialog
          size="small"
          title={t('client-loans.contract.returnSum')}
          description={sum}
          submit={t('client-loans.contract.returnSum')}
          submitting={t('client-loans.contract.withdrawing')}
          sending={sending}
          onClose={close}
          onConfirm={() => send({ id: loan.id })}
        />
      ) : null}
    </div>
  );
}

/** LC-51: the lender agreed late; the client says whether they still want the credit. */
function LateAgreement({ loan }: { loan: Loan }) {
  const t = useT();
  const showProblem = useProblemToast();
  const [isTicked, setTicked] = useState(false);
  const { send, sending } = useSubmission(api.loanOffers.confirmLateAgreement, {
    onSuccess: () => {
      void refresh(['loans']);
      toast({ title: t('client-loans.contract.lateConfirmed') });
    },
    onProblem: (problem) => showProblem(problem),
  });
  return (
    <div className="stack">
      <p>{t('client-loans.contract.lateAgreed')}</p>
      <Checkbox
        label={t('client-loans.contract.stillWants')}
        checked={isTicked}
        onChange={(event) => setTicked(event.currentTarget.checked)}
      />
      <div>
        <Button
          tone="primary"
          disabled={!isTicked}
          loading={sending.isSending}
          onClick={() => send({ id: loan.id, stillWants: true })}
        >
          {t('client-loans.contract.lateConfirm')}
        </Button>
      </div>
    </div>
  );
}

/** What comes next, by the phase. */
function FirstLine({ loan, contract }: { loan: Loan; contract: LoanContractOf }) {
  const t = useT();
  const format = useFormats();
  const day = (value: string) => format.day(value);
  switch (loan.phase) {
    case 'accepted':
      return (
        <>
          <p>
            {t('client-loans.contract.accepted', {
              date: day(contract.acceptedAt),
              until: day(contract.agreementLastDay),
            })}
          </p>
          <p>{t('client-loans.contract.noPaymentBefore', { date: day(contract.earliestPayoutDay) })}</p>
          <p>{t('client-loans.contract.fourteenDays')}</p>
        </>
      );
    case 'agreed':
      return <p>{t('client-loans.contract.agreed', { date: day(contract.payoutDay) })}</p>;
    case 'retracting':
      return hasMoney({ loan, contract }) ? (
        <ReturnSum loan={loan} contract={contract} />
      ) : (
        <p>
          {t('client-loans.contract.withdrawUnpaid', {
            amount: format.amount(loan.amountMinor, loan.currency),
          })}
        </p>
      );
    case 'retracted':
      return <p>{t('client-loans.contract.over')}</p>;
    case 'lapsed':
      return contract.lateAgreedAt ? (
        <LateAgreement loan={loan} />
      ) : (
        <p>{t('client-loans.contract.lapsed')}</p>
      );
    default:
      return null;
  }
}

/** LC-54: always there until the instant, never in a menu; afterwards the page says since when it is gone. */
function WithdrawalRight({ loan, contract }: { loan: Loan; contract: LoanContractOf }) {
  const t = useT();
  const format = useFormats();
  const [isAsking, setAsking] = useState(false);
  const today = useBankDay();
  const date = format.day(contract.withdrawalLastDay);
  if (contract.withdrawnAt) return null;
  if (!contract.canWithdraw)
    return propertiesOf(loan.phase).stage === 'loan' ? (
      <p className="request-note">{t('client-loans.contract.withdrawalOver', { date })}</p>
    ) : null;
  return (
    <div className="contract-withdrawal">
      {contract.withdrawalExtendedAt ? <p>{t('client-loans.contract.withdrawalExtended')}</p> : null}
      {/* Afterwards it is open only while the payout is back, which its account's part says (LC-6). */}
      {today > contract.withdrawalLastDay ? null : (
        <p>{t('client-loans.contract.withdrawalUntil', { date })}</p>
      )}
      <Button onClick={() => setAsking(true)}>{t('client-loans.contract.withdraw')}</Button>
      {isAsking ? <WithdrawDialog loan={loan} contract={contract} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}

function ContractCard({ loan, reading }: { loan: Loan; reading: ContractReading }) {
  const t = useT();
  const { contract, papers } = reading;
  if (!contract) return null;
  // A direct loan that was repaid has no papers of a contract, and nothing to say of it.
  const isSilent = loan.phase === 'repaid' && papers.length === 0 && !contract.canWithdraw;
  return (
    <>
      {isSilent ? null : (
        <Card title={t('client-loans.contract.title', { reference: contract.reference })}>
          <div className="stack">
            <FirstLine loan={loan} contract={contract} />
            {contract.payout ? (
              <Suspense>
                <PayoutAccount loan={loan} payout={contract.payout} />
              </Suspense>
            ) : null}
            <WithdrawalRight loan={loan} contract={contract} />
            <ContractPapers loanId={loan.id} papers={papers} />
          </div>
        </Card>
      )}
      {isDemo && loan.paidOutAt && reading.offer === null ? <DirectLoanInDemonstration /> : null}
    </>
  );
}

/** The contract's part of a loan's page: the word about documents, the offer to read, the contract with its days and what can be done. */
export function LoanContract({ loan }: { loan: Loan }) {
  const t = useT();
  const isOpen = isOpenLoan(loan.phase);
  const asked = useQuery({
    ...query.loanOffers.show.queryOptions({ input: { id: loan.id } }),
    enabled: !isOpen,
  });
  if (isOpen) return <DurableMedium />;
  if (asked.isError && !asked.data) return <LoanReadFailed asked={asked} />;
  if (!asked.data) return <SkeletonList label={t('common.loading')} rows={2} />;
  if (loan.phase === 'offered' && asked.data.offer)
    return <OfferPage loan={loan} offer={asked.data.offer} papers={asked.data.papers} />;
  return <ContractCard loan={loan} reading={asked.data} />;
}
