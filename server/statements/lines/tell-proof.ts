import { sql } from 'drizzle-orm';
import { failedProofs, type ProofResult } from '#domain/statements/daily-proof.ts';
import { type Db, rowsOf } from '../../db/database.ts';
import { queueMail } from '../../notifications/notify.ts';
import type { Work } from '../../work/work.ts';

/** How many people hear of a proof that fails (ACC-37): those on duty are two. */
const LEAST_PEOPLE = 2;

/** Someone who is told, with the proofs of the day that they were told of before. */
interface Told {
  readonly id: string;
  readonly email: string;
  readonly told: readonly string[];
}

/**
 * Who is told of a proof that fails: the active staff who may explain a difference; when they are fewer than two, everybody who may read the
 * proof. Each with what they were told of this day.
 */
async function peopleToTell(db: Db, day: string): Promise<readonly Told[]> {
  const rows = await rowsOf<Told & { explains: boolean }>(
    db,
    sql`select u.id, u.email, bool_or(r.holds_all or 'reconciliation.explain' = any (r.permissions)) as explains,
        array(select o.params->>'proofs' from outbox o
          where o.user_id = u.id and o.template = 'proof-failed' and o.params->>'day' = ${day}) as told
      from user_roles held join roles r on r.code = held.role join users u on u.id = held.user_id
      left join staff_members m on m.user_id = held.user_id
      where coalesce(m.status, 'active') = 'active' and u.email_verified
        and (r.holds_all or r.permissions && array['reconciliation.explain', 'reconciliation.show'])
      group by u.id, u.email order by u.id`,
  );
  const onDuty = rows.filter(({ explains }) => explains);
  return onDuty.length >= LEAST_PEOPLE ? onDuty : rows;
}

/** The names under which a currency's failed proofs are told and remembered. */
export const failedIn = (currency: string, results: readonly ProofResult[]): string[] =>
  failedProofs(results).map((name) => `${name} ${currency}`);

/**
 * Writes to the people on duty that proofs of a day failed (ACC-37): each of them once a day for each proof, whichever import or night finds it.
 * @param proofs as `failedIn` names them. @param day YYYY-MM-DD.
 */
export async function tellFailedProofs(
  work: Work,
  { day, proofs }: { readonly day: string; readonly proofs: readonly string[] },
): Promise<void> {
  if (proofs.length === 0) return;
  for (const { id, email, told } of await peopleToTell(work.tx, day)) {
    const known = new Set(told.flatMap((names) => names.split(', ')));
    const unknown = proofs.filter((proof) => !known.has(proof));
    if (unknown.length === 0) continue;
    const currencies = [...new Set(unknown.map((proof) => proof.split(' ')[1]))].join(', ');
    const params = { day, count: unknown.length, currencies, proofs: unknown.join(', ') };
    queueMail(work, email, 'proof-failed', params, id);
  }
}
