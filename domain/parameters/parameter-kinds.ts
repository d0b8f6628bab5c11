import type { LegalParameterKey } from './legal-parameters.ts';

/**
 * What the value of a key of the dated data is, so that a screen can show and ask for it: a number with its unit, an amount, a day, a choice, or
 * one of the structures of `legal-parameters.ts`.
 */
export const PARAMETER_KINDS = {
  'maximum.credit': 'amounts',
  'maximum.first-deposit': 'amounts',
  'maximum.fee': 'amounts',
  'maximum.transfer': 'amounts',
  'maximum.loan': 'amounts',
  'rates.change-factor': 'factor',
  'file.documents-above': 'euro',
  'policy.debt-ratio': 'percent',
  'policy.rest-to-live': 'household',
  'policy.accruals': 'choice',
  'retention.refused-months': 'months',
  'retention.contract-years': 'years',
  'retention.vop': 'years',
  'retention.declined-days': 'days',
  'regime.max': 'euro',
  'offer.validDays': 'days',
  'offer.extend': 'yes-no',
  'agreement.days': 'days',
  'lock.days': 'days',
  'lock.extend': 'yes-no',
  'withdrawal.days': 'days',
  'withdrawal.extend': 'yes-no',
  'withdrawal.extended': 'months',
  'withdrawal.repayDays': 'days',
  'withdrawal.reminderDay': 'days',
  'daily.base': 'days',
  'early.threshold': 'euro',
  'early.windowMonths': 'months',
  'early.capLong': 'percent',
  'early.capShort': 'percent',
  'early.policy': 'percent',
  'default.cap': 'percent',
  'default.deferCap': 'percent',
  'default.policy': 'percent',
  'late.interest': 'yes-no',
  'formalNotice.days': 'days',
  'ficp.letterDays': 'days',
  'ficp.validDays': 'days',
  'ficp.min': 'euro',
  'default.dpd': 'days',
  'default.materialityAbs': 'euro',
  'default.materialityBps': 'percent',
  'usury.margin': 'percent',
  'usury.ceilings': 'ceilings',
  'consent.months': 'months',
  'queue.withdrawalDays': 'payment-days',
  'queue.loanDays': 'working-days',
  'queue.documentDays': 'working-days',
  'queue.activationDays': 'working-days',
  'queue.feeDays': 'working-days',
  'cutoff.sct': 'time',
  'cutoff.batch': 'time',
  'execute.within': 'payment-days',
  'vop.required': 'day',
  'vop.timeoutSeconds': 'seconds',
  'vop.provider': 'choice',
  'texts.vop': 'choice',
  'address.structuredFrom': 'day',
  'inst.send': 'yes-no',
  'inst.receive': 'yes-no',
  'standing.attempts': 'attempts',
  'standing.pauseAfterFailures': 'times',
  'limits.operation': 'limits',
  'limits.day': 'limits',
  'limits.thirtyDays': 'limits',
  'limits.raiseDelayHours': 'hours',
  'hold.rules': 'hold-rules',
  'transfer.approval': 'choice',
  'internal.enabled': 'yes-no',
  'file.versions': 'words',
  'bankCharges.codes': 'words',
  'suspense.alarmDays': 'payment-days',
  'suspense.returnDays': 'payment-days',
  'suspense.onePersonUpTo': 'euro',
  'gesture.secondPersonAbove': 'euro',
  'recall.shortPaymentDays': 'payment-days',
  'recall.longMonths': 'months',
  'recall.answerPaymentDays': 'payment-days',
  'sdd.prenotificationDays': 'days',
  'sdd.leadDays': 'payment-days',
  'sdd.refundWeeks': 'weeks',
  'sdd.unauthorisedMonths': 'months',
} as const satisfies Readonly<Record<LegalParameterKey, string>>;

export type ParameterKind = (typeof PARAMETER_KINDS)[LegalParameterKey];

/** The kinds whose value is a whole number of a unit. */
export const UNIT_KINDS = [
  'days',
  'payment-days',
  'working-days',
  'weeks',
  'months',
  'years',
  'hours',
  'seconds',
  'times',
] as const;
export type UnitKind = (typeof UNIT_KINDS)[number];

export const isUnitKind = (kind: ParameterKind): kind is UnitKind =>
  (UNIT_KINDS as readonly string[]).includes(kind);

/** The groups in which the keys are listed, by the first word of the key, or by the key where the word has others. */
export const PARAMETER_GROUPS = {
  regime: ['regime', 'file', 'policy', 'daily'],
  contract: ['offer', 'agreement', 'lock', 'withdrawal', 'consent'],
  usury: ['usury'],
  early: ['early'],
  default: ['default', 'late', 'formalNotice', 'ficp'],
  transfers: [
    'cutoff',
    'execute',
    'vop',
    'texts',
    'address',
    'inst',
    'standing',
    'limits',
    'hold',
    'transfer',
    'internal',
    'recall',
    'sdd',
  ],
  receipts: ['suspense', 'gesture', 'file.versions', 'bankCharges'],
  maximum: ['maximum', 'rates'],
  queues: ['queue'],
  retention: ['retention'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type ParameterGroup = keyof typeof PARAMETER_GROUPS;

/** The group of a key. @throws RangeError for a key that stands in none: the table above lacks its first word. */
export function groupOf(key: LegalParameterKey): ParameterGroup {
  const [first = ''] = key.split('.');
  const groups = Object.entries(PARAMETER_GROUPS) as [ParameterGroup, readonly string[]][];
  for (const word of [key, first]) {
    const found = groups.find(([, words]) => words.includes(word));
    if (found) return found[0];
  }
  throw new RangeError(`${key} stands in no group of the dated data`);
}
