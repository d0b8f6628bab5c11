import type { ExportedList } from '#domain/desk/export.ts';
import { permissionsOfQuestion } from '#domain/desk/request-list.ts';
import { askedByView } from '#domain/desk/saved-views.ts';
import { Refusal } from '#domain/errors.ts';
import { type GuardedContext, os, run, runOnce, signedIn } from '../../http/context.ts';
import { reachOfReading, requirePermission } from '../../http/require-permission.ts';
import { askList, READING_OF_LIST } from '../../lists/list-question.ts';
import { changeView, removeView, saveView, shareView } from './keep-view.ts';
import { lockView, viewsOf } from './queries.ts';

/** The views that a person finds of a list that they may read, each counted as its reader would walk it. */
async function shownViews(context: GuardedContext, list: ExportedList) {
  const { userId, permissions } = signedIn(context);
  // Who has assigned files only counts those alone (STAFF-43).
  const db = reachOfReading(context, READING_OF_LIST[list]);
  const asker = { personId: userId, permissions, now: context.bank.surroundings.now() };
  const rows = await viewsOf(context.db, userId, list);
  // A count of what its reader may not ask the list would tell it (STAFF-5).
  const mayAsk = (asked: Parameters<typeof permissionsOfQuestion>[0]) =>
    [READING_OF_LIST[list], ...permissionsOfQuestion(asked)].every((one) => permissions.includes(one));
  return Promise.all(
    rows.map(async (row) => {
      const isMine = row.ownerId === userId;
      const isStarred = isMine && row.isStarred;
      const asked = isStarred ? askedByView(list, row.query) : null;
      return {
        id: row.id,
        list,
        name: row.name,
        query: row.query,
        isShared: row.isShared,
        isStarred,
        isMine,
        ownedBy: row.ownerName,
        count: asked && mayAsk(asked) ? await (await askList(db, asked, asker)).count() : null,
      };
    }),
  );
}

async function answered(context: GuardedContext, id: string) {
  const view = await lockView(context.db, id, signedIn(context).userId);
  const shown = view && (await shownViews(context, view.list)).find((one) => one.id === id);
  if (!shown) throw new Refusal('not-found');
  return { view: shown };
}

export const viewRoutes = {
  list: os.views.list.handler(async ({ input, context }) => {
    await requirePermission(context, READING_OF_LIST[input.list]);
    return { views: await shownViews(context, input.list) };
  }),

  save: os.views.save.handler(async ({ input, context }) => {
    await requirePermission(context, READING_OF_LIST[input.list]);
    return answered(context, await runOnce(context, input, (work) => saveView(work, input)));
  }),

  change: os.views.change.handler(async ({ input, context }) => {
    await run(context, (work) => changeView(work, input));
    return answered(context, input.id);
  }),

  share: os.views.share.handler(async ({ input, context }) => {
    await run(context, (work) => shareView(work, input.id, input.isShared));
    return answered(context, input.id);
  }),

  remove: os.views.remove.handler(async ({ input, context }) => {
    await run(context, (work) => removeView(work, input.id));
    return {};
  }),
};
