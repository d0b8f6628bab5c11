import type { Institution } from '#content/institution/schema.ts';
import type { JobName } from '#domain/jobs/timetable.ts';
import { purgeSignIn } from '../auth/purge-sign-in.ts';
import { purgeSignUps } from '../clients/purge-sign-ups.ts';
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
import { writeYearlyLetters } from '../loans/repayments/yearly-letters.ts';
import {
  accrueStep,
  announceStep,
  checkStep,
  collectEveningStep,
  collectMorningStep,
} from '../loans/servicing/steps.ts';
import { purgeMails } from '../notifications/purge-mails.ts';
import { purgePayeeChecks } from '../payees/purge-payee-checks.ts';
import { expireInvitations } from '../staff/expire-invitations.ts';
import type { Work } from '../work/work.ts';

/** What a job is told of its occurrence. */
export interface JobRun {
  /** The day it is due on, YYYY-MM-DD in French legal time. */
  readonly day: string;
  readonly institution: Institution;
}

/**
 * What a job does, in steps: each is one small transaction, and they follow one another until one finds nothing left. A step looks in the
 * database for what the day asks and is not done yet, so that a job goes on where a killed process left it and may run twice for a day.
 * @returns how many things it did; 0 when nothing is left.
 */
export type JobStep = (work: Work, run: JobRun) => Promise<number>;

export const JOB_STEPS: Readonly<Record<JobName, JobStep>> = {
  'purge-sign-in': purgeSignIn,
  'purge-sign-ups': purgeSignUps,
  'purge-enquiries': purgeEnquiries,
  'purge-newsletter': purgeNewsletter,
  'purge-mails': purgeMails,
  'purge-loan-files': purgeLoanFiles,
  'purge-payee-checks': purgePayeeChecks,
  'expire-invitations': expireInvitations,
  'expire-offers': expireOffers,
  'lapse-contracts': lapseContracts,
  'remind-withdrawal-right': remindWithdrawalRight,
  'pay-out-loans': payOutDueLoans,
  'collect-returns': collectReturns,
  'check-loans': checkStep,
  'yearly-letters': writeYearlyLetters,
  'announce-instalments': announceStep,
  'collect-morning': collectMorningStep,
  'collect-evening': collectEveningStep,
  'accrue-interest': accrueStep,
};
