import * as z from 'zod/mini';
import { emailField, MAX_NAME_LENGTH, optionalPhone, optionalText, requiredText } from '../fields.ts';
import { MAX_ROLES, roleCode } from './roles.ts';

/** Most characters of a title, of a reason for a suspension and of a reason for conflicting roles. */
const MAX_TITLE = 80;
const MAX_REASON = 200;

/**
 * An address as it is compared and stored (STAFF-43): compatibility forms and full stops of other scripts become what they look like, in lower
 * case, so that nobody is invited twice under one address.
 */
export function plainEmail(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\u3002\uff61]/g, '.')
    .trim()
    .toLowerCase();
}

/** The roles of a person: known codes, each once, nine at most (STAFF-7). */
export const rolesField = z.array(roleCode).check(
  z.minLength(1, 'validation.required'),
  z.maxLength(MAX_ROLES, 'validation.tooMany'),
  z.refine((codes) => new Set(codes).size === codes.length, 'validation.twice'),
);

export const reasonField = requiredText(MAX_REASON);

/** What colleagues read of a member beside their name; empty is none (STAFF-13). */
export const detailsInput = z.object({
  title: optionalText(MAX_TITLE),
  /** Where colleagues reach them at work. */
  phone: optionalPhone,
});

/** « Inviter une personne » (STAFF-14). */
export const invitationInput = z.object({
  email: z.pipe(z.pipe(z.string('validation.required'), z.transform(plainEmail)), emailField),
  firstName: requiredText(MAX_NAME_LENGTH),
  lastName: requiredText(MAX_NAME_LENGTH),
  ...detailsInput.shape,
  roles: rolesField,
  /** Why conflicting roles are accepted (STAFF-10). */
  conflictReason: optionalText(MAX_REASON),
});
export type InvitationInput = z.infer<typeof invitationInput>;

/** The roles of a member from now on. */
export const rolesInput = z.object({ roles: rolesField, conflictReason: optionalText(MAX_REASON) });
