import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** The name under which a user is known: a client's, or an administrator's; null once they are gone. */
export const nameOfPerson = (userId: SQLWrapper): SQL<string | null> => sql`coalesce(
  (select p.display_name from profiles p where p.user_id = ${userId}),
  (select u.name from users u where u.id = ${userId}))`;
