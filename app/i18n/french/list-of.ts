/**
 * The signed-in areas load all their French catalogues at once, in one file per area (`<list>.ts`): separate files would queue in the
 * connection, and public pages should not carry their names. Null for a catalogue that has a file of its own.
 */
export function frenchListOf(namespace: string): 'client' | 'admin' | 'office' | null {
  if (/^(client|notifications)/.test(namespace)) return 'client';
  if (/^admin(?!-sign-in)/.test(namespace)) return 'admin';
  return /^(security|legal-notices|movements)$|-reasons$/.test(namespace) ? 'office' : null;
}
