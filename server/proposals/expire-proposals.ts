import { announce } from '../notifications/live.ts';
import type { Work } from '../work/work.ts';
import { blankInputs, expireProposals, remindedProposals } from './queries.ts';
import { tellApprovers, tellMaker } from './tell-proposal.ts';

const BATCH = 100;
/** How long an ended proposal keeps its command (FOUR-20). */
const INPUT_MONTHS = 12;

/**
 * Ends proposals whose end has passed, tells their makers (FOUR-18), reminds those who can approve what waits (FOUR-21), and blanks the commands of those that ended
 * a year ago.
 */
export async function expireProposalsStep(work: Work): Promise<number> {
  const expired = await expireProposals(work.tx, work.now, BATCH);
  for (const proposal of expired) await tellMaker(work, proposal, 'expired');
  if (expired.length > 0) await announce(work, { staff: true }, ['proposals']);
  const reminded = await remindedProposals(work.tx, work.now, BATCH);
  for (const proposal of reminded) await tellApprovers(work, proposal);
  const endedBefore = new Date(work.now);
  endedBefore.setUTCMonth(endedBefore.getUTCMonth() - INPUT_MONTHS);
  return expired.length + reminded.length + (await blankInputs(work.tx, endedBefore, BATCH));
}
