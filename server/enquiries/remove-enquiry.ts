import { Refusal } from '#domain/errors.ts';
import { audit } from '../audit/audit.ts';
import { announce } from '../notifications/live.ts';
import type { Work } from '../work/work.ts';
import { deleteEnquiry, lockEnquiry } from './enquiry-queries.ts';

/**
 * Deletes a message for good: junk, or at the request of the person who wrote it. The audit trail keeps its reference alone.
 * @throws Refusal `not-found`.
 */
export async function removeEnquiry(work: Work, id: string): Promise<void> {
  const row = await lockEnquiry(work.tx, id);
  if (!row) throw new Refusal('not-found');
  await deleteEnquiry(work.tx, id);
  audit(work, {
    operation: 'enquiries.remove',
    clientAccountId: null,
    subjectId: id,
    before: { status: row.state, reference: row.reference },
    after: null,
  });
  await announce(work, { staff: true }, ['enquiries']);
}
