/**
 * What is typed in the forms of the signed-in areas, kept in this tab so that a session that ends, or a step back, loses nothing. It belongs
 * to one person: it goes when they sign out, and when somebody else signs in. Passwords and codes are never kept.
 */

type Typed = Readonly<Record<string, string>>;

interface Kept {
  /** Whose drafts these are: the id of the user. */
  readonly owner: string;
  /** Whether the session ended without its person having asked for it. */
  readonly hasEnded: boolean;
  readonly drafts: Readonly<Record<string, Typed>>;
}

const storageKey = 'signed-in-drafts';
const secret = /password|^code$|^proof$/i;

function read(): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Kept | null;
    return kept && typeof kept.owner === 'string' && typeof kept.drafts === 'object' ? kept : null;
  } catch {
    // Storage refused, or not written by this code.
    return null;
  }
}

function write(kept: Kept | null): void {
  try {
    if (kept === null) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // Storage refused or full: the forms work all the same, they only do not survive the session.
  }
}

/** Says who is signed in. What somebody else left is forgotten. */
export function ownDrafts(userId: string): void {
  hearOtherTabs();
  const kept = read();
  if (kept?.owner !== userId) write({ owner: userId, hasEnded: false, drafts: {} });
  else if (kept.hasEnded) write({ ...kept, hasEnded: false });
}

/** The session ended under the screen. */
export function noteSessionEnd(): void {
  const kept = read();
  if (kept) write({ ...kept, hasEnded: true });
}

/** Whether a session of this tab ended by itself since somebody last signed in or out, and whether something typed was kept. */
export function endedSession(): { readonly hasDrafts: boolean } | null {
  const kept = read();
  return kept?.hasEnded ? { hasDrafts: Object.keys(kept.drafts).length > 0 } : null;
}

let tabs: BroadcastChannel | null = null;

/** Opens the channel between the tabs once somebody is signed in: opened at the import, it would keep the prerenderer's process alive. */
function hearOtherTabs(): void {
  if (tabs || typeof BroadcastChannel === 'undefined') return;
  tabs = new BroadcastChannel('signed-out');
  tabs.onmessage = () => write(null);
}

/** The person leaves on purpose: nothing of theirs stays, in this tab or in another. */
export function forgetDrafts(): void {
  write(null);
  tabs?.postMessage(null);
}

/** What was typed in a form; null for nothing. */
export function draftOf(form: string): Typed | null {
  return read()?.drafts[form] ?? null;
}

/** Keeps what is typed in a form. `null` forgets it. */
export function keepDraft(form: string, typed: Typed | null): void {
  const kept = read();
  if (!kept) return;
  const { [form]: _, ...others } = kept.drafts;
  const open = Object.entries(typed ?? {}).filter(([name]) => !secret.test(name));
  write({ ...kept, drafts: typed === null ? others : { ...others, [form]: Object.fromEntries(open) } });
}
