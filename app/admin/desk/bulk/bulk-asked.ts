import type { BulkCommon, BulkOperation } from '#domain/desk/bulk.ts';
import { sumMinor } from '#domain/money/money.ts';
import type { TaskKind } from '#domain/tasks/task.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/t.ts';
import type { ChoosableRow } from './row-selection.tsx';

/** What the rows of a list with boxes are. */
export type ListKind = TaskKind | 'proposal';

/** What a person asked to be done to the rows they had chosen. */
export interface BulkAsked {
  readonly operation: BulkOperation;
  readonly kind: ListKind;
  readonly rows: readonly ChoosableRow[];
  readonly common?: BulkCommon;
}

/** « 12 virements, 8 430,00 € », by currency; of proposals and clients their number: what a policy compares, and balances, are no sum to act on. */
export function useSelectionWords() {
  const { t } = useWords();
  const { amount, count } = useFormats();
  return (kind: ListKind, rows: readonly ChoosableRow[]) => {
    const number = t(`admin-desk.bulk.rows.${kind}`, { count: rows.length, written: count(rows.length) });
    if (kind === 'proposal' || kind === 'client') return number;
    const sums = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, of]) =>
      amount(sumMinor(of.map(({ amountMinor }) => amountMinor)), currency),
    );
    return [number, ...sums].join(', ');
  };
}
