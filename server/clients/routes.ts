import { Refusal } from '#domain/errors.ts';
import { clientOf, mayReadField, os, run, runOnce, signedIn } from '../http/context.ts';
import { DEFAULT_PAGE } from '../http/cursor.ts';
import { requireListQuestion } from '../http/require-permission.ts';
import { ratesByCurrency } from '../rates/queries.ts';
import { addNote } from './add-note.ts';
import { changeProfile } from './change-profile.ts';
import { clientConditions } from './client-conditions.ts';
import { endClientSessions } from './end-client-sessions.ts';
import { listClients } from './list-clients.ts';
import { presentClient, presentProfile } from './present-client.ts';
import { clientById, countClients, identityReceiptOf, profileOfUser } from './queries.ts';
import { previewRemoval, removeClient } from './remove-client.ts';

export const clientRoutes = {
  profile: os.clients.profile.handler(async ({ context }) => {
    const row = await profileOfUser(context.db, clientOf(context).userId);
    if (!row) throw new Refusal('not-found');
    return { profile: presentProfile(row.profile, row.email) };
  }),

  updateProfile: os.clients.updateProfile.handler(({ input, context }) =>
    run(context, async (work) => {
      const { profile, email } = await changeProfile(work, input);
      return { profile: presentProfile(profile, email) };
    }),
  ),

  list: os.clients.list.handler(async ({ input, context }) => {
    const { db, bank } = context;
    const now = bank.surroundings.now();
    const readsIban = mayReadField(context, 'fields.fullIban');
    const reader = { personId: signedIn(context).userId, now, readsIban };
    const { counted, limit = DEFAULT_PAGE, ...asked } = input;
    const { q, sort: _, cursor: __, ...filter } = asked;
    await requireListQuestion(context, input);
    const [{ page, nextCursor }, count, rates] = await Promise.all([
      listClients(db, { ...asked, limit }, reader),
      counted
        ? countClients(db, {
            ...(q ? { q } : {}),
            readsIban,
            filters: await clientConditions(db, filter, reader),
          })
        : null,
      ratesByCurrency(db),
    ]);
    return { clients: page.map((row) => presentClient(row, { rates, now })), nextCursor, count };
  }),

  show: os.clients.show.handler(async ({ input, context }) => {
    const { db } = context;
    const row = await clientById(db, input.id);
    if (!row) throw new Refusal('not-found');
    return {
      client: presentClient(row, {
        rates: await ratesByCurrency(db),
        now: context.bank.surroundings.now(),
      }),
      profile: presentProfile(row.profile, row.email),
      identityReceipt: await identityReceiptOf(db, input.id),
    };
  }),

  addNote: os.clients.addNote.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      const { createdAt, ...note } = await addNote(work, input.id, input);
      return { note: { ...note, createdAt: createdAt.toISOString() } };
    }),
  ),

  endSessions: os.clients.endSessions.handler(({ input, context }) =>
    run(context, (work) => endClientSessions(work, input.id)),
  ),

  removal: os.clients.removal.handler(({ input, context }) =>
    previewRemoval(context.db, input.id, {
      mode: context.bank.institution.mode,
      now: context.bank.surroundings.now(),
    }),
  ),

  remove: os.clients.remove.handler(({ input, context }) =>
    run(context, (work) => removeClient(work, input.id, context.bank.institution.mode)),
  ),
};
