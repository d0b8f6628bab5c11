import * as z from 'zod/mini';
import { EXPORTED_LISTS } from '#domain/desk/export.ts';
import { changeViewInput, saveViewInput, shareViewInput, viewsInput } from '#domain/desk/saved-views.ts';
import { route } from './route.ts';
import { byId, empty, id } from './values.ts';

const tag = 'Tasks';

const savedView = z.object({
  id,
  list: z.enum(EXPORTED_LISTS),
  name: z.string(),
  /** As in the address: `state=pending&assignee=me`. « me » is its reader. */
  query: z.string(),
  isShared: z.boolean(),
  isStarred: z.boolean(),
  isMine: z.boolean(),
  ownedBy: z.nullable(z.string()),
  /** How many rows its reader finds by it: of starred views only, 10 001 stands for more than 10 000. */
  count: z.nullable(z.int()),
});

export const viewsContract = {
  list: route({
    method: 'GET',
    path: '/admin/views',
    summary: "The caller's saved views of a list in their order, then those that colleagues share",
    tag,
    access: 'staff',
  })
    .input(viewsInput)
    .output(z.object({ views: z.array(savedView) })),
  save: route({
    method: 'POST',
    path: '/admin/views',
    summary: 'Save how a list is searched, filtered and ordered under a name',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['view.too-many'],
  })
    .input(saveViewInput)
    .output(z.object({ view: savedView })),
  change: route({
    method: 'PUT',
    path: '/admin/views/{id}',
    summary: "Rename, replace, star or move one of the caller's own views",
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(changeViewInput)
    .output(z.object({ view: savedView })),
  share: route({
    method: 'PUT',
    path: '/admin/views/{id}/sharing',
    summary: "Let the staff find one of the caller's own views, or no longer; it stays the caller's",
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(shareViewInput)
    .output(z.object({ view: savedView })),
  remove: route({
    method: 'DELETE',
    path: '/admin/views/{id}',
    summary: "Remove one of the caller's own views",
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(empty),
};
