import type { Institution } from '#content/institution/schema.ts';
import { type JobName, TIMETABLES } from '#domain/jobs/timetable.ts';
import { purgeSignIn } from '../auth/purge-sign-in.ts';
import type { Bank } from '../bank/bank.ts';
import { purgeSignUps } from '../clients/purge-sign-ups.ts';
import { demonstrationBankStep } from '../demo/demonstration-bank.ts';
import { continueBulkRuns } from '../desk/bulk/work-run.ts';
import { purgeEnquiries } from '../enquiries/purge-enquiries.ts';
import { purgeNewsletter } from '../enquiries/purge-newsletter.ts';
import { purgeLoanFiles } from '../loans/file/purge-loan-files.ts';
import {
  collectReturns,
  expireOffers,
  lapseContracts,
  payOutDueLoans,
  remindWithdrawalRight,
} from '../loans/offers/contract-jobs.ts';
import { watchArrears } from '../loans/recovery/watch-arrears.ts';
import { writeYearlyLetters } from '../loans/repayments/yearly-letters.ts';
import {
  accrueStep,
  announceStep,
  checkStep,
  collectEveningStep,
  collectMorningStep,
} from '../loans/servicing/steps.ts';
import { planDirectDebits } from '../mandates/plan-direct-debits.ts';
import { purgeMails } from '../notifications/purge-mails.ts';
import { purgePayeeChecks } from '../payees/purge-payee-checks.ts';
import { expireProposalsStep } from '../proposals/expire-proposals.ts';
import { expireInvitations } from '../staff/expire-invitations.ts';
import { importBankFilesStep } from '../statements/files/import-step.ts';
import { proveDayStep } from '../statements/lines/prove-day.ts';
import { endIdleTasks } from '../tasks/end-tasks.ts';
import { endExpiredHolds } from '../withdrawals/holds/end-holds.ts';
import { sendInstantStep } from '../withdrawals/instant/send-instant.ts';
import { raiseLimits } from '../withdrawals/limits/change-limits.ts';
import { refuseLateOrders } from '../withdrawals/refuse-late-orders.ts';
import { sendInsideTransfers } from '../withdrawals/send-inside.ts';
import { announceStandingOrders } from '../withdrawals/standing-orders/announce-standing-orders.ts';
import {
  runStandingOrdersEvening,
  runStandingOrdersMorning,
} from '../withdrawals/standing-orders/run-standing-orders.ts';
import type { Work } from '../work/work.ts';

/** One of several rows of steps that run side by side: each takes the things of its own share, so that no two take the same. */
export interface Lane {
  /** From 0. */
  readonly index: number;
  readonly count: number;
}

/** What a job is told of its occurrence. */
export interface JobRun {
  /** The day it is due on, YYYY-MM-DD in French legal time. */
  readonly day: string;
  readonly institution: Institution;
  /** A job that is not in `LANES` has one lane, which takes everything. */
  readonly lane: Lane;
  /** Whether its node answers people's calls meanwhile: a step then holds what it locks for a shorter time. */
  readonly isBesidePeople?: boolean;
}

/**
 * What a job does, in steps: each is one small transaction, and they follow one another until one finds nothing left. A step looks in the
 * database for what the day asks and is not done yet, so that a job goes on where a killed process left it and may run twice for a day.
 * @returns how many things it did; 0 when nothing is left.
 */
export type JobStep = (work: Work, run: JobRun) => Promise<number>;

/** The parts of a bank that jobs work with; those that bring steps of their own may leave the last three out. */
export type JobBank = Pick<Bank, 'database' | 'surroundings' | 'institution'> &
  Partial<Pick<Bank, 'files' | 'config' | 'instantRail'>>;

/**
 * A job whose steps are more than one transaction, such as reading a file: it makes its own, each of which finds out by itself whether the
 * work in hand is still this node's. The occurrence is renewed meanwhile.
 */
export interface LongStep {
  readonly outside: (bank: JobBank, run: JobRun) => Promise<number>;
}

export const JOB_STEPS: Readonly<Record<JobName, JobStep | LongStep>> = {
  'purge-sign-in': purgeSignIn,
  'purge-sign-ups': purgeSignUps,
  'purge-enquiries': purgeEnquiries,
  'purge-newsletter': purgeNewsletter,
  'purge-mails': purgeMails,
  'purge-loan-files': purgeLoanFiles,
  'purge-payee-checks': purgePayeeChecks,
  'expire-invitations': expireInvitations,
  'end-idle-tasks': endIdleTasks,
  'expire-proposals': expireProposalsStep,
  'expire-offers': expireOffers,
  'lapse-contracts': lapseContracts,
  'remind-withdrawal-right': remindWithdrawalRight,
  'pay-out-loans': payOutDueLoans,
  'collect-returns': collectReturns,
  'check-loans': checkStep,
  'prove-bank': { outside: proveDayStep(TIMETABLES['prove-bank'].at) },
  'yearly-letters': writeYearlyLetters,
  'plan-direct-debits': planDirectDebits,
  'announce-instalments': announceStep,
  'collect-morning': collectMorningStep,
  'collect-evening': collectEveningStep,
  'announce-standing-orders': announceStandingOrders,
  'standing-orders-morning': runStandingOrdersMorning,
  'standing-orders-evening': runStandingOrdersEvening,
  'watch-limits': raiseLimits,
  'end-holds': endExpiredHolds,
  'refuse-late-orders': refuseLateOrders,
  'send-inside-transfers': sendInsideTransfers,
  'send-instant-transfers': { outside: sendInstantStep },
  'watch-arrears': watchArrears,
  'accrue-interest': accrueStep,
  'demonstration-bank': { outside: demonstrationBankStep },
  'import-bank-files': { outside: importBankFilesStep },
  'continue-bulk-runs': { outside: continueBulkRuns },
};

/**
 * Jobs whose steps run side by side on PostgreSQL: while the database writes the postings of one lane, the server decides those of the other.
 */
export const LANES: Partial<Readonly<Record<JobName, number>>> = {
  'collect-morning': 4,
  'collect-evening': 4,
};
