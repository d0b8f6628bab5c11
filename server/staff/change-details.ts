import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { audit } from '../audit/audit.ts';
import { announce } from '../notifications/live.ts';
import type { Work } from '../work/work.ts';
import { lockMember, membersOf } from './queries.ts';

/**
 * Replaces the title and the work telephone of a member (STAFF-13). They give no right, so one may change one's own.
 * @param input what is left out or empty is none.
 * @throws Refusal `not-found`; `staff.wrong-status`.
 */
export async function changeDetails(
  work: Work,
  input: { readonly id: string; readonly title?: string | undefined; readonly phone?: string | undefined },
): Promise<void> {
  const { id } = input;
  const member = await lockMember(work.tx, id);
  if (!member) throw new Refusal('not-found');
  if (member.status === 'left' || member.status === 'revoked') throw new Refusal('staff.wrong-status');
  const [before] = await membersOf(work.tx, work.now, id);
  const [title, phone] = [input.title || null, input.phone || null];
  await work.tx.execute(
    sql`update staff_members set title = ${title}, phone = ${phone} where user_id = ${id}::uuid`,
  );
  audit(work, {
    operation: 'staff.changeDetails',
    clientAccountId: null,
    subjectId: id,
    before: { title: before?.title ?? null, phone: before?.phone ?? null },
    after: { title, phone },
  });
  await announce(work, { staff: true }, ['staff']);
}
