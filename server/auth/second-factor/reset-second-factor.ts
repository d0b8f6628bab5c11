import { sql } from 'drizzle-orm';
import type { Actor } from '#domain/actors.ts';
import { audit } from '../../audit/audit.ts';
import type { Db } from '../../db/database.ts';
import { notifyClient } from '../../notifications/notify.ts';
import { inTransaction, type Surroundings } from '../../work/work.ts';
import { lockPerson, personByEmail } from '../queries.ts';
import { endAccess } from '../sessions/end-access.ts';
import { removeApp, removePasskeys, removeRecoveryCodes } from './second-factor-queries.ts';

const OPERATOR: Actor = { kind: 'operator', command: 'reset-second-factor' };

/**
 * Removes every second factor of a person who lost their devices and recovery codes, by the operator's command (`npm run
 * admin:reset-second-factor`). Their sessions end, they get a mail, and the audit trail names the operator's command. The
 * guard of those who manage access lets it pass (`server/db/staff.sql`).
 * @returns `unknown` for an unknown address, `none` for a person without a second factor, otherwise `reset`.
 */
export async function resetSecondFactor(
  db: Db,
  surroundings: Surroundings,
  email: string,
): Promise<'unknown' | 'none' | 'reset'> {
  const person = await personByEmail(db, email.trim().toLowerCase());
  if (!person) return 'unknown';
  return inTransaction(db, surroundings, OPERATOR, async (work) => {
    await lockPerson(work.tx, person.userId);
    // Too few may be left who can manage access (STAFF-20): that is why the operator was asked.
    await work.tx.execute(sql`set local guichet.resets_factors = 'on'`);
    await removeApp(work.tx, person.userId);
    await removePasskeys(work.tx, person.userId);
    await removeRecoveryCodes(work.tx, person.userId);
    if (person.secondFactors.length === 0) return 'none';
    await endAccess(work.tx, person.userId);
    await notifyClient(work, person.userId, 'second-factor-off', {});
    audit(work, {
      operation: 'secondFactor.reset',
      clientAccountId: null,
      subjectId: person.userId,
      before: null,
      after: null,
    });
    return 'reset';
  });
}
