/** The parts of the bank by which the audit trail is filtered, in the order of the filter. */
export const AUDIT_AREA_NAMES = [
  'session',
  'administrators',
  'clients',
  'accounts',
  'loans',
  'withdrawals',
  'fees',
  'enquiries',
  'rates',
  'audit',
  'reading',
] as const;
export type AuditArea = (typeof AUDIT_AREA_NAMES)[number];
