/** Why a version of a schedule was written (LC-62). */
export const SCHEDULE_REASONS = [
  'payout',
  'payout-resent',
  'early-repayment',
  'measure',
  'due-day',
  'withdrawal',
  'acceleration',
  'forfeiture',
  'freeze-lifted',
] as const;
