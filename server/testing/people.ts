import type { z } from 'zod/mini';
import type { AccountType } from '#domain/accounts/account.ts';
import { type PersonalInfoInput, personalInfoInput } from '#domain/clients/sign-up.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { sessionLimitsOf } from '#domain/sessions/limits.ts';
import { creditAccount } from '../accounts/credit-account.ts';
import { insertSignIn } from '../auth/queries.ts';
import { recordSignIn } from '../auth/sessions/record-sign-in.ts';
import { beginSession } from '../auth/sessions/sessions.ts';
import type { Bank } from '../bank/bank.ts';
import { addAdministrator } from '../clients/create-administrator.ts';
import { openAccount } from '../clients/open-account.ts';
import { saveSignUpDetails } from '../clients/queries.ts';
import { inTransaction } from '../work/work.ts';

/**
 * People of tests, made by the product's own use cases without the requests that lead to them: an ordinary API test spent half of its time on
 * signing its people up. `people.test.ts` compares what is written with what the routes write.
 */

/** Where people of tests call from; calls without a connection come from there too. */
const ADDRESS = 'unknown';
const DEVICE = { address: ADDRESS, userAgent: null };

/** A person's id with the `Set-Cookie` headers of their session. */
export interface Entered {
  readonly userId: string;
  readonly setCookies: readonly string[];
}

/** Both steps of sign-up in one transaction. @throws ZodError for details that the route refuses; Error when the address is in use. */
export async function signUpClient(
  { auth, database, surroundings, institution, config }: Bank,
  details: z.input<typeof personalInfoInput>,
  { accountType, isEmailUnproved }: { readonly accountType: AccountType; readonly isEmailUnproved: boolean },
): Promise<Entered & { readonly accountId: string }> {
  const { email, firstName, lastName, phone, country, password }: PersonalInfoInput =
    personalInfoInput.parse(details);
  const passwordHash = await auth.passwords.hash(password);
  const userId = surroundings.newId();
  const actor = { kind: 'client', personId: userId } as const;
  return inTransaction(database.db, surroundings, actor, async (work) => {
    const { tx, now, newId } = work;
    const signIn = { id: userId, credentialId: newId(), email: email.toLowerCase(), now, passwordHash };
    const name = `${firstName} ${lastName}`;
    if (!(await insertSignIn(tx, { ...signIn, name, emailVerified: !isEmailUnproved })))
      throw new Error(`${email} is somebody's already`);
    const limits = sessionLimitsOf(institution.mode, { isStaff: false });
    const [session] = await Promise.all([
      beginSession(work, auth.cookie, userId, limits, DEVICE),
      saveSignUpDetails(tx, {
        userId,
        firstName,
        lastName,
        phone: phone || null,
        country,
        claimedEmail: null,
        createdAt: now,
      }),
    ]);
    const accountId = await openAccount(work, accountType, config.publicUrl);
    return { userId, accountId, setCookies: [session, auth.devices.remember(userId, now)] };
  });
}

/**
 * An administrator who has just signed in at the back office. They are made as the demonstration's first start makes its own: without a line in the
 * audit trail, which tests count from 1.
 */
export async function enterAdministrator(
  bank: Bank,
  person: { readonly email: string; readonly name: string; readonly password: string },
): Promise<Entered> {
  const { auth, institution, surroundings } = bank;
  const userId = await addAdministrator(bank, person, 'fill-demonstration');
  const context = {
    bank,
    headers: new Headers(),
    address: ADDRESS,
    answerHeaders: [],
    requestId: '',
    upload: null,
  };
  const limits = sessionLimitsOf(institution.mode, { isStaff: true });
  const session = await recordSignIn(
    context,
    'session.signInAsAdministrator',
    { userId, isStaff: true },
    (work) => beginSession(work, auth.cookie, userId, limits, DEVICE),
  );
  return { userId, setCookies: [session, auth.devices.remember(userId, surroundings.now())] };
}

/** Credits a client's account in its own currency, as a member of the staff does by hand: simultaneous credits are one transaction. */
export async function creditByHand(
  { groupedCalls, surroundings }: Bank,
  { staffId, accountId }: { readonly staffId: string; readonly accountId: string },
  amount: { readonly amountMinor: number; readonly currency: CurrencyCode },
): Promise<void> {
  const input = { ...amount, description: 'Versement de test' };
  const call = {
    actor: { kind: 'staff', personId: staffId },
    key: surroundings.newId(),
    operation: 'accounts.credit',
    input,
    origin: ADDRESS,
    movesMoney: true,
  } as const;
  await groupedCalls.run(call, (work) => creditAccount(work, accountId, input));
}
