import { activationDepositMinor } from '#domain/accounts/activation.ts';
import { Refusal } from '#domain/errors.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { deviceHeaders, enterWith, presentSession } from '../auth/routes.ts';
import { type GuardedContext, os, run, runOnce, signedIn } from '../http/context.ts';
import { allRates } from '../rates/queries.ts';
import { openAccount } from './open-account.ts';
import { accountOfUser, type SignUpDetailsRow, saveSignUpDetails, signUpDetailsOf } from './queries.ts';
import { startSignUp } from './start-sign-up.ts';

function presentDetails(row: SignUpDetailsRow, email: string) {
  return { firstName: row.firstName, lastName: row.lastName, email, phone: row.phone, country: row.country };
}

/**
 * Whoever decides on requests makes none: an administrator with an account could grant themselves a loan.
 * @throws Refusal `auth.forbidden`.
 */
function refuseAdministrators(context: GuardedContext): void {
  if (signedIn(context).isAdministrator) throw new Refusal('auth.forbidden');
}

export const signUpRoutes = {
  countries: os.signUp.countries.handler(async ({ context }) => ({
    countries: (await allRates(context.bank.database.db)).map((row) => {
      const currencyCode = row.currencyCode as CurrencyCode;
      return {
        countryCode: row.countryCode,
        currencyCode,
        depositMinor: activationDepositMinor(currencyCode, row.eurToLocalRate),
      };
    }),
  })),

  start: os.signUp.start.handler(async ({ input, context }) => {
    const { auth, attempts, database, surroundings } = context.bank;
    await attempts.requireOpen(input.email.toLowerCase(), context.address);
    const cookies = await startSignUp(auth, database.db, surroundings, input, deviceHeaders(context));
    return { session: presentSession(await enterWith(context, cookies)) };
  }),

  details: os.signUp.details.handler(async ({ context }) => {
    const caller = signedIn(context);
    const row = await signUpDetailsOf(context.bank.database.db, caller.userId);
    return { details: row ? presentDetails(row, caller.email) : null, complete: caller.hasAccount };
  }),

  saveDetails: os.signUp.saveDetails.handler(({ input, context }) =>
    run(context, async (work) => {
      refuseAdministrators(context);
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

  chooseAccount: os.signUp.chooseAccount.handler(({ input, context }) =>
    runOnce(context, 'signUp.chooseAccount', input, async (work) => {
      refuseAdministrators(context);
      return { accountId: await openAccount(work, input.accountType) };
    }),
  ),
};
