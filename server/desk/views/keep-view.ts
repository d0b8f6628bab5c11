import type * as z from 'zod/mini';
import {
  askedByView,
  canonicalQuery,
  type changeViewInput,
  MAX_VIEWS,
  type saveViewInput,
} from '#domain/desk/saved-views.ts';
import { Refusal } from '#domain/errors.ts';
import { audit } from '../../audit/audit.ts';
import { announce } from '../../notifications/live.ts';
import type { Work } from '../../work/work.ts';
import {
  countViews,
  deleteView,
  insertView,
  lockView,
  lockViewsOf,
  moveView,
  updateView,
  type ViewRow,
} from './queries.ts';

type ViewOperation = 'views.save' | 'views.change' | 'views.share' | 'views.remove';

/** The trail says which view of which list, and nothing of what it asks: a search may hold a client's name. */
async function tell(
  work: Work,
  operation: ViewOperation,
  { id, list, isShared }: Pick<ViewRow, 'id' | 'list' | 'isShared'>,
): Promise<void> {
  audit(work, {
    operation,
    clientAccountId: null,
    subjectId: id,
    before: null,
    after: { list, isShared },
    isImpersonal: true,
  });
  await announce(work, isShared ? { staff: true } : { userId: work.actorId }, ['views']);
}

/** @throws Refusal `request.invalid` for a question that the list itself would refuse. */
function requireReadable(list: ViewRow['list'], query: string): void {
  if (!askedByView(list, query))
    throw new Refusal('request.invalid', {}, [{ field: 'query', message: 'validation.invalid' }]);
}

/** The person's own view. @throws Refusal `not-found` for anybody else's */
async function ownView(work: Work, id: string): Promise<ViewRow> {
  await lockViewsOf(work.tx, work.actorId);
  const view = await lockView(work.tx, id, work.actorId);
  if (!view) throw new Refusal('not-found');
  return view;
}

/**
 * Saves a view at the end of the person's own.
 * @returns its id.
 * @throws Refusal `view.too-many`; `request.invalid` for a question that the list itself would refuse.
 */
export async function saveView(work: Work, input: z.infer<typeof saveViewInput>): Promise<string> {
  const { list, name, query } = input;
  requireReadable(list, query);
  await lockViewsOf(work.tx, work.actorId);
  const { count, last } = await countViews(work.tx, work.actorId, list);
  if (count >= MAX_VIEWS) throw new Refusal('view.too-many', { max: MAX_VIEWS });
  const id = work.newId();
  const place = { ownerId: work.actorId, list, position: last + 1, savedAt: work.now };
  await insertView(work.tx, { id, name, query: canonicalQuery(query), ...place });
  await tell(work, 'views.save', { id, list, isShared: false });
  return id;
}

/** Renames, replaces, stars or moves a view of one's own. @throws Refusal `not-found`; `request.invalid` as `saveView`. */
export async function changeView(work: Work, input: z.infer<typeof changeViewInput>): Promise<void> {
  const { id, position, query, ...change } = input;
  const view = await ownView(work, id);
  if (query !== undefined) requireReadable(view.list, query);
  await updateView(work.tx, id, {
    ...change,
    ...(query === undefined ? {} : { query: canonicalQuery(query) }),
  });
  if (position !== undefined) await moveView(work.tx, view, position);
  await tell(work, 'views.change', view);
}

/** Lets the staff find a view of one's own, or no longer. @throws Refusal `not-found`. */
export async function shareView(work: Work, id: string, isShared: boolean): Promise<void> {
  const view = await ownView(work, id);
  await updateView(work.tx, id, { isShared });
  // Those who found it until now hear of it as well.
  await tell(work, 'views.share', { ...view, isShared });
  if (!isShared) await announce(work, { staff: true }, ['views']);
}

/** Removes a view of one's own. @throws Refusal `not-found`. */
export async function removeView(work: Work, id: string): Promise<void> {
  const view = await ownView(work, id);
  await deleteView(work.tx, id);
  await tell(work, 'views.remove', view);
}
