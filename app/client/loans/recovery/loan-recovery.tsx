import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type * as z from 'zod/mini';
import type { recovery } from '#contract/loan-recovery.ts';
import { useBankDay } from '../../../api/bank-clock.ts';
import { query } from '../../../api/queries.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/t.ts';
import { Amount } from '../../../page/amount.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { Loan } from '../../accounts/overview.ts';
import { DownloadButton } from '../../frame/download-button.tsx';
import { clientHref } from '../../frame/sections.ts';
import { LoanReadFailed } from '../loan-read-failed.tsx';
import { DifficultyDialog } from '../repayments/difficulty-dialog.tsx';
import { LoanActs } from '../repayments/loan-acts.tsx';
import { PayInstalmentDialog } from '../servicing/pay-instalment-dialog.tsx';

type Recovery = z.infer<typeof recovery>;
type Letter = Recovery['letters'][number];

/** The last letter of a kind. */
const letterOf = ({ letters }: Recovery, kind: Letter['kind']) => letters.find((one) => one.kind === kind);

function LetterButton({ loan, letter }: { loan: Loan; letter: Letter | undefined }) {
  const t = useT();
  const format = useFormats();
  if (!letter) return null;
  return (
    <DownloadButton
      path={`/api/loans/${loan.id}/recovery-letters/${letter.id}`}
      label={`${t('client-recovery.readLetter')}, ${t(`client-recovery.letters.${letter.kind}`)}, ${format.shortDay(letter.day)}`}
    >
      {t('client-recovery.readLetter')}
    </DownloadButton>
  );
}

/** A step of recovery: what it means, its letter, and help in reach (LC-86). */
function Step({
  tone,
  title,
  loan,
  letter,
  onHelp,
  children,
}: {
  tone: 'info' | 'warning' | 'danger';
  title: string;
  loan: Loan;
  letter?: Letter | undefined;
  onHelp?: () => void;
  children: ReactNode;
}) {
  const t = useT();
  return (
    <Notice
      tone={tone}
      title={title}
      actions={
        onHelp || letter ? (
          <>
            {onHelp ? <Button onClick={onHelp}>{t('client-recovery.help')}</Button> : null}
            <LetterButton loan={loan} letter={letter} />
          </>
        ) : null
      }
    >
      {children}
    </Notice>
  );
}

/** What an accelerated loan owes, line by line, and how to pay it. */
function Claim({ loan, state, onPay }: { loan: Loan; state: Recovery; onPay: () => void }) {
  const t = useT();
  const format = useFormats();
  const { claim } = state;
  if (!claim) return null;
  const amount = (minor: number) => <Amount minor={minor} currency={loan.currency} />;
  const isPayable = state.phase === 'accelerated' && (!state.freeze || state.freeze.kind === 'death');
  return (
    <Card title={t('client-recovery.claim.title')}>
      <div className="stack">
        {state.acceleratedOn ? (
          <p>{t('client-recovery.claim.since', { date: format.day(state.acceleratedOn) })}</p>
        ) : null}
        <DefinitionList
          look="ledger"
          items={[
            { term: t('client-recovery.claim.capital'), value: amount(claim.capitalMinor) },
            { term: t('client-recovery.claim.interest'), value: amount(claim.interestMinor) },
            { term: t('client-recovery.claim.lateInterest'), value: amount(claim.lateInterestMinor) },
            ...(claim.indemnityMinor > 0
              ? [{ term: t('client-recovery.claim.indemnity'), value: amount(claim.indemnityMinor) }]
              : []),
            ...(claim.costsMinor > 0
              ? [{ term: t('client-recovery.claim.costs'), value: amount(claim.costsMinor) }]
              : []),
            { term: t('client-recovery.claim.total'), value: amount(claim.totalMinor), strong: true },
          ]}
        />
        <p>
          {claim.perDayMinor > 0
            ? `${t('client-recovery.claim.perDay', { amount: format.amount(claim.perDayMinor, loan.currency) })} `
            : null}
          {t('client-recovery.claim.noFee')}
        </p>
        <p>{t('client-recovery.claim.advice')}</p>
        {state.phase === 'accelerated' ? (
          <LoanActs loan={loan}>
            {isPayable ? (
              <Button tone="primary" onClick={onPay}>
                {t('client-recovery.claim.pay')}
              </Button>
            ) : null}
          </LoanActs>
        ) : null}
        <div className="cluster">
          {/* A claim that was written off is paid outside the area: a person says how. */}
          {state.phase === 'written_off' ? (
            <LinkButton href={clientHref('help')}>{t('client-loans.file.advisor')}</LinkButton>
          ) : null}
          <LetterButton loan={loan} letter={letterOf(state, 'acceleration')} />
        </div>
      </div>
    </Card>
  );
}

