import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { type Limits, limitsAsLine } from '#domain/staff/limits.ts';
import { audit } from '../audit/audit.ts';
import { announce, announceRights } from '../notifications/live.ts';
import type { Work } from '../work/work.ts';
import { limitsOfMember, lockMember } from './queries.ts';

/**
 * Replaces how much a member may do alone (STAFF-42). It holds from their next call; of these limits and those of their roles the smaller counts.
 * @param input.limits euro cents.
 * @throws Refusal `staff.own-access`; `not-found`; `staff.wrong-status`.
 */
export async function changeLimits(
  work: Work,
  { id, limits }: { readonly id: string; readonly limits: Limits },
): Promise<void> {
  if (id === work.actorId) throw new Refusal('staff.own-access');
  const member = await lockMember(work.tx, id);
  if (!member) throw new Refusal('not-found');
  if (member.status === 'left' || member.status === 'revoked') throw new Refusal('staff.wrong-status');
  const before = await limitsOfMember(work.tx, id);
  await work.tx.execute(
    sql`update staff_members set limits = ${JSON.stringify(limits)}::jsonb where user_id = ${id}::uuid`,
  );
  audit(work, {
    operation: 'staff.changeLimits',
    clientAccountId: null,
    subjectId: id,
    before: { limits: limitsAsLine(before) },
    after: { limits: limitsAsLine(limits) },
  });
  await announceRights(work, [id]);
  await announce(work, { staff: true }, ['staff']);
}
