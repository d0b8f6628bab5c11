import { useEffect } from 'react';
import { EXPORT_INPUTS, type ExportedList } from '#domain/desk/export.ts';
import { filtersOf, permissionsOfQuestion } from '#domain/desk/request-list.ts';
import { useMay } from '../../api/session.ts';
import { useDeskState } from './desk.tsx';

/** An address without what its reader may not ask by: a link or a view of a colleague then shows the rest (STAFF-5). */
export const readable =
  (get: (name: string) => string | null, may: ReturnType<typeof useMay>) =>
  (name: string): string | null => {
    const value = get(name);
    if (value === null) return value;
    return permissionsOfQuestion({ [name]: value }).every(may) ? value : null;
  };

/** What a list can be asked by in the address: its state, search, order and filters. */
const questionOf = (list: ExportedList) =>
  Object.fromEntries(Object.entries(EXPORT_INPUTS[list].shape).filter(([name]) => name !== 'list'));

/** Takes out of the address what its list cannot be asked, so that it says what is shown. */
export function useReadableAddress(list: ExportedList): void {
  const { get, set } = useDeskState();
  const may = useMay();
  const question = questionOf(list);
  const read = filtersOf(question, readable(get, may));
  // The list of clients has no states.
  const names = new Set([...Object.keys(question), 'state']);
  const unread = [...names].filter((name) => get(name) !== null && !(name in read));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address that has such a value.
  useEffect(() => {
    if (unread.length > 0) set(Object.fromEntries(unread.map((name) => [name, null])), { replace: true });
  }, [unread.join(' ')]);
}
