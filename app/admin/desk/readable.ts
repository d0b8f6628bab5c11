import { permissionsOfQuestion } from '#domain/desk/request-list.ts';
import type { useMay } from '../../api/session.ts';

/** An address without what its reader may not ask by: a link or a view of a colleague then shows the rest (STAFF-5). */
export const readable =
  (get: (name: string) => string | null, may: ReturnType<typeof useMay>) =>
  (name: string): string | null => {
    const value = get(name);
    if (value === null) return value;
    return permissionsOfQuestion({ [name]: value }).every(may) ? value : null;
  };
