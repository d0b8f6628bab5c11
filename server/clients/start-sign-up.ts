import { APIError } from 'better-auth/api';
import { PASSWORD_FAULT_KEYS, type PersonalInfoInput, passwordVerdict } from '#domain/clients/sign-up.ts';
import { Refusal } from '#domain/errors.ts';
import type { Auth } from '../auth/engine.ts';
import type { Db } from '../db/database.ts';
import type { Surroundings } from '../work.ts';
import { saveSignUpDetails } from './queries.ts';

/**
 * Step 1 of sign-up: creates the sign-in and keeps the personal details, without the password, for step 2 (reading.md, « Sign-up »).
 * The sign-in is made first by better-auth, in its own writes: if the process dies before the details are kept, the person signs in
 * and gives them again.
 * @returns the session cookies to set.
 * @throws Refusal `auth.weak-password` with the field at fault; `auth.email-taken`.
 */
export async function startSignUp(
  auth: Auth,
  db: Db,
  surroundings: Surroundings,
  input: PersonalInfoInput,
  device: Headers,
): Promise<string[]> {
  const verdict = passwordVerdict(input.password, input);
  if (!verdict.ok)
    throw new Refusal('auth.weak-password', {}, [
      { field: 'password', message: PASSWORD_FAULT_KEYS[verdict.reason] },
    ]);
  try {
    const { headers, response } = await auth.api.signUpEmail({
      body: {
        email: input.email.toLowerCase(),
        password: input.password,
        name: `${input.firstName} ${input.lastName}`,
      },
      headers: device,
      returnHeaders: true,
    });
    await saveSignUpDetails(db, {
      userId: response.user.id,
      firstName: input.firstName,
      lastName: input.lastName,
      phone: input.phone || null,
      country: input.country,
      createdAt: surroundings.now(),
    });
    return headers.getSetCookie();
  } catch (error) {
    if (error instanceof APIError && String(error.body?.code ?? '').startsWith('USER_ALREADY_EXISTS'))
      throw new Refusal('auth.email-taken', {}, [{ field: 'email', message: 'validation.emailTaken' }]);
    throw error;
  }
}
