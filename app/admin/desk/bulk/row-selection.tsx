import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { type ChoosableRow, type ListKind, useMayActOnMany } from './bulk-asked.ts';

/** The rows of a list that were chosen to be worked on together. */
export interface RowSelection {
  /** In the order of the screen; one that left the list is no longer chosen. */
  readonly chosen: readonly ChoosableRow[];
  readonly isChosen: (id: string) => boolean;
  /** Chooses a row or not; with a range, every row from the one chosen last. */
  readonly toggle: (id: string, isRange: boolean) => void;
  readonly choose: (ids: readonly string[], isChosen: boolean) => void;
  readonly clear: () => void;
  /** Tells which rows a group of the list shows. */
  readonly show: (group: string, rows: readonly ChoosableRow[]) => void;
}

const Selection = createContext<RowSelection | null>(null);

/** The selection around a list; null for a list that has none. */
export const useRowSelection = (): RowSelection | null => useContext(Selection);

const rowIds = (): readonly string[] =>
  [...document.querySelectorAll<HTMLElement>('.desk-list [data-row]')].map(
    ({ dataset }) => dataset.row ?? '',
  );

/** @param of what the list is searched and filtered by: another question begins with nothing chosen. */
export function RowSelectionHost({
  kind,
  of,
  children,
}: {
  kind: ListKind;
  of: string;
  children: ReactNode;
}) {
  const mayActOnMany = useMayActOnMany(kind);
  const [picked, setPicked] = useState<{ readonly of: string; readonly ids: ReadonlySet<string> }>({
    of,
    ids: new Set(),
  });
  const [groups, setGroups] = useState<ReadonlyMap<string, readonly ChoosableRow[]>>(new Map());
  const anchor = useRef<string | null>(null);
  const selection = useMemo((): RowSelection => {
    const ids: ReadonlySet<string> = picked.of === of ? picked.ids : new Set();
    const shown = new Map([...groups.values()].flat().map((row) => [row.id, row]));
    const write = (next: Iterable<string>) => setPicked({ of, ids: new Set(next) });
    const choose = (rows: readonly string[], isChosen: boolean) =>
      write(isChosen ? [...ids, ...rows] : [...ids].filter((id) => !rows.includes(id)));
    return {
      chosen: [...shown.values()].filter(({ id }) => ids.has(id)),
      isChosen: (id) => ids.has(id),
      choose,
      toggle: (id, isRange) => {
        const order = rowIds().filter((each) => shown.has(each));
        const [from, to] = [anchor.current ?? id, id]
          .map((each) => order.indexOf(each))
          .sort((a, b) => a - b);
        anchor.current = id;
        if (isRange && from !== undefined && to !== undefined && from >= 0)
          return choose(order.slice(from, to + 1), true);
        choose([id], !ids.has(id));
      },
      clear: () => write([]),
      show: (group, rows) => setGroups((before) => new Map(before).set(group, rows)),
    };
  }, [picked, groups, of]);
  return <Selection value={mayActOnMany ? selection : null}>{children}</Selection>;
}

/** Tells the selection which rows a group shows; they can be chosen while it does. */
export function useChoosable(group: string, rows: readonly ChoosableRow[]): void {
  const show = useRowSelection()?.show;
  const shown = useRef(show);
  shown.current = show;
  const said = rows.map((row) => `${row.id} ${row.status} ${row.followedBy?.id ?? ''}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are made anew at each render; what they say is compared.
  useEffect(() => {
    shown.current?.(group, rows);
  }, [group, said]);
  useEffect(() => () => shown.current?.(group, []), [group]);
}
