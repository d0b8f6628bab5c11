/** Says whether the database refused a statement because of a constraint or unique index of that name. */
export function violates(error: unknown, constraint: string): boolean {
  for (let cause = error; cause && typeof cause === 'object'; cause = (cause as { cause?: unknown }).cause)
    if ((cause as { constraint?: unknown }).constraint === constraint) return true;
  return false;
}
