import type { ClientLanguage } from '#domain/clients/client-languages.ts';
import type { WithdrawalReason } from '#domain/withdrawals/request.ts';
import type reasonsFr from '#locales/fr/withdrawal-reasons.json';
import { readCatalogue } from '../papers/words.ts';

/**
 * Why a withdrawal was refused, in French or the language of the document: the reason's sentence, the note of the staff as a sentence of its own, and
 * that nothing has to be paid (docs/rules.md, Honest by design 7). Null for a withdrawal that was not refused. A refusal of before the note
 * was kept (migration 0030) keeps its sentence instead.
 */
export function failureReason(
  row: {
    readonly reasonCode: string | null;
    readonly reasonNote: string | null;
    readonly failureReason: string | null;
  },
  language: ClientLanguage = 'fr',
): string | null {
  if (row.failureReason !== null || row.reasonCode === null) return row.failureReason;
  const { reasons, nothingToPay } = readCatalogue<typeof reasonsFr>(language, 'withdrawal-reasons');
  const sentence = reasons[row.reasonCode as WithdrawalReason];
  const note = row.reasonNote ?? '';
  const noteSentence = note === '' || /[.!?…]$/.test(note) ? note : `${note}.`;
  return [sentence, noteSentence, nothingToPay].filter((part) => part !== '').join(' ');
}