/** The step that counts most now; a freeze comes before every other. */
function CurrentStep({ loan, state, onHelp }: { loan: Loan; state: Recovery; onHelp: () => void }) {
  const t = useT();
  const format = useFormats();
  const today = useBankDay();
  const { freeze, notice, measuresAnswerBy, lateSince } = state;
  if (freeze)
    return (
      <Step tone="info" title={t(`client-recovery.freeze.${freeze.kind}.title`)} loan={loan}>
        {t(`client-recovery.freeze.${freeze.kind}.text`, { date: format.day(freeze.fromDay) })}
      </Step>
    );
  if (notice) {
    const date = format.day(notice.lastDay);
    const isPassed = notice.lastDay < today;
    return (
      <Step
        tone="danger"
        title={
          isPassed
            ? t('client-recovery.notice.passedTitle', { date })
            : t('client-recovery.notice.title', {
                amount: format.amount(notice.amountMinor, loan.currency),
                date,
              })
        }
        loan={loan}
        letter={letterOf(state, 'formal-notice')}
        onHelp={onHelp}
      >
        {isPassed ? (
          <p>{t('client-recovery.notice.passed')}</p>
        ) : (
          <>
            <p>{t('client-recovery.notice.text', { date })}</p>
            <p>{t('client-recovery.notice.ends')}</p>
          </>
        )}
      </Step>
    );
  }
  if (lateSince && measuresAnswerBy && state.phase === 'active')
    return (
      <Step
        tone="warning"
        title={t('client-recovery.offer.title')}
        loan={loan}
        letter={letterOf(state, 'measures-offer')}
        onHelp={onHelp}
      >
        {measuresAnswerBy >= today
          ? t('client-recovery.offer.text', { date: format.day(measuresAnswerBy) })
          : t('client-recovery.offer.still')}
      </Step>
    );
  const missed = letterOf(state, 'missed-instalment');
  if (lateSince && state.phase === 'active' && missed && missed.day >= lateSince)
    return (
      <Step
        tone="warning"
        title={t('client-recovery.letters.missed-instalment')}
        loan={loan}
        letter={missed}
        onHelp={onHelp}
      >
        {t('client-recovery.claim.advice')}
      </Step>
    );
  return null;
}

/** What the FICP is told of this loan (LC-83). */
function Ficp({ loan, state }: { loan: Loan; state: Recovery }) {
  const t = useT();
  const format = useFormats();
  const today = useBankDay();
  const { declaration } = state;
  if (!declaration || state.freeze) return null;
  // A measure that was just accepted leaves nothing late: the evening's job ends what was not declared.
  if (!state.lateSince && state.phase === 'active' && !declaration.declaredOn) return null;
  const { declaredOn, regularisedOn, declareFrom } = declaration;
  const informed = declareFrom <= today ? 'due' : 'informed';
  const step = regularisedOn ? 'paid' : declaredOn ? 'declared' : informed;
  return (
    <Step
      tone={regularisedOn ? 'info' : 'warning'}
      title={t(`client-recovery.ficp.${step}.title`)}
      loan={loan}
      letter={letterOf(state, 'ficp-information')}
    >
      {t(`client-recovery.ficp.${step}.text`, {
        date: format.day(regularisedOn ?? declaredOn ?? declareFrom),
      })}
    </Step>
  );
}

/** Where the recovery of a loan stands: the one step that counts now, what the FICP is told, and what is owed of an accelerated loan. */
export default function LoanRecovery({ loan: known }: { loan: Loan }) {
  const [opened, setOpened] = useState<'help' | 'pay' | null>(null);
  const asked = useQuery(query.loanRecovery.show.queryOptions({ input: { id: known.id } }));
  const { data: shown } = useQuery({
    ...query.loans.show.queryOptions({ input: { id: known.id } }),
    enabled: known.phase === 'accelerated',
  });
  const state = asked.data?.recovery;
  if (!state) return asked.isError ? <LoanReadFailed asked={asked} headingLevel="h2" /> : null;
  const loan = shown?.loan ?? known;
  const close = () => setOpened(null);
  return (
    <>
      <CurrentStep loan={loan} state={state} onHelp={() => setOpened('help')} />
      <Claim loan={loan} state={state} onPay={() => setOpened('pay')} />
      <Ficp loan={loan} state={state} />
      {opened === 'help' ? <DifficultyDialog loan={loan} onClose={close} /> : null}
      {opened === 'pay' && loan.position ? (
        <PayInstalmentDialog loan={loan} position={loan.position} onClose={close} />
      ) : null}
    </>
  );
}
