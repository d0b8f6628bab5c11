import * as z from 'zod/mini';
import { requiredText } from '../fields.ts';

/** Longest note: a paragraph or two. */
export const MAX_NOTE_LENGTH = 2_000;

/** What an administrator writes down about a client. It is never changed; a mistake is corrected by another note. */
export const noteInput = z.object({ text: requiredText(MAX_NOTE_LENGTH) });
export type NoteInput = z.infer<typeof noteInput>;
