/** The folders of the languages of both signed-in areas. */
const FOLDERS: Readonly<Record<string, string>> = { fr: 'french', en: 'english' };

/**
 * The signed-in areas load all their catalogues at once, in one file per area (`french/` and `english/`; `clients/` for the languages of clients
 * alone): separate files would queue in the connection, and public pages should not carry their names. Words that few readers meet come with
 * their screen: of mandates, of the audit trail, of the team, of files of the bank, and of a house that does not lend.
 * @returns the area that reads a catalogue, `office` when it is both; null for a catalogue that has a file of its own.
 */
export function areaOf(namespace: string): 'client' | 'admin' | 'office' | null {
  if (/^(client(?!-mandates)|notifications)/.test(namespace)) return 'client';
  if (/^admin(?!-audit|-bank-files|-sign-in|-staff|-transmission)/.test(namespace)) return 'admin';
  return /^(security|legal-notices|movements)$|-reasons$/.test(namespace) ? 'office' : null;
}

/** The file that holds a catalogue of French or English with the others of its area; null when there is none. */
export function areaListOf(code: string, namespace: string): string | null {
  const [folder, area] = [FOLDERS[code], areaOf(namespace)];
  return folder && area ? `./${folder}/${area}.ts` : null;
}
