const WAIT_MS = 1500;

/**
 * Whether this browser has a client's session, asked on demand: public pages do not load the session. False when the server does not answer at
 * once.
 */
export async function isSignedInClient(): Promise<boolean> {
  try {
    const answer = await fetch('/api/session', { signal: AbortSignal.timeout(WAIT_MS) });
    if (!answer.ok) return false;
    const { session } = (await answer.json()) as { session?: { hasAccount?: boolean } | null };
    return session?.hasAccount === true;
  } catch {
    return false;
  }
}
