import type { AccountType } from '#domain/accounts/account.ts';
import { accountTypesOf } from '#domain/accounts/account-types.ts';
import { activationDepositMinor } from '#domain/accounts/activation.ts';
import { type House, holdsAccounts } from '#domain/accounts/held-accounts.ts';
import { Refusal } from '#domain/errors.ts';
import { type CurrencyCode, DEFAULT_CURRENCY_CODE } from '#domain/money/currencies.ts';
import { mailEmailProof } from '../auth/change-email.ts';
import { unprovedEmailOf } from '../auth/queries.ts';
import { openClientAccount } from '../ledger/post.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import { rateOfCountry } from '../rates/queries.ts';
import { dueAt } from '../tasks/due-at.ts';
import type { Work } from '../work/work.ts';
import {
  accountOfUser,
  deleteSignUpDetails,
  insertAccount,
  insertProfile,
  lockUser,
  signUpDetailsOf,
} from './queries.ts';

/**
 * Step 2 of sign-up: makes a profile and an account of the details kept at step 1. The account starts at zero, not activated, in the
 * currency of the country, or in euro where the house lends from it alone (LC-13: only euros are lent); its first deposit is 250 EUR at the country's
 * rate (docs/rules.md, Deleting a client).
 * The mail that tells of it carries a link to prove the address, unless it is proved.
 * @param publicUrl where that link leads, without a slash at its end.
 * @param house null for the demonstration's own past. One that takes no deposit asks for none (LC-6).
 * @returns the id of the account.
 * @throws Refusal `request.invalid` for a kind of account that the status of the house does not let it open (LC-6); `sign-up.already-complete` when the person has an account; `sign-up.details-missing` without step 1;
 * `sign-up.look-in-mailbox` when the address of step 1 was somebody's already.
 */
export async function openAccount(
  work: Work,
  accountType: AccountType,
  publicUrl: string,
  house: House | null = null,
): Promise<string> {
  if (house && !accountTypesOf(house).includes(accountType))
    throw new Refusal('request.invalid', {}, [{ field: 'accountType', message: 'validation.accountType' }]);
  const userId = work.actorId;
  await lockUser(work.tx, userId);
  if (await accountOfUser(work.tx, userId)) throw new Refusal('sign-up.already-complete');
  const details = await signUpDetailsOf(work.tx, userId);
  if (!details) throw new Refusal('sign-up.details-missing');
  if (details.claimedEmail !== null) throw new Refusal('sign-up.look-in-mailbox');

  const rate = await rateOfCountry(work.tx, details.country);
  const isForLoansAlone = house !== null && !holdsAccounts(house);
  const currency = ((isForLoansAlone ? null : rate?.currencyCode) ?? DEFAULT_CURRENCY_CODE) as CurrencyCode;
  await insertProfile(work.tx, {
    id: work.newId(),
    userId,
    firstName: details.firstName,
    lastName: details.lastName,
    phone: details.phone,
    country: details.country,
    currencyCode: currency,
    createdAt: work.now,
    updatedAt: work.now,
  });
  const accountId = work.newId();
  await insertAccount(work.tx, {
    id: accountId,
    userId,
    ledgerAccountId: await openClientAccount(work, accountId, currency),
    accountType,
    currency,
    activationDepositRequired: isForLoansAlone ? 0 : activationDepositMinor(currency, rate?.eurToLocalRate),
    createdAt: work.now,
    dueAt: await dueAt(work, 'activation'),
  });
  await deleteSignUpDetails(work.tx, userId);
  const isProved = (await unprovedEmailOf(work.tx, userId)) === null;
  // An unproved address gets the mail that proves it instead.
  await notifyClient(work, userId, 'account-created', { accountType }, isProved ? undefined : null);
  if (!isProved) await mailEmailProof(work, userId, publicUrl);
  await announce(work, { userId, staff: true }, ['clients', 'account', 'session']);
  return accountId;
}
