import { addDaysOf, type Calendar, firstDayOf, isDayOf } from '../time/calendars.ts';
import { instantIn, LEGAL_TIME_ZONE, legalDay } from '../time/days.ts';

/** What the bank does by itself, in the order in which jobs due at the same moment run. */
export const JOB_NAMES = [
  'purge-sign-in',
  'purge-sign-ups',
  'purge-enquiries',
  'purge-newsletter',
  'purge-mails',
  'purge-loan-files',
  'purge-payee-checks',
  'expire-invitations',
  'end-idle-tasks',
  'expire-proposals',
  'expire-offers',
  'lapse-contracts',
  'remind-withdrawal-right',
  'pay-out-loans',
  'collect-returns',
  'check-loans',
  'prove-bank',
  'yearly-letters',
  'plan-direct-debits',
  'announce-instalments',
  'collect-morning',
  'collect-evening',
  'announce-standing-orders',
  'standing-orders-morning',
  'standing-orders-evening',
  'watch-limits',
  'end-holds',
  'refuse-late-orders',
  'send-inside-transfers',
  'send-instant-transfers',
  'watch-arrears',
  'accrue-interest',
  'demonstration-bank',
  'import-bank-files',
  'continue-bulk-runs',
] as const;
export type JobName = (typeof JOB_NAMES)[number];

/** When a job runs: once on each day of a calendar, at a time of French legal time, or in every minute. */
export interface Timetable {
  readonly calendar: Calendar;
  /** HH:MM, in French legal time. */
  readonly at: string;
  /**
   * Whether it looks for work in every minute of its days. Minutes in which no node ran are not made up for: the next look finds the same
   * work.
   */
  readonly everyMinute?: true;
  /** Whether it writes into the books; the ledger refuses a posting of any other job. */
  readonly movesMoney?: true;
}

/**
 * The timetable of every job. Deletions for age run in the small hours, when traffic is low. Instalments are collected at 08:00 and 18:00 of a
 * TARGET day (LC-70); interest is accrued at the end of the day (LC-101).
 */
