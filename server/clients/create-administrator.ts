import { createInterface } from 'node:readline/promises';
import { PASSWORD_FAULT_KEYS, passwordVerdict } from '#domain/clients/sign-up.ts';
import { ADMINISTRATOR_ROLE } from '#domain/permissions.ts';
import { BadConfiguration, type Config } from '../config.ts';
import type { Bank } from '../http/context.ts';
import { loadInstitution } from '../institution.ts';
import { closeBank, openBank } from '../open-bank.ts';
import { grantRole } from './queries.ts';

/** Makes the sign-in and gives it the administrator's role. Returns the new user's id. */
export async function addAdministrator(
  bank: Bank,
  person: { readonly email: string; readonly name: string; readonly password: string },
): Promise<string> {
  const { response } = await bank.auth.api.signUpEmail({ body: person, returnHeaders: true });
  await grantRole(bank.database.db, response.user.id, ADMINISTRATOR_ROLE);
  return response.user.id;
}

/**
 * `npm run admin:create -- <e-mail> "<name>"`: the way to the first administrator of a live institution. The password is asked on
 * the terminal (or read from standard input) and never stands in the command's history.
 * @throws BadConfiguration for missing arguments or a weak password.
 */
export async function createAdministrator(config: Config, args: readonly string[]): Promise<void> {
  const [email, name] = args;
  if (!email?.includes('@') || !name)
    throw new BadConfiguration(['Usage: npm run admin:create -- <e-mail> "<first and last name>"']);
  const input = createInterface({ input: process.stdin, output: process.stderr });
  const password = (await input.question('Password (12 characters or more): ')).trim();
  input.close();
  const verdict = passwordVerdict(password, { email, firstName: name, lastName: '' });
  if (!verdict.ok)
    throw new BadConfiguration([`The password was refused: ${PASSWORD_FAULT_KEYS[verdict.reason]}.`]);
  const bank = await openBank(config, await loadInstitution(config.institutionFile));
  try {
    await addAdministrator(bank, { email: email.toLowerCase(), name, password });
    console.info(`${email} can now sign in at /admin-login.`);
  } finally {
    await closeBank(bank);
  }
}
