import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { auditEntry, auditState } from '#contract/audit.ts';
import { formatIban } from '#domain/accounts/iban.ts';
import { isCurrencyCode } from '#domain/money/currencies.ts';
import type { Permission } from '#domain/operations.ts';
import { limitsOfLine } from '#domain/staff/limits.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { useLimitWords } from '../desk/limit-note.tsx';
import { useRoleLabels } from '../proposals/proposal-words.ts';
import { usePermissionWords } from '../staff/permission-words.ts';

export type AuditEntry = z.infer<typeof auditEntry>;
type State = z.infer<typeof auditState>;

/** The name of a value without the suffix `…Minor` of amounts. */
function nameOf(field: string): string {
  return field.replace(/Minor$/, '');
}

/** What a line keeps as names with commas between, each in words: roles, permissions, limits of operations; null for any other value. */
function useNamesInWords(): (field: string, value: string) => readonly string[] | null {
  const { t } = useWords();
  const labelOf = useRoleLabels();
  const inLimitWords = useLimitWords();
  const { wordOf } = usePermissionWords();
  return (field, value) => {
    if (field === 'roles') return value.split(', ').map(labelOf);
    if (field === 'permissions') return value.split(', ').map((name) => wordOf(name as Permission));
    if (field !== 'limits') return null;
    return limitsOfLine(value).map(({ operation, ...limit }) =>
      [t(`admin-audit.operations.${operation}`), inLimitWords(limit)].join(t('admin-audit.limitOf')),
    );
  };
}

/** The key of the words of a value, by its field. */
const WORDS_OF: Readonly<Record<string, (value: string) => string>> = {
  relation: (value) => `admin-staff.relations.${value}`,
  governed: (value) => `admin-proposals.operations.${value}`,
  proposed: (value) => `admin-proposals.operations.${value}`,
  category: (value) => `admin-proposals.emergency.categories.${value}`,
  status: (value) => `admin-audit.status.${value}`,
};

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
  const inNames = useNamesInWords();
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
  const names = inNames(field, value);
  if (names && names.length > 0)
    return names.map((name) => (
      <span key={name} className="audit-name">
        {name}
      </span>
    ));
  const keyOf = WORDS_OF[field];
  if (keyOf) return worded(tKey, keyOf(value), value);
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