export const TIMETABLES: Readonly<Record<JobName, Timetable>> = {
  'purge-sign-in': { calendar: 'every-day', at: '03:00' },
  'purge-sign-ups': { calendar: 'every-day', at: '03:05' },
  'purge-enquiries': { calendar: 'every-day', at: '03:10' },
  'purge-newsletter': { calendar: 'every-day', at: '03:15' },
  'purge-mails': { calendar: 'every-day', at: '03:20' },
  'purge-loan-files': { calendar: 'every-day', at: '03:25' },
  'purge-payee-checks': { calendar: 'every-day', at: '03:30' },
  'expire-invitations': { calendar: 'every-day', at: '03:35' },
  'end-idle-tasks': { calendar: 'working-days', at: '03:40' },
  // FOUR-18, FOUR-21: proposals that end, and reminders of those that wait. Until a run every read says their end by its instant.
  'expire-proposals': { calendar: 'every-day', at: '00:00', everyMinute: true },
  // Offers and agreements whose last day is over (LC-36, LC-50).
  'expire-offers': { calendar: 'every-day', at: '00:05' },
  'lapse-contracts': { calendar: 'every-day', at: '00:10' },
  'remind-withdrawal-right': { calendar: 'every-day', at: '09:00' },
  'pay-out-loans': { calendar: 'target-days', at: '06:00', movesMoney: true },
  'collect-returns': { calendar: 'every-day', at: '08:30', movesMoney: true },
  'check-loans': { calendar: 'every-day', at: '04:00' },
  // PAY-33, ACC-36: keeps the proofs of the day, and fails while one of them does.
  'prove-bank': { calendar: 'every-day', at: '00:45' },
  'yearly-letters': { calendar: 'every-day', at: '05:00' },
  // PAY-69: before the day's announcements and collections, which leave what is debited elsewhere alone.
  'plan-direct-debits': { calendar: 'every-day', at: '06:30' },
  'announce-instalments': { calendar: 'every-day', at: '07:00' },
  'collect-morning': { calendar: 'target-days', at: '08:00', movesMoney: true },
  'collect-evening': { calendar: 'target-days', at: '18:00', movesMoney: true },
  // PAY-49: the day before. PAY-48: after the collections of loans.
  'announce-standing-orders': { calendar: 'every-day', at: '10:00' },
  'standing-orders-morning': { calendar: 'target-days', at: '08:30', movesMoney: true },
  'standing-orders-evening': { calendar: 'target-days', at: '18:30', movesMoney: true },
  // PAY-58: a raised limit holds from its own minute on.
  'watch-limits': { calendar: 'every-day', at: '00:00', everyMinute: true },
  // PAY-61: holds whose last day is over.
  'end-holds': { calendar: 'every-day', at: '00:02' },
  // PAY-39: orders whose last day is over, held ones aside.
  'refuse-late-orders': { calendar: 'every-day', at: '00:03' },
  // PAY-34: transfers between clients that were held and let go since.
  'send-inside-transfers': { calendar: 'every-day', at: '00:00', everyMinute: true, movesMoney: true },
  // PAY-43: those that were let go, those of programmed transfers, and those without a final answer.
  'send-instant-transfers': { calendar: 'every-day', at: '00:00', everyMinute: true, movesMoney: true },
  // After the evening's collection, which says what is late, and before the day's accrual.
  'watch-arrears': { calendar: 'every-day', at: '20:00', movesMoney: true },
  'accrue-interest': { calendar: 'every-day', at: '23:30', movesMoney: true },
  // The statements that a demonstration makes for itself, before the morning's payouts.
  'demonstration-bank': { calendar: 'target-days', at: '05:30', movesMoney: true },
  // PAY-17: the watched folder, and what a killed node left. It posts what the statements say.
  'import-bank-files': { calendar: 'every-day', at: '00:00', everyMinute: true, movesMoney: true },
  // what a killed node left of acts on many rows. Each is posted in the name of the person who began it.
  'continue-bulk-runs': { calendar: 'every-day', at: '00:00', everyMinute: true },
};

const MINUTE_MS = 60_000;

/** The jobs that run once on a day. */
export const DAILY_JOBS: readonly JobName[] = JOB_NAMES.filter((name) => !TIMETABLES[name].everyMinute);

/** Says whether a text names a job. */
export function isJobName(text: string): text is JobName {
  return (JOB_NAMES as readonly string[]).includes(text);
}

/** The moment at which a job is due on a day, YYYY-MM-DD; null when the day is not one of its calendar. */
export function dueOn({ calendar, at }: Pick<Timetable, 'calendar' | 'at'>, day: string): Date | null {
  return isDayOf(calendar, day) ? instantIn(LEGAL_TIME_ZONE, day, at) : null;
}

/** The first moment after another one at which a job is due. */
export function nextDueAfter({ calendar, at, everyMinute }: Timetable, moment: Date): Date {
  if (everyMinute) return new Date(Math.floor(moment.getTime() / MINUTE_MS + 1) * MINUTE_MS);
  const today = firstDayOf(calendar, legalDay(moment));
  const due = instantIn(LEGAL_TIME_ZONE, today, at);
  return due > moment ? due : instantIn(LEGAL_TIME_ZONE, addDaysOf(calendar, today, 1), at);
}

/** The last moment, up to and with another one, at which a job was due. */
export function lastDueUpTo({ calendar, at, everyMinute }: Timetable, moment: Date): Date {
  if (everyMinute) return new Date(Math.floor(moment.getTime() / MINUTE_MS) * MINUTE_MS);
  const today = legalDay(moment);
  const due = dueOn({ calendar, at }, today);
  return due && due <= moment ? due : instantIn(LEGAL_TIME_ZONE, addDaysOf(calendar, today, -1), at);
}
