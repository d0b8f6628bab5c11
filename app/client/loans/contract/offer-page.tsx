import { useId, useState } from 'react';
import { DUE_DAYS } from '#domain/loans/first-period.ts';
import { paysOutside } from '#domain/loans/payout-account.ts';
import { api } from '../../../api/client.ts';
import { refresh } from '../../../api/queries.ts';
import { useSubmission } from '../../../api/submission.ts';
import { ConfirmDialog } from '../../../form/confirm-dialog.tsx';
import { useProblemToast } from '../../../form/problem-toast.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/t.ts';
import { institution } from '../../../page/institution.ts';
import { CreditWarning } from '../../../page/legal-notices.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox, RadioCards } from '../../../ui/choices.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Select } from '../../../ui/select.tsx';
import { toast } from '../../../ui/toasts.ts';
import type { Loan } from '../../accounts/overview.ts';
import { useLoanAct } from '../loan-act.ts';
import { OfferExplanations } from '../loan-file.tsx';
import { ContractPapers } from './contract-papers.tsx';
import type { ContractReading } from './contract-reading.ts';

type Offer = NonNullable<ContractReading['offer']>;
type Papers = ContractReading['papers'];

/** Where the money goes (LC-6). */
const PAYOUT = paysOutside(institution.status) ? 'payoutOutside' : 'payoutValue';

/** The box of R312-10: the essential characteristics of the credit, and nothing else. */
function EssentialBox({ offer }: { offer: Offer }) {
  const t = useT();
  const format = useFormats();
  const amount = (minor: number) => format.amount(minor, offer.currency);
  return (
    <section className="contract-box" aria-labelledby="contract-box-title">
      <h3 id="contract-box-title" lang="fr">
        Caractéristiques essentielles du crédit
      </h3>
      <DefinitionList
        look="ledger"
        items={[
          { term: t('client-loans.contract.box.type'), value: t('client-loans.contract.box.typeValue') },
          { term: t('client-loans.contract.box.amount'), value: amount(offer.amountMinor), strong: true },
          { term: t('client-loans.contract.box.payout'), value: t(`client-loans.contract.box.${PAYOUT}`) },
          { term: t('client-loans.contract.box.duration'), value: format.months(offer.durationMonths) },
          {
            term: t('client-loans.contract.box.instalments'),
            value: t('client-loans.contract.box.instalmentsValue', {
              count: offer.durationMonths,
              amount: amount(offer.instalmentMinor),
              last: amount(offer.lastInstalmentMinor),
            }),
          },
          {
            term: t('client-loans.contract.box.first'),
            value: t('client-loans.contract.box.firstValue', {
              amount: amount(offer.largestFirstInstalmentMinor),
            }),
          },
          { term: t('client-loans.contract.box.rate'), value: format.rate(offer.annualRateBps) },
          {
            term: t('client-loans.contract.box.taeg'),
            value: t('client-loans.contract.box.taegValue', { value: format.rate(offer.taegBps) }),
          },
          { term: t('client-loans.contract.box.total'), value: amount(offer.totalDueMinor), strong: true },
          { term: t('client-loans.contract.box.fees'), value: amount(0) },
          { term: t('client-loans.contract.box.sureties'), value: t('client-loans.contract.box.none') },
          { term: t('client-loans.contract.box.notary'), value: t('client-loans.contract.box.none') },
        ]}
      />
    </section>
  );
}

function DeclineDialog({ loan, onClose }: { loan: Loan; onClose: () => void }) {
  const t = useT();
  const { send, sending } = useLoanAct(api.loanOffers.decline, {
    done: { title: t('client-loans.contract.declined') },
    onClose,
  });
  return (
    <ConfirmDialog
      title={t('client-loans.contract.declineTitle')}
      description={t('client-loans.contract.declineText')}
      leave={t('client-loans.contract.declineLeave')}
      submit={t('client-loans.contract.decline')}
      submitting={t('client-loans.contract.declining')}
      tone="danger"
      sending={sending}
      onConfirm={() => send({ id: loan.id })}
      onClose={onClose}
    />
  );
}

type PayoutChoice = 'earliest' | 'after-withdrawal';

/** The due day and the payout (LC-44), neither chosen in advance. */
function Choices({
  offer: { ifAcceptedNow },
  dueDay,
  onDueDay,
  payout,
  onPayout,
}: {
  offer: Offer;
  dueDay: string;
  onDueDay: (day: string) => void;
  payout: PayoutChoice | null;
  onPayout: (choice: PayoutChoice) => void;
}) {
  const t = useT();
  const format = useFormats();
  return (
    <>
      <Select
        label={t('client-loans.contract.dueDay')}
        name="dueDay"
        required
        placeholder={t('client-loans.contract.choose')}
        value={dueDay}
        onChange={(event) => onDueDay(event.currentTarget.value)}
        options={[
          ...DUE_DAYS.map((day) => ({
            value: String(day),
            // Clamped to short months, the 31st is the last day of each.
            label:
              day === 31
                ? t('client-repayments.dueDay.lastDay')
                : t('client-loans.contract.dueDayOf', { day }),
          })),
          { value: 'payout', label: t('client-loans.contract.dueDayOfPayout') },
        ]}
      />
      <RadioCards
        name="payoutChoice"
        label={t('client-loans.contract.payout')}
        required
        columns={2}
        value={payout ?? ''}
        onChange={(event) => onPayout(event.currentTarget.value as PayoutChoice)}
        options={[
          {
            value: 'earliest',
            title: t('client-loans.contract.payoutEarliest', { date: format.day(ifAcceptedNow.payoutDay) }),
          },
          {
            value: 'after-withdrawal',
            title: t('client-loans.contract.payoutAfter', {
              date: format.day(ifAcceptedNow.payoutDayAfterWithdrawal),
            }),
          },
        ]}
      />
    </>
  );
}

