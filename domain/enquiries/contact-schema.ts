import * as z from 'zod/mini';
import { emailField, MAX_NAME_LENGTH, requiredText } from '../fields.ts';
import { CONTACT_SUBJECTS, type ContactInput } from './contact.ts';

/** The rules of the contact form, apart from its words: a browser fetches them when the form is first used. */
export const contactInput: z.ZodMiniType<ContactInput> = z.object({
  nom: requiredText(MAX_NAME_LENGTH),
  email: emailField,
  objet: z.enum(CONTACT_SUBJECTS, 'validation.required'),
  message: requiredText(5000),
});
