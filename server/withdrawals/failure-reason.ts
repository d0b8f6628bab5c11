import type { WithdrawalReason } from '#domain/withdrawals/request.ts';
import reasonsFr from '#locales/fr/withdrawal-reasons.json' with { type: 'json' };

const REASONS: Record<WithdrawalReason, string> = reasonsFr.reasons;

/**
 * Why a withdrawal is refused, in the French the client reads: the reason's sentence, the administrator's note as a sentence of its own,
 * and that nothing has to be paid (docs/rules.md, Honest by design 7).
 */
export function failureReason(reasonCode: WithdrawalReason, note = ''): string {
  const sentence = REASONS[reasonCode];
  const words = note.trim();
  const noteSentence = words === '' || /[.!?…]$/.test(words) ? words : `${words}.`;
  return [sentence, noteSentence, reasonsFr.nothingToPay].filter((part) => part !== '').join(' ');
}
