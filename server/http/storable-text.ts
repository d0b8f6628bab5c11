/** Levels of lists and objects within each other: no form of the product has more than three. */
const MAX_DEPTH = 16;

/**
 * Whether every text of an input can be stored: no NUL character and no half of a surrogate pair, which PostgreSQL refuses in texts and
 * in JSON. Nobody types either of them, nor lists within lists without end, on which whatever walks them would run out of stack; without
 * this check they would surface as a fault of ours.
 */
export function isStorable(input: unknown, depth = 0): boolean {
  if (typeof input === 'string') return !input.includes('\u0000') && input.isWellFormed();
  if (!input || typeof input !== 'object') return true;
  return depth < MAX_DEPTH && Object.values(input).every((value) => isStorable(value, depth + 1));
}
