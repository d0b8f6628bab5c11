/** Why a transfer was refused, as it is kept. `failureReason` is the French sentence of a refusal of before reasons were kept as data. */
export interface KeptRefusal {
  readonly reasonCode: string | null;
  readonly reasonNote: string | null;
  readonly failureReason: string | null;
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
  const note = reasonNote?.trim() ?? '';
  const noteSentence = note === '' || /[.!?…。]$/.test(note) ? note : `${note}.`;
  return [
    word(`withdrawal-reasons.reasons.${reasonCode}`),
    noteSentence,
    word('withdrawal-reasons.nothingToPay'),
  ]
    .filter(Boolean)
    .join(' ');
}
