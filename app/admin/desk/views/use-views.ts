import { useQuery } from '@tanstack/react-query';
import type { ExportedList } from '#domain/desk/export.ts';
import { canonicalQuery } from '#domain/desk/saved-views.ts';
import type { api } from '../../../api/client.ts';
import { query } from '../../../api/queries.ts';
import { useMay } from '../../../api/session.ts';
import { adminHref } from '../../frame/sections.ts';
import { useDeskState } from '../desk.tsx';
import { askedOf } from '../export-button.tsx';

export type SavedView = Awaited<ReturnType<typeof api.views.list>>['views'][number];

/** The address of a view: what it asks, and that it is the one that is open. */
export const viewHref = (view: Pick<SavedView, 'list' | 'query' | 'id'>): string =>
  adminHref(view.list, { ...Object.fromEntries(new URLSearchParams(view.query)), saved: view.id });

/** The saved views of a list, and which one the address has opened. */
export function useViews(list: ExportedList) {
  const { get } = useDeskState();
  const { data } = useQuery({
    ...query.views.list.queryOptions({ input: { list } }),
    enabled: useMay()('views.list'),
  });
  const views = data?.views ?? [];
  const asked = askedOf(list, get).toString();
  const opened = views.find(({ id }) => id === get('saved')) ?? null;
  return { views, opened, asked, isModified: opened !== null && opened.query !== canonicalQuery(asked) };
}
