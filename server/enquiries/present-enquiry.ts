import type * as z from 'zod/mini';
import type { enquiry } from '#contract/enquiries.ts';
import type { EnquiryForReview } from './enquiry-queries.ts';

/** A message as the list of the back office shows it. */
export function presentEnquiry({ enquiry: row, answeredBy }: EnquiryForReview): z.infer<typeof enquiry> {
  return {
    id: row.id,
    reference: row.reference,
    kind: row.kind,
    name: row.name,
    email: row.email,
    subject: row.subject,
    state: row.state,
    receivedAt: row.createdAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
    answeredBy,
  };
}
