import type { WithdrawalReason } from '#domain/withdrawals/request.ts';
import reasonsFr from '#locales/fr/withdrawal-reasons.json' with { type: 'json' };

const REASONS: Record<WithdrawalReason, string> = reasonsFr.reasons;

/**
 * Why a withdrawal was refused, in the French the client reads: the reason's sentence, the note of the staff as a sentence of its own, and
 * that nothing has to be paid (docs/rules.md, Honest by design 7). Null for a withdrawal that was not refused. A refusal of before the note
 * was kept (migration 0030) keeps its sentence instead.
 */
export function failureReason(row: {
  readonly reasonCode: string | null;
  readonly reasonNote: string | null;
  readonly failureReason: string | null;
}): string | null {
  if (row.failureReason !== null || row.reasonCode === null) return row.failureReason;
  const sentence = REASONS[row.reasonCode as WithdrawalReason];
  const note = row.reasonNote ?? '';
  const noteSentence = note === '' || /[.!?…]$/.test(note) ? note : `${note}.`;
  return [sentence, noteSentence, reasonsFr.nothingToPay].filter((part) => part !== '').join(' ');
}
