import {
  creditWarning,
  DEBT_RATIO_NOTICE,
  DIRECT_LOAN_IN_DEMONSTRATION,
  NO_PAYMENT_BEFORE_LOAN,
} from '#domain/loans/legal-wording.ts';
import { useWords } from '../i18n/t.ts';
import { Notice } from '../ui/notice.tsx';
import { useToday } from './today.ts';
import './legal-notices.css';

/** A sentence whose French wording is fixed: it is shown in French in every language, with its translation beside it. */
function Sentence({ text, translation }: { text: string; translation: string }) {
  const { language } = useWords();
  return (
    <>
      <p lang="fr">{text}</p>
      {language === 'fr' ? null : <p className="legal-translation">{translation}</p>}
    </>
  );
}

/**
 * Required beside every figure of a credit (C. conso. L312-5), in the wording in force today. `loud` where the figures are large: none may be
 * larger than this sentence (L312-8).
 */
export function CreditWarning({ loud }: { loud?: boolean }) {
  const { t } = useWords();
  return (
    <Notice tone="legal" className="credit-warning" data-loud={loud || undefined}>
      <Sentence text={creditWarning(useToday()).text} translation={t('legal-notices.creditWarning')} />
    </Notice>
  );
}

/** On loan, fee and message screens (docs/rules.md, Honest by design 3). */
export function NoPaymentBeforeLoan() {
  const { t } = useWords();
  return (
    <Notice tone="legal">
      <Sentence text={NO_PAYMENT_BEFORE_LOAN.text} translation={t('legal-notices.noPayment')} />
    </Notice>
  );
}

/** Shown with a loan that a demonstration paid out at its approval: the waiting periods that a real establishment must observe (LC-4). */
export function DirectLoanInDemonstration() {
  const { t } = useWords();
  return (
    <Notice tone="info">
      <Sentence text={DIRECT_LOAN_IN_DEMONSTRATION.text} translation={t('legal-notices.directLoan')} />
    </Notice>
  );
}

/** Both legal sentences, one under the other. */
export function LoanSentences({ loud }: { loud?: boolean }) {
  return (
    <div className="legal-sentences">
      <CreditWarning loud={loud} />
      <NoPaymentBeforeLoan />
    </div>
  );
}

/** Shown with every debt ratio: the limit is the institution's policy, not the law's. */
export function DebtRatioNotice() {
  const { t } = useWords();
  return (
    <div className="legal-note">
      <Sentence text={DEBT_RATIO_NOTICE.text} translation={t('legal-notices.ratio')} />
    </div>
  );
}
