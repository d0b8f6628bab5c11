import { activationDepositMinor } from '#domain/accounts/activation.ts';
import { Refusal } from '#domain/errors.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { presentBegun } from '../auth/routes.ts';
import { asHouse, type GuardedContext, os, run, runOnce, signedIn } from '../http/context.ts';
import { allRates } from '../rates/queries.ts';
import { openAccount } from './open-account.ts';
import { accountOfUser, type SignUpDetailsRow, saveSignUpDetails, signUpDetailsOf } from './queries.ts';
import { startSignUp } from './start-sign-up.ts';

function presentDetails(row: Omit<SignUpDetailsRow, 'claimedEmail'>, email: string) {
  return { firstName: row.firstName, lastName: row.lastName, email, phone: row.phone, country: row.country };
}

/**
 * The staff decides on requests and makes none: a member of the staff with an account could grant themselves a loan.
 * @throws Refusal `auth.forbidden`.
 */
function refuseStaff(context: GuardedContext): void {
  if (signedIn(context).isStaff) throw new Refusal('auth.forbidden');
}

export const signUpRoutes = {
  countries: os.signUp.countries.handler(async ({ context }) => ({
    countries: (await allRates(context.db)).map((row) => {
      const currencyCode = row.currencyCode as CurrencyCode;
      return {
        countryCode: row.countryCode,
        currencyCode,
        depositMinor: activationDepositMinor(currencyCode, row.eurToLocalRate),
      };
    }),
  })),

  start: os.signUp.start.handler(async ({ input, context }) => ({
    session: await presentBegun(context, await startSignUp(context, input)),
  })),

  details: os.signUp.details.handler(async ({ context }) => {
    const caller = signedIn(context);
    const row = await signUpDetailsOf(context.db, caller.userId);
    return { details: row ? presentDetails(row, caller.email) : null, complete: caller.hasAccount };
  }),

  saveDetails: os.signUp.saveDetails.handler(({ input, context }) =>
    run(context, async (work) => {
      refuseStaff(context);
      if (await accountOfUser(work.tx, work.actorId)) throw new Refusal('sign-up.already-complete');
      const row = {
        userId: work.actorId,
        firstName: input.firstName,
        lastName: input.lastName,
        phone: input.phone || null,
        country: input.country,
        createdAt: work.now,
      };
      await saveSignUpDetails(work.tx, row);
      return { details: presentDetails(row, signedIn(context).email) };
    }),
  ),

  chooseAccount: os.signUp.chooseAccount.handler(async ({ input, context }) => {
    refuseStaff(context);
    try {
      // An account is opened by the house: no client can write one.
      return await runOnce(asHouse(context), input, async (work) => ({
        accountId: await openAccount(
          work,
          input.accountType,
          context.bank.config.publicUrl,
          context.bank.institution,
        ),
      }));
    } catch (error) {
      // Enumerating addresses is limited like guessing passwords.
      if (error instanceof Refusal && error.code === 'sign-up.look-in-mailbox')
        await context.bank.attempts.countTelling(context.address);
      throw error;
    }
  }),
};
