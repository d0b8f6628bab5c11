import * as z from 'zod/mini';
import { emailField } from '../fields.ts';

/** The newsletter's form: an address and nothing else. */
export const newsletterInput = z.object({ email: emailField });
/** Hours during which the link of the confirmation mail works. What is not confirmed by then is forgotten. */
export const CONFIRMATION_HOURS = 48;

/** Whether a request of a moment (milliseconds since 1970) may no longer be confirmed. */
export function isConfirmationOver(requestedAtMs: number, nowMs: number): boolean {
  return nowMs - requestedAtMs > CONFIRMATION_HOURS * 3_600_000;
}
