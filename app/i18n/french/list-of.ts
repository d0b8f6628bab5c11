/**
 * The signed-in areas read all their catalogues at once: the French ones stand together in a file per area (`<list>.ts`), since a
 * file for each would wait for its turn in the connection, and since public pages should not carry their names. Null for a catalogue that
 * has a file of its own.
 */
export function frenchListOf(namespace: string): 'client' | 'admin' | 'office' | null {
  if (/^(client|notifications)/.test(namespace)) return 'client';
  if (/^admin(?!-sign-in)/.test(namespace)) return 'admin';
  return /^(security|legal-notices|movements)$|-reasons$/.test(namespace) ? 'office' : null;
}
