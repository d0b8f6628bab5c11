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
  // What a file of rates changes is told of it beside.
  'text',
  'acceptsChangesFrom',
  'action',
  'seenExtraInterestMinor',
]);
