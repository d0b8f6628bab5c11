import { createInterface } from 'node:readline/promises';
import { PASSWORD_FAULT_KEYS } from '#domain/clients/sign-up.ts';
import { ADMINISTRATOR_ROLE } from '#domain/permissions.ts';
import { audit } from '../audit/audit.ts';
import { judgePassword } from '../auth/passwords/password-rules.ts';
import { insertActiveMember, insertSignIn } from '../auth/queries.ts';
import { resetSecondFactor } from '../auth/second-factor/reset-second-factor.ts';
import { BadConfiguration, type Config } from '../config.ts';
import type { Bank } from '../http/context.ts';
import { loadInstitution } from '../institution.ts';
import { queueMail } from '../notifications/notify.ts';
import { closeBank, openBank } from '../open-bank.ts';
import { inTransaction } from '../work/work.ts';
import { countAccessManagers, grantRole, staffAddresses } from './queries.ts';

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

/** The reason behind `--because`; undefined without one. */
function reasonIn(args: readonly string[]): string | undefined {
  const at = args.indexOf('--because');
  return at < 0 ? undefined : args[at + 1]?.trim() || undefined;
}

/**
 * `npm run admin:create -- <e-mail> "<name>"`: the way to the first two people of a live institution who manage access (STAFF-24), the first one of
 * a demonstration. Afterwards it needs `--because "<reason>"`, which the whole staff gets by mail. The password is asked on the terminal (or read
 * from standard input) and never stands in the command's history.
 * @throws BadConfiguration for missing arguments, a weak password, and enough people without a reason.
 */
export async function createAdministrator(config: Config, args: readonly string[]): Promise<void> {
  const [email, name] = args;
  if (!email?.includes('@') || !name)
    throw new BadConfiguration(['Usage: npm run admin:create -- <e-mail> "<first and last name>"']);
  const input = createInterface({ input: process.stdin, output: process.stderr });
  const password = (await input.question('Password (12 characters or more): ')).trim();
  input.close();
  const institution = await loadInstitution(config.institutionFile);
  const { brandName } = institution;
  const verdict = await judgePassword(password, { email, firstName: name, brandName });
  if (!verdict.ok)
    throw new BadConfiguration([`The password was refused: ${PASSWORD_FAULT_KEYS[verdict.reason]}.`]);
  const bank = await openBank(config, institution);
  try {
    const because = reasonIn(args);
    const managers = await countAccessManagers(bank.database.db);
    if (!because && managers >= (institution.mode === 'live' ? 2 : 1))
      throw new BadConfiguration([
        `${managers} people manage access already. They invite others on the screen « Équipe »; --because "<reason>" makes one all the same.`,
      ]);
    await addAdministrator(
      bank,
      { email: email.toLowerCase(), name, password },
      'create-administrator',
      because ? { because } : {},
    );
    console.info(`${email} can now sign in at /admin-login.`);
  } finally {
    await closeBank(bank);
  }
}

/**
 * `npm run admin:reset-second-factor -- <e-mail>`: for an administrator who lost their telephone and their recovery codes. Who runs it has
 * made sure, otherwise than by mail, who is asking.
 * @throws BadConfiguration for a missing address, an unknown one, and one without a second factor.
 */
export async function resetSecondFactorOf(config: Config, args: readonly string[]): Promise<void> {
  const [email] = args;
  if (!email?.includes('@'))
    throw new BadConfiguration(['Usage: npm run admin:reset-second-factor -- <e-mail>']);
  const bank = await openBank(config, await loadInstitution(config.institutionFile));
  try {
    const outcome = await resetSecondFactor(bank.database.db, bank.surroundings, email);
    if (outcome === 'unknown') throw new BadConfiguration([`Nobody signs in with ${email}.`]);
    if (outcome === 'none') throw new BadConfiguration([`${email} has no second factor.`]);
    console.info(`The second factor of ${email} is gone; every session has ended.`);
  } finally {
    await closeBank(bank);
  }
}
