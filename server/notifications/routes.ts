import { withEventMeta } from '@orpc/server';
import { os, signedIn } from '../http/context.ts';

/** Milliseconds a browser waits before it opens a lost stream again. */
const RECONNECT_MS = 500;
/** And after a newer stream took its place: with more windows than there may be streams they take turns, slowly. */
const REPLACED_RECONNECT_MS = 60_000;

export const liveRoutes = {
  stream: os.live.stream.handler(async function* ({ context, signal }) {
    const { userId, sessionId, isStaff, expiresAt } = signedIn(context);
    const { live, surroundings } = context.bank;
    const left = Math.max(0, expiresAt.getTime() - surroundings.now().getTime());
    const over = new AbortController();
    // The stream ends with the session as it stands now; whoever is still signed in opens it again.
    const end = AbortSignal.any([AbortSignal.timeout(left), over.signal, ...(signal ? [signal] : [])]);
    const updates = live.subscribe({ userId, sessionId, isStaff }, end);
    try {
      // Asked for before the first event is sent, which promises the screen that it hears whatever happens from then on.
      const heard = updates.next();
      // What fails here is made up for: the hub looks at every session again once it hears again.
      live.endIfGone(sessionId).catch(() => {});
      yield withEventMeta({ topics: [] }, { retry: RECONNECT_MS });
      let next = await heard;
      for (; !next.done; next = await updates.next()) yield { topics: [...next.value] };
      if (next.value === 'replaced') yield withEventMeta({ topics: [] }, { retry: REPLACED_RECONNECT_MS });
    } finally {
      over.abort();
    }
  }),
};
