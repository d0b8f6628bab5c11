import type { PaperLanguage } from '../papers/paper-language.ts';
import { readCatalogue } from '../papers/words.ts';
import type { rowsAbout } from '../profile/queries.ts';

/** What is kept about a person, as it is read. */
export type PersonalData = Awaited<ReturnType<typeof rowsAbout>>;

/** A value, or the words for one that was not given. */
export const orNotGiven = ({ words }: PaperLanguage, value: string | null | undefined) =>
  value || words.data.notGiven;

/** The word of a key; a key that the catalogues no longer have is shown by its last part. */
export function wordOf({ code }: PaperLanguage, key: string): string {
  const [catalogue = '', ...path] = key.split('.');
  let node: unknown = readCatalogue(code, catalogue);
  for (const part of path) node = (node as Record<string, unknown> | undefined)?.[part];
  return typeof node === 'string' ? node : (path.at(-1) ?? key);
}

/** One table of the document. */
export interface Part {
  readonly title: string;
  readonly columns: readonly (readonly [header: string, share: number, isNumber?: boolean])[];
  readonly rows: readonly (readonly string[])[];
}
