/**
 * Whether every text of an input can be stored: no NUL character and no half of a surrogate pair, which PostgreSQL refuses in texts and
 * in JSON. Nobody types either of them; without this check they would surface as a fault of ours.
 */
export function isStorable(input: unknown): boolean {
  if (typeof input === 'string') return !input.includes('\u0000') && input.isWellFormed();
  if (input && typeof input === 'object') return Object.values(input).every(isStorable);
  return true;
}
