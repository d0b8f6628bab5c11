/** An unreadable amount is reported in its fixed sentence (docs/rules.md, Messages); the form adds a readable example. */
export function positiveAmount(message: string): { key: string; values: Record<string, string> } | null {
  return message === 'validation.amount.invalid'
    ? { key: 'validation.amount.positiveSuch', values: {} }
    : null;
}
