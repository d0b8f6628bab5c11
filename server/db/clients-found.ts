import { type SQL, sql } from 'drizzle-orm';
import { type Db, listed, rowsOf } from './database.ts';
import { limitedTo } from './page-of-list.ts';
import { ibanBegins, lettersAndDigitsOf, wordsOf } from './search.ts';

/** Up to so many clients are named one by one: their requests are read by the index of their accounts. */
const FEW = 200;

/**
 * The condition on `client_account_id` by which a list shows the requests of the clients that a search finds, by words of name and address
 * or the beginning of an IBAN; undefined without a search. What few clients bear is looked up in the index of words; what many bear is
 * checked row by row while the list is walked in its own order, and soon fills a page. Either is short at any size (decision 0018).
 * @param readsIban whether the reader may search by account numbers (STAFF-5).
 * @param few how many clients are named one by one at most.
 */
export async function clientsFound(
  db: Db,
  q: string | undefined,
  readsIban: boolean,
  few: number = FEW,
): Promise<SQL | undefined> {
  if (q === undefined || q.trim() === '') return undefined;
  // A search without a letter or digit finds no client.
  if (lettersAndDigitsOf(q) === '') return sql`false`;
  const byIban = readsIban ? sql` or ${ibanBegins(sql`a.iban`, sql`${lettersAndDigitsOf(q)}::text`)}` : sql``;
  const matches = sql`(a.words @@ ${wordsOf(q)}${byIban})`;
  const found = await rowsOf<{ id: string }>(
    db,
    sql`select a.id from client_accounts a where ${matches} ${limitedTo(few + 1)}`,
  );
  if (found.length > few)
    return sql`(select ${matches} from client_accounts a where a.id = client_account_id)`;
  return sql`client_account_id = any (${listed(
    found.map(({ id }) => id),
    'uuid',
  )})`;
}
