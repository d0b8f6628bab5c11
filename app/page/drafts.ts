/**
 * Drafts of the forms in the signed-in areas, kept in this tab so that an ended session or a step back loses nothing. A draft belongs to one
 * person: it is removed when they sign out or somebody else signs in. Passwords and codes are never kept.
 */

type Typed = Readonly<Record<string, string>>;

/** A call that was sent and whose answer never came, with the key under which the server tells what it did of it. */
interface Unanswered {
  readonly input: unknown;
  readonly key: string;
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
}

/** Milliseconds for which the same input counts as the same call: later it is meant to be done once more. */
const SAME_CALL_MS = 3_600_000;

interface Kept {
  /** Id of the user that the drafts belong to. */
  readonly owner: string;
  /** Whether the session ended without a sign-out. */
  readonly hasEnded: boolean;
  readonly drafts: Readonly<Record<string, Typed>>;
  readonly unanswered?: Readonly<Record<string, Unanswered>>;
}

const storageKey = 'signed-in-drafts';
const secret = /password|^code$|^proof$/i;

function read(): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Kept | null;
    return kept && typeof kept.owner === 'string' && typeof kept.drafts === 'object' ? kept : null;
  } catch {
    // Storage is unavailable, or its content was not written by this code.
    return null;
  }
}

function write(kept: Kept | null): void {
  try {
    if (kept === null) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // Storage is unavailable or full: the forms work, but drafts do not survive the session.
  }
}

/** Sets the signed-in person and removes another person's drafts. */
export function ownDrafts(userId: string): void {
  hearOtherTabs();
  const kept = read();
  if (kept?.owner !== userId) write({ owner: userId, hasEnded: false, drafts: {} });
  else if (kept.hasEnded) write({ ...kept, hasEnded: false });
}

/** Records that the session ended without a sign-out. */
export function noteSessionEnd(): void {
  const kept = read();
  if (kept) write({ ...kept, hasEnded: true });
}

/** Whether a session of this tab expired since the last sign-in or sign-out, and whether a draft was kept. */
export function endedSession(): { readonly hasDrafts: boolean } | null {
  const kept = read();
  return kept?.hasEnded ? { hasDrafts: Object.keys(kept.drafts).length > 0 } : null;
}

let tabs: BroadcastChannel | null = null;

/** Opens the channel between tabs after sign-in: opened on import, it would keep the prerenderer's process alive. */
function hearOtherTabs(): void {
  if (tabs || typeof BroadcastChannel === 'undefined') return;
  tabs = new BroadcastChannel('signed-out');
  tabs.onmessage = () => write(null);
}

/** Removes the person's drafts in every tab on sign-out. */
export function forgetDrafts(): void {
  write(null);
  tabs?.postMessage(null);
}

/** The draft of a form; null without one. */
export function draftOf(form: string): Typed | null {
  return read()?.drafts[form] ?? null;
}

/** Keeps the draft of a form; `null` removes it. */
export function keepDraft(form: string, typed: Typed | null): void {
  const kept = read();
  if (!kept) return;
  const { [form]: _, ...others } = kept.drafts;
  const open = Object.entries(typed ?? {}).filter(([name]) => !secret.test(name));
  write({ ...kept, drafts: typed === null ? others : { ...others, [form]: Object.fromEntries(open) } });
}

/** The call of this name that was sent within the hour and never answered; null without one. */
export function unansweredOf(name: string, now = Date.now()): Unanswered | null {
  const sent = read()?.unanswered?.[name];
  return sent && now - sent.at < SAME_CALL_MS ? sent : null;
}

/** Keeps a call that is on its way, so that what is typed again after a reload or a closed dialog is not done twice; `null` forgets it. */
export function keepUnanswered(name: string, sent: Unanswered | null): void {
  const kept = read();
  if (!kept) return;
  const { [name]: _, ...others } = kept.unanswered ?? {};
  write({ ...kept, unanswered: sent === null ? others : { ...others, [name]: sent } });
}
