import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { HOUSE_ACTORS } from '#domain/actors.ts';
import words from '#locales/fr/admin-jobs.json' with { type: 'json' };

/** What staff read where the bank acted by a job, or the operator by a command: « La banque (Purge des messages anciens) ». */
const houseNames = Object.fromEntries(
  HOUSE_ACTORS.map(({ id, actor }) => [
    id,
    actor.kind === 'bank' ? words.bank.replace('{{job}}', words.names[actor.job]) : words.operator,
  ]),
);

/** Written out once, not bound: some eighty values with each row of a list took longer to send than the list to read. */
const HOUSE_NAMES = sql.raw(`'${JSON.stringify(houseNames).replaceAll("'", "''")}'::jsonb`);

/**
 * The name under which an actor is known: a client's, an administrator's, a job's or a command's; null for a person who is gone.
 * Only the house reads it.
 */
export const nameOfPerson = (actorId: SQLWrapper): SQL<string | null> => sql`coalesce(
  (select p.display_name from profiles p where p.user_id = ${actorId}),
  (select u.name from users u where u.id = ${actorId}),
  ${HOUSE_NAMES} ->> ${actorId}::text)`;
