import { sql } from 'drizzle-orm';
import { legalDay } from '#domain/time/days.ts';
import { parameterOn } from '../../parameters/parameters-on.ts';
import type { Work } from '../../work/work.ts';
import { accrueLoans, isMonthEnd, keepLateMonths } from './accrue-interest.ts';
import { announceInstalments } from './announce-instalments.ts';
import { checkLoans } from './check-loans.ts';
import {
  COLLECTED_BESIDE_PEOPLE,
  type CollectionTime,
  collectInstalments,
  type Share,
} from './collect-instalments.ts';

interface Run {
  /** The day it is due on, YYYY-MM-DD in French legal time. */
  readonly day: string;
  readonly lane?: Share;
  readonly isBesidePeople?: boolean;
}

/** The day up to which interest has run when a job of a day runs: today, which is later when no node ran on that day. */
const upTo = (work: Work, { day }: Pick<Run, 'day'>) => (legalDay(work.now) > day ? legalDay(work.now) : day);

const collectStep = (time: CollectionTime) => (work: Work, run: Run) =>
  collectInstalments(work, {
    day: run.day,
    time,
    today: upTo(work, run),
    ...(run.lane ? { share: run.lane } : {}),
    ...(run.isBesidePeople ? { atOnce: COLLECTED_BESIDE_PEOPLE } : {}),
  });

/** The jobs of servicing, step by step (domain/jobs/timetable.ts). */
export const collectMorningStep = collectStep('morning');
export const collectEveningStep = collectStep('evening');

/** An announcement for a day that is past is not made any more. */
export const announceStep = async (work: Work, { day }: Run): Promise<number> =>
  legalDay(work.now) > day ? 0 : announceInstalments(work, day);

/** At a month's end, and each day where the house accrues daily (LC-101). */
export const accrueStep = async (work: Work, run: Run): Promise<number> => {
  const isDaily = (await parameterOn(work.tx, run.day, 'policy.accruals')) === 'daily';
  const isEnd = isMonthEnd(run.day);
  if (!isDaily && !isEnd) return 0;
  return (await accrueLoans(work, run.day, upTo(work, run))) || (isEnd ? keepLateMonths(work, run.day) : 0);
};

export const checkStep = async (work: Work): Promise<number> => {
  await work.tx.execute(sql.raw('set local statement_timeout = 0'));
  await checkLoans(work.tx);
  return 0;
};
