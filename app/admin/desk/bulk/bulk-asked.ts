import type { BulkCommon, BulkOperation } from '#domain/desk/bulk.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { sumMinor } from '#domain/money/money.ts';
import type { TaskKind } from '#domain/tasks/task.ts';
import { useMay } from '../../../api/session.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/t.ts';

/** A row that can be chosen, as its list shows it: an act is of what was seen. */
export interface ChoosableRow {
  readonly id: string;
  /** The client's name: tells the boxes of a list apart. */
  readonly name: string;
  readonly status: string;
  readonly amountMinor: number;
  readonly currency: CurrencyCode;
  readonly followedBy: { readonly id: string } | null;
  /** Of a proposal: what it proposes, and the command that was read. */
  readonly proposed?: { readonly operation: string; readonly inputHash: string };
}

/** What the rows of a list with boxes are. */
export type ListKind = TaskKind | 'proposal';

/** What a person asked to be done to the rows they had chosen. */
export interface BulkAsked {
  readonly operation: BulkOperation;
  readonly kind: ListKind;
  readonly rows: readonly ChoosableRow[];
  readonly common?: BulkCommon;
}

/** What can be decided of many rows of a kind, the main one first, each with its key. */
export const DECISIONS_ON_MANY: Readonly<
  Record<ListKind, readonly { operation: BulkOperation; key?: string }[]>
> = {
  withdrawal: [
    { operation: 'withdrawals.decide.approve', key: 'a' },
    { operation: 'withdrawals.decide.process' },
    { operation: 'withdrawals.decide.reject', key: 'r' },
  ],
  loan: [{ operation: 'loans.decide.process', key: 'a' }],
  fee: [{ operation: 'fees.settle', key: 'a' }],
  proposal: [{ operation: 'proposals.approve', key: 'a' }],
  // Files are given to people; what is done to an account is done one by one.
  client: [],
};

/** Whether the reader may do anything to many rows of a kind: without it they have no boxes (STAFF-12). */
export function useMayActOnMany(kind: ListKind): boolean {
  const may = useMay();
  const isOfTasks =
    may('tasks.take') || may('tasks.release') || (may('tasks.assign') && may('tasks.colleagues'));
  return (
    may('bulk.start') &&
    (DECISIONS_ON_MANY[kind].some(({ operation }) => may(operation)) || (kind !== 'proposal' && isOfTasks))
  );
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
