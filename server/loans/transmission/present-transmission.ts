import type { Institution } from '#content/institution/schema.ts';
import { mayLend } from '#domain/loans/may-lend.ts';
import type { Db } from '../../db/database.ts';
import { lenderConsentsOf, transmissionOf } from './queries.ts';

type House = Pick<Institution, 'mode' | 'status' | 'partnerLenders'>;

/** To whom a house hands requests, as a client reads it before they ask (LC-6; GDPR art. 13); none for a house that lends. */
export function lendersOf(institution: House): { code: string; name: string; cib: string }[] {
  if (mayLend(institution)) return [];
  return (institution.partnerLenders ?? []).map(({ code, name, cib }) => ({ code, name, cib }));
}

/**
 * What the staff see of a request that goes to a lender (LC-6): to whom it may be handed, to whom it was, and the answer. Null where the house lends
 * and nothing was handed over before.
 */
export async function transmissionForReview(db: Db, institution: House, loanId: string) {
  const sent = await transmissionOf(db, loanId);
  if (!sent && mayLend(institution)) return null;
  const named = new Set(lendersOf(institution).map(({ code }) => code));
  const consents = sent ? [] : await lenderConsentsOf(db, loanId);
  return {
    lenders: consents
      .filter(({ lenderCode }) => named.has(lenderCode))
      .map(({ lenderCode, lenderName, givenAt }) => ({
        code: lenderCode,
        name: lenderName,
        agreedAt: givenAt.toISOString(),
      })),
    sent: sent && {
      lender: sent.lenderName,
      at: sent.sentAt.toISOString(),
      by: sent.sentBy,
      note: sent.note,
      sha256: sent.sha256,
      answer: sent.answer,
      answeredAt: sent.answeredAt?.toISOString() ?? null,
      answeredBy: sent.answeredBy,
    },
  };
}
