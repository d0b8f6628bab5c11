import { withEventMeta } from '@orpc/server';
import { staffTopicsOf } from '#domain/notifications/topics.ts';
import { os, signedIn } from '../http/context.ts';

/** Milliseconds a browser waits before it opens a lost stream again. */
const RECONNECT_MS = 500;
/** The same after a newer stream replaced it: windows above the limit then alternate slowly. */
const REPLACED_RECONNECT_MS = 60_000;

export const liveRoutes = {
  stream: os.live.stream.handler(async function* ({ context, signal }) {
    const { userId, sessionId, permissions, expiresAt } = signedIn(context);
    const { live, surroundings } = context.bank;
    const left = Math.max(0, expiresAt.getTime() - surroundings.now().getTime());
    const over = new AbortController();
    // The stream ends with the session as it stands; a browser that is still signed in reconnects.
    const end = AbortSignal.any([AbortSignal.timeout(left), over.signal, ...(signal ? [signal] : [])]);
    const updates = live.subscribe({ userId, sessionId, staffTopics: staffTopicsOf(permissions) }, end);
    try {
      // Before the first event, which promises the screen that later changes are heard.
      const heard = updates.next();
      // A failure here is harmless: the hub checks every session once it listens again.
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
