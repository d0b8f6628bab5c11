import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import type { ReviewedLoan } from './loan-words.ts';

/** Second lines without a figure or a day. */
const PLAIN = [
  'documentsAsked',
  'inRepayment',
  'immediateRepayment',
  'cancelled',
  'declined',
  'expired',
  'lapsed',
  'closed',
  'lenderRefused',
  'notTransmitted',
] as const;
/** Second lines that name a day. */
const DATED = [
  'offerOpen',
  'agreementAwaited',
  'payoutPlanned',
  'repaid',
  'transmitted',
  'lenderAccepted',
  'lenderPaid',
] as const;

/** The second line of a loan's badge as the staff reads it (LC-7), in words; null where there is none. A refused request says its reason. */
export function useLoanSub(): (loan: ReviewedLoan) => string | null {
  const { t, tKey } = useWords();
  const format = useFormats();
  return ({ sub, subDay, phase, freeze, reasonCode, lateInstalments }) => {
    // A frozen loan is not in repayment, and nothing of it is late.
    if (freeze && phase === 'active') return t('admin-loans.sub.frozen');
    if (sub === 'instalmentsLate') return t('admin-loans.sub.instalmentsLate', { count: lateInstalments });
    if (sub === 'refused') return reasonCode ? tKey(`loan-reasons.reasons.${reasonCode}`) : null;
    const dated = DATED.find((one) => one === sub);
    if (dated) return subDay ? t(`admin-loans.sub.${dated}`, { date: format.day(subDay) }) : null;
    const plain = PLAIN.find((one) => one === sub);
    return plain ? t(`admin-loans.sub.${plain}`) : null;
  };
}
