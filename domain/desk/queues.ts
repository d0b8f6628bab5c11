import { LOAN_QUEUES, type LoanQueue } from '../loans/queues.ts';
import type { Permission } from '../operations.ts';

/**
 * What waits for the staff, in the order of « À traiter ». The last ones are the queues on loans that no line before already holds.
 * Each has its words in `admin-desk.json`, or in `admin-loans.json` for those on loans.
 */
const OWN_QUEUES = [
  'to-approve',
  'withdrawals-to-decide',
  'withdrawals-to-execute',
  'holds-to-decide',
  'receipts-to-allocate',
  'debits-to-justify',
  'statements-to-decide',
  'answers-awaited',
  'transfers-back',
  'returns-to-send',
  'recalls-to-send',
  'disputes-to-answer',
  'agreements-to-give',
  'loans-to-review',
  'documents-to-verify',
  'accounts-to-activate',
  'fees-to-settle',
  'emergencies-to-review',
  'debits-to-send',
  'mandates-to-call',
] as const;
/** Requests that wait for a first answer stand in « Prêts à étudier » already. */
const FURTHER_LOAN_QUEUES = LOAN_QUEUES.filter(
  (queue) =>
    !(['to-review', 'agreements-to-give', 'documents-to-verify'] as readonly string[]).includes(queue),
) as Exclude<LoanQueue, 'to-review' | 'agreements-to-give' | 'documents-to-verify'>[];

export type QueueName = (typeof OWN_QUEUES)[number] | (typeof FURTHER_LOAN_QUEUES)[number];
export const QUEUES: readonly [QueueName, ...QueueName[]] = [...OWN_QUEUES, ...FURTHER_LOAN_QUEUES];

const OWN_PERMISSIONS: Readonly<Record<(typeof OWN_QUEUES)[number], Permission>> = {
  'to-approve': 'proposals.approve',
  'withdrawals-to-decide': 'withdrawals.review',
  'withdrawals-to-execute': 'withdrawalBatches.export',
  'holds-to-decide': 'withdrawals.holds',
  'receipts-to-allocate': 'bankLines.list',
  'debits-to-justify': 'bankLines.list',
  'statements-to-decide': 'statements.list',
  'answers-awaited': 'withdrawals.review',
  'transfers-back': 'withdrawals.review',
  'returns-to-send': 'withdrawalBatches.export',
  'recalls-to-send': 'recalls.review',
  'disputes-to-answer': 'corrections.disputes',
  'agreements-to-give': 'loanOffers.decideAgreement.agree',
  'loans-to-review': 'loans.review',
  'documents-to-verify': 'loanFile.reviewDocument',
  'accounts-to-activate': 'accounts.activate',
  'fees-to-settle': 'fees.settle',
  'emergencies-to-review': 'proposals.review',
  'debits-to-send': 'directDebits.export',
  'mandates-to-call': 'mandates.recordCall',
};

const isOwn = (queue: QueueName): queue is (typeof OWN_QUEUES)[number] =>
  (OWN_QUEUES as readonly string[]).includes(queue);

/** The permission without which a person does not see a queue. */
export function permissionOfQueue(queue: QueueName): Permission {
  return isOwn(queue) ? OWN_PERMISSIONS[queue] : 'loanQueues.list';
}

/** The queue on loans of that name; null for one of something else, and for « Prêts à étudier », which is a list by status. */
export function loanQueueOf(queue: QueueName): LoanQueue | null {
  return LOAN_QUEUES.find((one) => one === queue) ?? null;
}
