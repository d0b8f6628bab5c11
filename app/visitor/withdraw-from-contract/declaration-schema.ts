import * as z from 'zod/mini';
import { emailField } from '#domain/fields.ts';

const text = (max: number) =>
  z.string().check(z.trim(), z.minLength(2, 'validation.required'), z.maxLength(max, 'validation.tooLong'));
/** What is declared: name, contract, address. A browser fetches it when the form is first used. */
export const declaration = z.object({ name: text(120), reference: text(60), email: emailField });
export type Declaration = z.infer<typeof declaration>;
