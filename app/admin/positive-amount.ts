/** What cannot be read as an amount is told as the specification tells it: « Le montant doit être un nombre positif » (section 5). */
export function positiveAmount(message: string): { key: string; values: Record<string, string> } | null {
  return message === 'validation.amount.invalid' ? { key: 'validation.amount.positive', values: {} } : null;
}
