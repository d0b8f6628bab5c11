/** Fields that say where something is and not what it is. */
export const WITHOUT_WORDS: ReadonlySet<string> = new Set([
  'id',
  'seenStatus',
  'seenPhase',
  'seenVersion',
  'seenFrom',
  'postingId',
  // Its client is told of it by name beside.
  'rightAccountId',
  'replaces',
  'currency',
  // What a file of rates changes is told of it beside.
  'text',
  'acceptsChangesFrom',
  'action',
  'seenExtraInterestMinor',
]);

/** Where the word of a value stands, by the name of its field: in the first of these keys that there is. */
const WORDS_OF: Readonly<Record<string, (value: string) => readonly string[]>> = {
  kind: (value) => [`admin-measures.kinds.${value}`, `admin-recovery.acts.${value}`],
  freeze: (value) => [`admin-recovery.freezes.${value}`],
  operation: (value) => [`admin-proposals.operations.${value}`],
  key: (value) => [`dated-data.names.${value}`],
  verified: (value) => [`dated-data.verified.${value}`],
  list: (value) => [`admin-proposals.exportedLists.${value}`],
  release: (value) => [`admin-bank-files.releases.${value}.act`],
  statementState: (value) => [`admin-bank-files.statementStates.${value}`],
  statementCode: (value) => [`admin-bank-files.faults.${value}.title`],
  source: (value) => [`admin-bank-lines.proof.sources.${value}`],
  reasonCode: (value) => [
    `admin-bank-lines.returnReasons.${value}`,
    `withdrawal-reasons.reasons.${value}`,
    `loan-reasons.reasons.${value}`,
  ],
  motive: (value) => [
    `admin-clients.credit.motives.${value}`,
    `admin-corrections.lossMotives.${value}`,
    `admin-corrections.claimLossMotives.${value}`,
  ],
  phase: (value) => [`admin-proposals.values.${value}`],
  status: (value) => [`admin-proposals.values.${value}`],
  state: (value) => [`admin-proposals.disputeStates.${value}`],
  expiry: (value) => [`admin-proposals.policies.expiries.${value}`],
};

const choice = (name: string) => (value: string) => [`admin-desk.choice.${name}.${value}`];
const yesOrNo = (value: string) => [`admin-proposals.${value}`];

/** The same of what a list is asked by. */
const WORDS_OF_QUESTION: typeof WORDS_OF = {
  sort: (value) => [`admin.requests.${value}`],
  assignee: (value) => [`admin-proposals.assignees.${value}`],
  accountType: (value) => [`common.accountTypes.${value}`],
  declared: yesOrNo,
  activated: yesOrNo,
  ...Object.fromEntries(
    [
      'age',
      'deadline',
      'approval',
      'risk',
      'documents',
      'ficp',
      'ratio',
      'iban',
      'sepa',
      'payee',
      'balance',
      'file',
      'bank',
    ].map((name) => [name, choice(name)]),
  ),
};

const STATES_OF_LIST: Readonly<Record<string, string>> = {
  open: 'admin.toDo',
  'to-decide': 'admin-desk.queues.withdrawals-to-decide',
};

/**
 * The keys of the catalogue in which the word of a field's value is looked for; none for a value that says itself.
 * @param list the list of which it is the question.
 */
export function wordKeysOf(name: string, value: string, list: string | null = null): readonly string[] {
  if (list === null) return WORDS_OF[name]?.(value) ?? [];
  if (name === 'state') return [STATES_OF_LIST[value] ?? `admin-${list}.status.${value}`];
  return (WORDS_OF_QUESTION[name] ?? WORDS_OF[name])?.(value) ?? [];
}
