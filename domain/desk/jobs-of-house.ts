import type { JobName } from '../jobs/timetable.ts';
import type { HousePart } from './house-parts.ts';

/** The jobs that only some houses have work for. All of them run everywhere: where nothing is left they find nothing. */
const PART_OF: Partial<Record<JobName, HousePart>> = {
  'purge-payee-checks': 'transfers',
  'expire-offers': 'lending',
  'lapse-contracts': 'lending',
  'remind-withdrawal-right': 'lending',
  'pay-out-loans': 'lending',
  'collect-returns': 'running-loans',
  'check-loans': 'running-loans',
  'prove-bank': 'bank-statements',
  'yearly-letters': 'running-loans',
  'plan-direct-debits': 'running-loans',
  'announce-instalments': 'running-loans',
  'collect-morning': 'running-loans',
  'collect-evening': 'running-loans',
  'announce-standing-orders': 'transfers',
  'standing-orders-morning': 'transfers',
  'standing-orders-evening': 'transfers',
  'watch-limits': 'transfers',
  'end-holds': 'transfers',
  'refuse-late-orders': 'transfers',
  'send-inside-transfers': 'transfers',
  'send-instant-transfers': 'transfers',
  'watch-arrears': 'running-loans',
  'accrue-interest': 'running-loans',
  'import-bank-files': 'bank-statements',
};

/** Whether the staff of a house with these parts read of a job (LC-6): none of a live one reads of the statements that a demonstration makes up. */
export function isJobOfHouse(name: JobName, parts: readonly HousePart[], isDemo: boolean): boolean {
  if (name === 'demonstration-bank') return isDemo;
  const part = PART_OF[name];
  return part === undefined || parts.includes(part);
}
