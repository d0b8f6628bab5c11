/** Why a transfer was refused, as it is kept. `failureReason` is the French sentence of a refusal of before reasons were kept as data. */
export interface KeptRefusal {
  readonly reasonCode: string | null;
  readonly reasonNote: string | null;
  readonly failureReason: string | null;
}

/** What is kept of a transfer that the house did not decide or hand to its bank in time (PAY-39). Each reader has the sentence in their language. */
export const LATE_REFUSAL = {
  reasonCode: 'other',
  reasonNote: "Nous n'avons pas pu traiter ce virement à temps.",
} as const;

/** The words for why a transfer was refused: the key of the reason's sentence in the catalogues, and what stands beside it. */
export function refusalWords({
  reasonCode,
  reasonNote,
}: {
  readonly reasonCode: string;
  readonly reasonNote: string | null;
}): { readonly key: string; readonly note: string } {
  const isLate = reasonCode === LATE_REFUSAL.reasonCode && reasonNote === LATE_REFUSAL.reasonNote;
  return isLate
    ? { key: 'withdrawal-reasons.reasons.late', note: '' }
    : { key: `withdrawal-reasons.reasons.${reasonCode}`, note: reasonNote?.trim() ?? '' };
}

/**
 * Why a transfer was refused, as its client reads it: the reason's sentence, the note of the staff as a sentence of its own, and that nothing has to
 * be paid (docs/rules.md, Honest by design 7). A sentence that was kept stands alone.
 * @param word a word of the catalogues by its key, in the language of the reader.
 * @returns null for a transfer that was not refused.
 */
export function refusalSentence(
  { reasonCode, reasonNote, failureReason }: KeptRefusal,
  word: (key: string) => string,
): string | null {
  if (failureReason !== null || reasonCode === null) return failureReason;
  const { key, note } = refusalWords({ reasonCode, reasonNote });
  const noteSentence = note === '' || /[.!?…。]$/.test(note) ? note : `${note}.`;
  return [word(key), noteSentence, word('withdrawal-reasons.nothingToPay')].filter(Boolean).join(' ');
}
