import { createInterface } from 'node:readline/promises';
import { MIN_PASSWORD_LENGTH, type PasswordFault } from '#domain/clients/sign-up.ts';
import { judgePassword } from './auth/passwords/password-rules.ts';
import { resetSecondFactor } from './auth/second-factor/reset-second-factor.ts';
import { addAdministrator } from './clients/create-administrator.ts';
import { countAccessManagers } from './clients/queries.ts';
import { BadConfiguration, type Config } from './config.ts';
import { loadInstitution } from './institution.ts';
import { closeBank, openBank } from './open-bank.ts';

/** Why a password is refused, for the terminal: catalogues are for screens. */
const PASSWORD_FAULTS: Readonly<Record<PasswordFault, string>> = {
  'too-short': `it has fewer than ${MIN_PASSWORD_LENGTH} characters`,
  'too-long': 'it is too long',
  common: 'it is one of the passwords that are tried first',
  'contains-name': 'it holds the name, the address or the name of the bank',
};

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
    throw new BadConfiguration([`The password was refused: ${PASSWORD_FAULTS[verdict.reason]}.`]);
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
