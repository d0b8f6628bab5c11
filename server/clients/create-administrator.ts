import { ADMINISTRATOR_ROLE } from '#domain/permissions.ts';
import { audit } from '../audit/audit.ts';
import { insertActiveMember, insertSignIn } from '../auth/queries.ts';
import type { Bank } from '../bank/bank.ts';
import { BadConfiguration } from '../config.ts';
import { queueMail } from '../notifications/notify.ts';
import { inTransaction } from '../work/work.ts';
import { grantRole, staffAddresses } from './queries.ts';

/**
 * Makes the sign-in and gives it a role: the administrator's unless another is named. Given a reason, it mails it to the whole staff.
 * @param command what the operator ran.
 * @returns the new user's id.
 * @throws BadConfiguration for an address in use.
 */
export async function addAdministrator(
  bank: Bank,
  person: { readonly email: string; readonly name: string; readonly password: string },
  command: 'create-administrator' | 'fill-demonstration',
  { role = ADMINISTRATOR_ROLE, because }: { readonly role?: string; readonly because?: string } = {},
): Promise<string> {
  const { auth, database, surroundings } = bank;
  const passwordHash = await auth.passwords.hash(person.password);
  const id = surroundings.newId();
  return inTransaction(database.db, surroundings, { kind: 'operator', command }, async (work) => {
    const { tx, now, newId } = work;
    const { email, name } = person;
    const signIn = { id, credentialId: newId(), email, name, passwordHash, now, emailVerified: true };
    if (!(await insertSignIn(tx, signIn))) throw new BadConfiguration([`${email} is somebody's already.`]);
    await grantRole(tx, id, role);
    await insertActiveMember(tx, id, now);
    // The filling writes its lines in order of time, months back from today: this one would come too early.
    if (command === 'create-administrator')
      audit(work, {
        operation: 'administrators.create',
        clientAccountId: null,
        subjectId: id,
        before: null,
        after: because ? { reason: because } : null,
      });
    if (because)
      for (const colleague of await staffAddresses(tx, id))
        queueMail(
          work,
          colleague.email,
          'staff-administrator-added',
          { name, reason: because },
          colleague.id,
        );
    return id;
  });
}
