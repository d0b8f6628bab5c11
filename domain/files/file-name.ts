import * as z from 'zod/mini';

/** The longest name that is kept, in UTF-16 units. */
export const MAX_FILE_NAME_LENGTH = 120;

/** Control characters, those that change the direction of writing, and the separators of paths. */
const UNWANTED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\]/u;

/** The name of an uploaded file: a text to be shown and nothing else. It names no path and chooses no type. */
export const fileName = z.string('validation.text').check(
  z.trim(),
  z.minLength(1, 'validation.required'),
  z.maxLength(MAX_FILE_NAME_LENGTH, 'validation.tooLong'),
  z.refine((name) => !UNWANTED.test(name), 'validation.fileName'),
);

/** The name of a file on somebody's machine as `fileName` accepts it: unwanted characters become `_`, a long name loses its middle. */
export function acceptableFileName(name: string): string {
  const clean = name.toWellFormed().replace(new RegExp(UNWANTED, 'gu'), '_').trim();
  if (clean.length <= MAX_FILE_NAME_LENGTH) return clean || '_';
  const end = clean.slice(-20);
  return `${clean.slice(0, MAX_FILE_NAME_LENGTH - end.length - 1)}…${end}`.toWellFormed();
}
