import * as z from 'zod/mini';
import { optionalText } from '../fields.ts';
import { isCalendarDate } from '../time/calendar-date.ts';
import { DOCUMENT_KINDS, DOCUMENT_REJECTIONS } from './documents.ts';

const day = z.optional(
  z
    .string('validation.date')
    .check(z.refine((text) => text === '' || isCalendarDate(text), 'validation.date')),
);

/** The longest name of a holder. */
export const MAX_HOLDER_LENGTH = 120;

/**
 * What an agent writes of a document (LC-20). `verified`: its kind, whose name it bears, and its day: of issue for domicile and income, of
 * expiry for identity. `rejected`: why, from a closed list.
 */
export const documentReviewFields = {
  outcome: z.enum(['verified', 'rejected'], 'validation.choice'),
  kind: z.optional(z.enum(DOCUMENT_KINDS, 'validation.choice')),
  holder: optionalText(MAX_HOLDER_LENGTH),
  issuedOn: day,
  expiresOn: day,
  rejection: z.optional(z.enum(DOCUMENT_REJECTIONS, 'validation.reason')),
};

const reviewShape = z.object(documentReviewFields);
export type DocumentReview = z.infer<typeof reviewShape>;

const isVerified = ({ outcome }: DocumentReview) => outcome === 'verified';
const required = (field: keyof DocumentReview, holds: (review: DocumentReview) => boolean) =>
  z.refine<DocumentReview>(holds, { error: 'validation.required', path: [field] });

/** The fields that each outcome needs. */
export const documentReviewChecks = [
  required('kind', (review) => !isVerified(review) || review.kind !== undefined),
  required('holder', (review) => !isVerified(review) || Boolean(review.holder)),
  required(
    'expiresOn',
    (review) => !isVerified(review) || review.kind !== 'identity' || Boolean(review.expiresOn),
  ),
  required(
    'issuedOn',
    (review) =>
      !isVerified(review) ||
      (review.kind !== 'income' && review.kind !== 'domicile') ||
      Boolean(review.issuedOn),
  ),
  required('rejection', (review) => isVerified(review) || review.rejection !== undefined),
] as const;

/** The form of a review. */
export const documentReview = reviewShape.check(...documentReviewChecks);
