import { type SQL, sql } from 'drizzle-orm';

/** What is typed to find someone, as the indexes of migration 0003 read it. */

/** The letters and digits of a search, capitals; empty for a search that finds no person. */
export const lettersAndDigitsOf = (q: string): string => q.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

/** Every word begins one of the text's. plain_text leaves words and single spaces, so that quoting makes a query of anything. */
export const wordsOf = (q: string): SQL =>
  sql`to_tsquery('simple', '''' || replace(plain_text(${q}), ' ', ''':* & ''') || ''':*')`;

/**
 * Whether an IBAN begins so, in the order of bytes that its index has. As a pattern it would be looked for in the whole table: a prepared
 * statement is planned for any pattern, and not every pattern begins with letters. An IBAN has nothing beyond `Z`, and `~` comes after it.
 */
export const ibanBegins = (iban: SQL, start: SQL): SQL =>
  sql`(${iban} ~>=~ ${start} and ${iban} ~<~ (${start} || '~'))`;
