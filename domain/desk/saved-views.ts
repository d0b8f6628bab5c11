import * as z from 'zod/mini';
import { EXPORT_INPUTS, EXPORTED_LISTS, type ExportedList } from './export.ts';

/** Most views of one person of one list. */
export const MAX_VIEWS = 30;
/** Bytes of a view's question. */
const MAX_QUERY = 2_048;

/**
 * What the question of a view asks of its list: search, state, filters and order, as in the address.
 * @returns null for one that holds anything else, or a value out of shape.
 */
export function askedByView(
  list: ExportedList,
  query: string,
): z.infer<(typeof EXPORT_INPUTS)[ExportedList]> | null {
  const params = new URLSearchParams(query);
  const fields = Object.fromEntries(params);
  if (Object.keys(fields).length !== [...params].length || 'list' in fields) return null;
  const read = EXPORT_INPUTS[list].safeParse({ ...fields, list });
  return read.success ? read.data : null;
}

/** A question in one order of its fields, so that two that ask the same are the same. */
export function canonicalQuery(query: string): string {
  const params = new URLSearchParams(query);
  params.sort();
  return params.toString();
}

const name = z
  .string()
  .check(z.trim(), z.minLength(1, 'validation.required'), z.maxLength(60, 'validation.tooLong'));
const query = z
  .string()
  .check(z.refine((text) => new TextEncoder().encode(text).length <= MAX_QUERY, 'validation.tooLong'));
const id = z.string().check(z.uuid('validation.id'));

export const viewsInput = z.strictObject({ list: z.enum(EXPORTED_LISTS) });
export const saveViewInput = z.strictObject({ list: z.enum(EXPORTED_LISTS), name, query });
export const changeViewInput = z.strictObject({
  id,
  name: z.optional(name),
  query: z.optional(query),
  isStarred: z.optional(z.boolean()),
  /** Its place among the person's own views of the list, from 1. */
  position: z.optional(z.int().check(z.gte(1), z.lte(MAX_VIEWS))),
});
export const shareViewInput = z.strictObject({ id, isShared: z.boolean() });
