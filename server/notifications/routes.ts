import { withEventMeta } from '@orpc/server';
import { os, signedIn } from '../http/context.ts';

/** Milliseconds a browser waits before it opens a lost stream again. */
const RECONNECT_MS = 500;

export const liveRoutes = {
  stream: os.live.stream.handler(async function* ({ context, signal }) {
    const caller = signedIn(context);
    // The first event tells the screen that the stream is open, and that whatever it showed before may be old.
    yield withEventMeta({ topics: [] }, { retry: RECONNECT_MS });
    const listener = { userId: caller.userId, isAdministrator: caller.isAdministrator };
    // The stream ends with the session as it stands now; whoever is still signed in opens it again.
    const left = Math.max(0, caller.expiresAt.getTime() - context.bank.surroundings.now().getTime());
    const end = AbortSignal.any([AbortSignal.timeout(left), ...(signal ? [signal] : [])]);
    for await (const topics of context.bank.live.subscribe(listener, end)) yield { topics: [...topics] };
  }),
};