/** What the client ticks and chooses; nothing is ticked or chosen in advance (LC-43, LC-44). */
// Longer than 70 lines: it is the boxes and the signature of one contract, in their order.
function AcceptForm({ loan, offer, papers }: { loan: Loan; offer: Offer; papers: Papers }) {
  const t = useT();
  const format = useFormats();
  const showProblem = useProblemToast();
  const hintId = useId();
  const [ticked, setTicked] = useState<readonly boolean[]>(offer.statements.map(() => false));
  const [dueDay, setDueDay] = useState('');
  const [payout, setPayout] = useState<PayoutChoice | null>(null);
  const { ifAcceptedNow } = offer;
  const isRead = papers.every(({ openedAt }) => openedAt !== null);
  const isWhole = ticked.every(Boolean) && dueDay !== '' && payout !== null && isRead;
  const { send, sending } = useSubmission(api.loans.accept, {
    onSuccess: () => {
      void refresh(['loans']);
      toast({ title: t('client-loans.contract.acceptedToast') });
    },
    onProblem: (problem) => {
      void refresh(['loans']);
      showProblem(problem);
    },
  });
  const accept = () => {
    if (payout === null) return;
    send({
      id: loan.id,
      amountMinor: offer.amountMinor,
      annualRateBps: offer.annualRateBps,
      durationMonths: offer.durationMonths,
      setHash: offer.setHash,
      hasReceivedPapers: true,
      keepsCopyWithSlip: true,
      acceptsOffer: true,
      dueDay: DUE_DAYS.find((day) => String(day) === dueDay) ?? null,
      payoutChoice: payout,
    });
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) accept();
      }}
    >
      {offer.statements.map((statement, index) => (
        <Checkbox
          key={statement}
          required
          label={<span lang="fr">{statement}</span>}
          checked={ticked[index] ?? false}
          onChange={({ currentTarget: { checked } }) =>
            setTicked((before) => before.map((one, place) => (place === index ? checked : one)))
          }
        />
      ))}
      <Choices offer={offer} dueDay={dueDay} onDueDay={setDueDay} payout={payout} onPayout={setPayout} />
      <Notice tone="legal">
        <p>
          {t('client-loans.contract.noPaymentBefore', { date: format.day(ifAcceptedNow.earliestPayoutDay) })}
        </p>
        <p>{t('client-loans.contract.fourteenDays')}</p>
      </Notice>
      {isRead ? null : (
        <p className="request-note" id={hintId}>
          {t('client-loans.contract.openFirst')}
        </p>
      )}
      <div className="form-actions">
        <Button
          type="submit"
          tone="primary"
          size="large"
          disabled={!isWhole}
          aria-describedby={isRead ? undefined : hintId}
          loading={sending.isSending}
        >
          {t('client-loans.contract.accept')}
        </Button>
      </div>
    </form>
  );
}

/** The offer to be read: the box, the papers, the clock, what is ticked and chosen (LC-42). */
export function OfferPage({ loan, offer, papers }: { loan: Loan; offer: Offer; papers: Papers }) {
  const t = useT();
  const format = useFormats();
  const [isDeclining, setDeclining] = useState(false);
  return (
    <>
      <Card title={t('client-loans.contract.offerTitle', { reference: offer.reference })}>
        <div className="stack">
          <p>
            {offer.lastAcceptanceDay
              ? t('client-loans.contract.offered', { date: format.day(offer.lastAcceptanceDay) })
              : t('client-loans.contract.offeredUnsent')}
          </p>
          <EssentialBox offer={offer} />
          <CreditWarning loud />
          <ContractPapers loanId={loan.id} papers={papers} />
        </div>
      </Card>
      <OfferExplanations loan={loan} />
      <Card title={t('client-loans.contract.acceptTitle')}>
        <AcceptForm loan={loan} offer={offer} papers={papers} />
        <div className="contract-decline">
          <Button tone="danger-quiet" onClick={() => setDeclining(true)}>
            {t('client-loans.contract.decline')}
          </Button>
        </div>
      </Card>
      {isDeclining ? <DeclineDialog loan={loan} onClose={() => setDeclining(false)} /> : null}
    </>
  );
}
