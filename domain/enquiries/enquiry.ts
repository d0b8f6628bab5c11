import * as z from 'zod/mini';
import { emailField, MAX_NAME_LENGTH, requiredText } from '../fields.ts';

/** The public form that a message came from. */
export const ENQUIRY_KINDS = ['contact', 'loan-request', 'card-request'] as const;
export type EnquiryKind = (typeof ENQUIRY_KINDS)[number];

export const ENQUIRY_STATES = ['new', 'answered'] as const;
export type EnquiryState = (typeof ENQUIRY_STATES)[number];

/** The longest text: the longest message of a form with the names of its fields. */
export const MAX_ENQUIRY_LENGTH = 10_000;

/** Messages are deleted this long after they arrived, answered or not (privacy policy). */
export const ENQUIRY_MONTHS = 24;

/** A message that the site sends: the same subject and text that the visitor's own mail program would have carried. */
export const enquiryInput = z.object({
  kind: z.enum(ENQUIRY_KINDS, 'validation.choice'),
  name: requiredText(2 * MAX_NAME_LENGTH + 1),
  email: emailField,
  subject: requiredText(200),
  text: requiredText(MAX_ENQUIRY_LENGTH),
});
export type EnquiryInput = z.infer<typeof enquiryInput>;

/**
 * The reference that the visitor keeps and staff search: the day it arrived (YYYY-MM-DD) and the end of its id, for example
 * `M-20261122-9F3C12AB`.
 */
export function enquiryReference(id: string, day: string): string {
  return `M-${day.replaceAll('-', '')}-${id.replaceAll('-', '').slice(-8).toUpperCase()}`;
}
