/** Fields that say where something is and not what it is. */
export const WITHOUT_WORDS: ReadonlySet<string> = new Set([
  'id',
  'seenStatus',
  'seenPhase',
  'seenVersion',
  'seenFrom',
  'postingId',
  'rightAccountId',
  'replaces',
  'currency',
  'action',
  'seenExtraInterestMinor',
]);
