import { withEventMeta } from '@orpc/server';
import { os, signedIn } from '../http/context.ts';

/** Milliseconds a browser waits before it opens a lost stream again. */
const RECONNECT_MS = 500;

export const liveRoutes = {
  stream: os.live.stream.handler(async function* ({ context, signal }) {
    const caller = signedIn(context);
    const listener = { userId: caller.userId, isAdministrator: caller.isAdministrator };
    // The stream ends with the session as it stands now; whoever is still signed in opens it again.
    const left = Math.max(0, caller.expiresAt.getTime() - context.bank.surroundings.now().getTime());
    const end = AbortSignal.any([AbortSignal.timeout(left), ...(signal ? [signal] : [])]);
    const updates = context.bank.live.subscribe(listener, end);
    // Asked for before the first event is sent, which promises the screen that it hears whatever happens from then on.
    const heard = updates.next();
    yield withEventMeta({ topics: [] }, { retry: RECONNECT_MS });
    for (let next = await heard; !next.done; next = await updates.next()) yield { topics: [...next.value] };
  }),
};
