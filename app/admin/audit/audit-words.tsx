import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { auditEntry, auditState } from '#contract/audit.ts';
import { formatIban } from '#domain/accounts/iban.ts';
import { isCurrencyCode } from '#domain/money/currencies.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';

export type AuditEntry = z.infer<typeof auditEntry>;
type State = z.infer<typeof auditState>;

/** The name of a value without the suffix `…Minor` of amounts. */
function nameOf(field: string): string {
  return field.replace(/Minor$/, '');
}

/** One value of a line for reading: an amount with its currency, a state's label, a date, an IBAN in groups. */
export function StateValue({
  field,
  state,
  operation,
}: {
  field: string;
  state: State | null;
  operation: AuditEntry['operation'];
}): ReactNode {
  const { t, tKey } = useWords();
  const { day } = useFormats();
  const value = state?.[field];
  if (value === undefined) return '–';
  if (value === null || value === '') return t('admin-audit.none');
  if (typeof value === 'boolean') return t(value ? 'admin-audit.yes' : 'admin-audit.no');
  if (typeof value === 'number' && field.endsWith('Minor')) {
    const currency = field === 'originalMinor' ? state?.originalCurrency : state?.currency;
    if (typeof currency === 'string' && isCurrencyCode(currency))
      return <Amount minor={value} currency={currency} />;
  }
  if (typeof value === 'number') return String(value);
  if (field === 'iban') return <span className="tabular">{formatIban(value)}</span>;
  if (field === 'asOf' || field === 'executionDate') return day(value);
  if (field === 'status') return worded(tKey, `admin-audit.status.${value}`, value);
  if (field === 'reasonCode') {
    const noun = operation.startsWith('loans') ? 'loan' : 'withdrawal';
    return worded(tKey, `${noun}-reasons.reasons.${value}`, value);
  }
  return value;
}

/** The catalogue's words for a key, with the value itself as fallback. */
function worded(tKey: (key: string) => string, key: string, value: string): string {
  const text = tKey(key);
  return text === key ? value : text;
}

/** The label of a value. */
export function useFieldLabel(): (field: string) => string {
  const { tKey } = useWords();
  return (field) => worded(tKey, `admin-audit.fields.${nameOf(field)}`, field);
}

/** Every value of a line, in the order it was written, and whether it changed. */
export function changesOf(entry: AuditEntry): { field: string; isChanged: boolean }[] {
  const fields = [...new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])];
  return fields.map((field) => ({
    field,
    isChanged: entry.before !== null && entry.after !== null && entry.before[field] !== entry.after[field],
  }));
}
