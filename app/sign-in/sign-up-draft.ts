/** What was typed at step 1 of the sign-up, kept for the time of the sign-up. Never holds the password (docs/rules.md). */
export interface SignUpDraft {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly country: string;
}

const storageKey = 'sign-up-draft';
const fields = ['firstName', 'lastName', 'email', 'phone', 'country'] as const;

/** Null when nothing was started in this tab, or when what is stored is not a draft. */
export function readDraft(): SignUpDraft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    if (stored === null || typeof stored !== 'object') return null;
    const draft = stored as Record<string, unknown>;
    if (!fields.every((field) => typeof draft[field] === 'string')) return null;
    return draft as unknown as SignUpDraft;
  } catch {
    return null;
  }
}

/** Keeps the draft field by field: whatever else the form holds, the password above all, stays out. */
export function keepDraft(typed: SignUpDraft): void {
  const { firstName, lastName, email, phone, country } = typed;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ firstName, lastName, email, phone, country }));
  } catch {
    // Storage refused: the server holds the same details once step 1 is sent.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Storage refused: there is nothing to forget.
  }
}
