import { Refusal } from '#domain/errors.ts';
import { audit } from '../audit/audit.ts';
import { announce } from '../notifications/live.ts';
import type { Work } from '../work/work.ts';
import { type EnquiryForReview, enquiryForReview, lockEnquiry, markAnswered } from './enquiry-queries.ts';

/**
 * Marks a message as answered; the answer itself goes by mail or telephone.
 * @throws Refusal `not-found`; `enquiry.already-answered`.
 */
export async function closeEnquiry(work: Work, id: string): Promise<EnquiryForReview> {
  const row = await lockEnquiry(work.tx, id);
  if (!row) throw new Refusal('not-found');
  if (row.state === 'answered') throw new Refusal('enquiry.already-answered');
  await markAnswered(work.tx, id, work.actorId, work.now);
  audit(work, {
    operation: 'enquiries.close',
    clientAccountId: null,
    subjectId: id,
    before: { status: row.state },
    after: { status: 'answered', reference: row.reference },
  });
  await announce(work, { staff: true }, ['enquiries']);
  const closed = await enquiryForReview(work.tx, id);
  if (!closed) throw new Refusal('not-found');
  return closed;
}
