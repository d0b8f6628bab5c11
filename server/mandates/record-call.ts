import { Refusal } from '#domain/errors.ts';
import { audit } from '../audit/audit.ts';
import { announce } from '../notifications/live.ts';
import type { Work } from '../work/work.ts';
import { lockMandate, updateMandate } from './queries.ts';

/**
 * Records that the client was called about a debit that their bank refunded (PAY-71, MD06): the mandate leaves the list of those to call and stays
 * suspended until it is resumed, signed again or ended. The audit trail knows that a note was written, not what it says.
 * @throws Refusal `not-found`; `direct-debit.wrong-state` when nobody is to be called, or a colleague was faster.
 */
export async function recordCall(work: Work, id: string, note: string): Promise<void> {
  const mandate = await lockMandate(work.tx, id);
  if (!mandate) throw new Refusal('not-found');
  if (!mandate.isToCall) throw new Refusal('direct-debit.wrong-state');
  await updateMandate(work.tx, id, {
    isToCall: false,
    calledAt: work.now,
    calledBy: work.actorId,
    callNote: note,
  });
  audit(work, {
    operation: 'mandates.recordCall',
    clientAccountId: mandate.clientAccountId,
    subjectId: id,
    before: { isToCall: true },
    after: { isToCall: false, length: note.length },
  });
  await announce(work, { staff: true }, ['mandates']);
}
