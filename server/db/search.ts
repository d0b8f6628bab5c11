import { type SQL, sql } from 'drizzle-orm';
import { ibanLength } from '#domain/accounts/iban.ts';
import type { AmountRange } from '#domain/search/amount.ts';
import { type Readings, readingsOf } from '#domain/search/readings.ts';
import { wordReadings } from '#domain/search/words.ts';

/**
 * What is typed to find something, as the indexes read it. The lexemes of `words` columns (search.sql): a word as it is; the others begin with a sign that no word
 * has: `~p` and the end of a
 * telephone's key, `~i` and four characters of an IBAN in a row, `~e` and its last four, `~l` and the first part of an e-mail address
 * backwards, `~d` and its domain.
 */
export interface Asked {
  /** Texts, telephone numbers and e-mail addresses. */
  readonly words: SQL;
  /** A part of an IBAN: the query that finds it in the index, and the part to look for in what was found. */
  readonly iban: { readonly query: SQL; readonly part: string | null } | null;
  readonly amount: AmountRange | null;
  readonly reference: string | null;
  readonly readings: Readings;
}

/** Pieces of an IBAN's part that the index is asked for: its last ones, which fewer accounts share than the country and the bank. */
const ASKED_PIECES = 8;
const PIECE = 4;

const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const begins = (lexeme: string): string => `${quoted(lexeme)}:*`;
const all = (terms: readonly string[]): string => `(${terms.join(' & ')})`;

/** A query of words, each of which begins one of the text's, in any of the ways to read it; null for a text without a letter or digit. */
export function wordsAsked(q: string): SQL | null {
  const readings = wordReadings(q);
  if (readings.length === 0) return null;
  return asQuery(readings.map((words) => all(words.map(begins))));
}

const asQuery = (alternatives: readonly string[]): SQL => sql`${alternatives.join(' | ')}::tsquery`;

function ibanAsked(part: string | undefined, readsIban: boolean): Asked['iban'] {
  if (part === undefined) return null;
  if (!readsIban) return part.length === PIECE ? { query: asQuery([quoted(`~e${part}`)]), part: null } : null;
  // Numbers that a house gives one after the other share nearly all of their pieces, but few share an end.
  const isWhole = part.length === ibanLength(part.slice(0, 2));
  const pieces = Array.from({ length: part.length - PIECE + 1 }, (_, at) => part.slice(at, at + PIECE));
  const asked = isWhole
    ? [`~e${part.slice(-PIECE)}`]
    : pieces.slice(-ASKED_PIECES).map((piece) => `~i${piece}`);
  const query = asQuery([all(asked.map(quoted))]);
  return { query, part: part.length === PIECE ? null : part };
}

/**
 * What a search asks of the indexes, in every reading of what is typed (Q-20); null for a text without a letter or digit, which finds nothing.
 * @param readsIban whether the reader may read account numbers in full; without it the last four characters find one (Q-22).
 */
export function askedBy(q: string, readsIban: boolean): Asked | null {
  const readings = readingsOf(q);
  const words = wordReadings(q).map((one) => all(one.map(begins)));
  if (words.length === 0) return null;
  const { phone, email, amount = null, reference = null } = readings;
  const alternatives = [
    ...words,
    ...(phone ? [begins(`~p${phone}`)] : []),
    ...(email
      ? [all([begins(`~l${[...email.localEnd].reverse().join('')}`), begins(`~d${email.domainStart}`)])]
      : []),
  ];
  return {
    words: asQuery(alternatives),
    iban: ibanAsked(readings.iban, readsIban),
    amount,
    reference,
    readings,
  };
}

/**
 * The conditions by which a row's own lexemes fit what is asked, each answered by the index of `words` alone.
 * @param row its lexemes, and the account number among them; null where there is none.
 */
export function fittings(
  asked: Pick<Asked, 'words' | 'iban'>,
  row: { readonly words: SQL; readonly iban: SQL | null },
): readonly SQL[] {
  const byWords = sql`${row.words} @@ ${asked.words}`;
  const { iban } = asked;
  if (!iban || !row.iban) return [byWords];
  const holds = iban.part === null ? sql`` : sql` and strpos(${row.iban}, ${iban.part}) > 0`;
  return [byWords, sql`${row.words} @@ ${iban.query}${holds}`];
}

/** Whether one of the conditions holds. */
export const anyOf = (conditions: readonly SQL[]): SQL =>
  sql`(${sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` or `,
  )})`;
