/** The input of step 1, kept during the sign-up. Never holds the password (docs/rules.md). */
export interface SignUpDraft {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly country: string;
}

const storageKey = 'sign-up-draft';
const fields = ['firstName', 'lastName', 'email', 'phone', 'country'] as const;

/** Null without a draft in this tab, or when the stored data is not one. */
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

/** Keeps only the listed fields: the password above all is left out. */
export function keepDraft(typed: SignUpDraft): void {
  const { firstName, lastName, email, phone, country } = typed;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ firstName, lastName, email, phone, country }));
  } catch {
    // Storage is unavailable: the server has the same details after step 1.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Storage is unavailable: there is nothing to remove.
  }
}
