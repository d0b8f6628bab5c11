/** Maximum nesting of an input: forms of the product have at most three levels. */
const MAX_DEPTH = 16;

/**
 * Whether every text of an input can be stored: PostgreSQL refuses NUL and lone surrogates in texts and in JSON. Nesting is bounded, since
 * recursive code would overflow the stack. Without this check such inputs would end as a fault of ours.
 */
export function isStorable(input: unknown, depth = 0): boolean {
  if (typeof input === 'string') return !input.includes('\u0000') && input.isWellFormed();
  if (!input || typeof input !== 'object') return true;
  return depth < MAX_DEPTH && Object.values(input).every((value) => isStorable(value, depth + 1));
}
