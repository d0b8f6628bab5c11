import { eq } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { legalDay } from '#domain/time/days.ts';
import { audit } from '../../audit/audit.ts';
import { ficpDeclarations } from '../../db/schema/index.ts';
import { announce } from '../../notifications/live.ts';
import type { Work } from '../../work/work.ts';
import { lockRequest } from '../queries.ts';
import { arrearsOfLoan, declarationsOfLoan } from './recovery-queries.ts';

/**
 * Records that an incident was declared to the FICP, or that its deletion was (LC-83): both are made outside the product.
 * @throws Refusal `not-found`; `ficp.none` when nothing is to be declared or deleted; `ficp.too-early` before the thirty days of the letter have
 * passed, with the day.
 */
export async function declareFicp(
  work: Work,
  input: { readonly id: string; readonly action: 'declare' | 'delete' },
): Promise<void> {
  const request = await lockRequest(work.tx, input.id);
  if (!request) throw new Refusal('not-found');
  const day = legalDay(work.now);
  const rows = await declarationsOfLoan(work.tx, input.id);
  if (input.action === 'declare') {
    const open = rows.find(({ declaredOn, regularisedOn }) => !declaredOn && !regularisedOn);
    // What was paid today is no incident any more, although the evening's look at late loans has not ended it yet (LC-83).
    const isUnpaid = request.phase === 'written_off' || (await arrearsOfLoan(work.tx, input.id)) !== null;
    if (!open || !isUnpaid) throw new Refusal('ficp.none');
    if (day < open.declareFrom) throw new Refusal('ficp.too-early', { day: open.declareFrom });
    await work.tx
      .update(ficpDeclarations)
      .set({ declaredOn: day, declaredBy: work.actorId })
      .where(eq(ficpDeclarations.id, open.id));
  } else {
    const paid = rows.find(
      ({ declaredOn, regularisedOn, deletedOn }) => declaredOn && regularisedOn && !deletedOn,
    );
    if (!paid) throw new Refusal('ficp.none');
    await work.tx
      .update(ficpDeclarations)
      .set({ deletedOn: day, deletedBy: work.actorId })
      .where(eq(ficpDeclarations.id, paid.id));
  }
  audit(work, {
    operation: `loanRecovery.declareFicp.${input.action}`,
    clientAccountId: request.clientAccountId,
    subjectId: input.id,
    before: null,
    after: { day },
  });
  await announce(work, { staff: true }, ['loans']);
}
