import { type ReactNode, useState } from 'react';
import { useT } from '../../i18n/t.ts';
import { DataCell } from '../../ui/data-table.tsx';
import { Age } from './age.tsx';
import { wasDecidedHere } from './decided-here.ts';

/** So many rows that left stay on the screen; the oldest of more go. */
const MOST_LEFT = 20;

interface Placed<Row> {
  readonly row: Row;
  readonly hasLeft: boolean;
}

/** The rows of a list with those that were in it before, each after the row that it followed. */
function withLeft<Row extends { readonly id: string }>(
  before: readonly Row[],
  rows: readonly Row[],
): readonly Row[] {
  const present = new Set(rows.map(({ id }) => id));
  const merged = [...rows];
  let last: string | null = null;
  for (const row of before) {
    if (!present.has(row.id)) merged.splice(merged.findIndex(({ id }) => id === last) + 1, 0, row);
    last = row.id;
  }
  const left = merged.filter(({ id }) => !present.has(id));
  const gone = new Set(left.slice(0, Math.max(0, left.length - MOST_LEFT)).map(({ id }) => id));
  return merged.filter(({ id }) => !gone.has(id));
}

/**
 * A group of a list with the rows that left it while one looks: they keep their places until another question is asked. What the person decided
 * themselves leaves at once.
 * @param question what the list is asked by: another one begins without them.
 */
export function useLeftRows<Row extends { readonly id: string }>(
  question: string,
  rows: readonly Row[],
  isLoaded: boolean,
): readonly Placed<Row>[] {
  const said = rows.map(({ id }) => id).join();
  const [kept, setKept] = useState<{ question: string; said: string; order: readonly Row[] }>({
    question,
    said: '',
    order: [],
  });
  const isSame = kept.question === question;
  if (isLoaded && (!isSame || kept.said !== said))
    setKept({ question, said, order: isSame ? withLeft(kept.order, rows) : rows });
  const fresh = new Map(rows.map((row) => [row.id, row]));
  const order = isLoaded && isSame && kept.said === said ? kept.order : rows;
  return order
    .map((row) => ({ row: fresh.get(row.id) ?? row, hasLeft: !fresh.has(row.id) }))
    .filter(({ row, hasLeft }) => !hasLeft || !wasDecidedHere(row.id));
}

/** A row that left its group: greyed, with who worked on it and what became of it. */
export function LeftRow({
  name,
  columns,
  state,
  decision,
  amount,
}: {
  /** The client's name. */
  name: string;
  columns: number;
  /** What it is now, in words. */
  state: string;
  decision: { readonly by: string | null; readonly at: string | null };
  amount: ReactNode;
}) {
  const t = useT();
  return (
    <tr className="data-row left-row">
      <DataCell rowHeader>
        {name}
        <span className="cell-note">
          {decision.at === null ? (
            state
          ) : (
            <>
              {t('admin.handledBy', { name: decision.by ?? t('admin.someone') })}, <Age since={decision.at} />{' '}
              · {state}
            </>
          )}
        </span>
      </DataCell>
      <DataCell numeric>{amount}</DataCell>
      <td colSpan={columns - 2} />
    </tr>
  );
}
