/** What cannot be read as an amount is told in its fixed sentence (docs/rules.md, Messages); the form adds an example of one that can. */
export function positiveAmount(message: string): { key: string; values: Record<string, string> } | null {
  return message === 'validation.amount.invalid'
    ? { key: 'validation.amount.positiveSuch', values: {} }
    : null;
}
