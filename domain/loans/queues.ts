/** The queues of the staff on loans, in the order of their list. Each has its words in `admin-loans.json`. */
export const LOAN_QUEUES = [
  'to-review',
  'documents-to-verify',
  'ficp-to-consult',
  'lender-answers',
  'agreements-to-give',
  'payouts-of-the-day',
  'arrears-1-30',
  'arrears-31-60',
  'arrears-61-90',
  'arrears-90',
  'measure-requests',
  'formal-notices',
  'recovery-decisions',
  'ficp-to-declare',
  'ficp-to-delete',
  'time-bar-near',
  'freezes',
] as const;
export type LoanQueue = (typeof LOAN_QUEUES)[number];
