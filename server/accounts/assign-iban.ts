import { formatIban, ibanVerdict, isSameIban, normalizeIban } from '#domain/accounts/iban.ts';
import { Refusal } from '#domain/errors.ts';
import { audit } from '../audit/audit.ts';
import { absentClient, earlierAct } from '../audit/earlier-act.ts';
import { violates } from '../db/violates.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import type { Work } from '../work/work.ts';
import { type HouseIbans, keepProposed } from './propose-iban.ts';
import { bankDetails, endSharing, isIbanOfHouse, isIbanTaken, setBankDetails } from './queries.ts';

/** The refusal of an IBAN that another account has (PAY-5). */
const taken = () =>
  new Refusal('account.iban-taken', {}, [{ field: 'iban', message: 'validation.iban.taken' }]);

/**
 * Gives an account its IBAN and bank name, or other ones. Unlike a payee's, an account's IBAN must hold (docs/rules.md, IBAN).
 * @param input `replaces` is the IBAN that the administrator saw, null for none: another one that a colleague gave meanwhile is not
 * written over unseen.
 * @param house the institution's own account, which no client can have, and the range from which it gives IBANs.
 * @throws Refusal `account.invalid-iban` with what is wrong beside the field; `account.iban-of-the-house`; `account.iban-taken` when another
 * account has it (PAY-5); `not-found`; `client.removed` and `account.iban-changed` with
 * who and when.
 */
export async function assignIban(
  work: Work,
  accountId: string,
  input: { readonly iban: string; readonly bankName: string; readonly replaces?: string | null },
  house: HouseIbans = {},
): Promise<{ iban: string; bankName: string }> {
  const iban = normalizeIban(input.iban);
  const verdict = ibanVerdict(iban);
  if (!verdict.ok)
    throw new Refusal('account.invalid-iban', {}, [
      { field: 'iban', message: `validation.iban.${verdict.reason}` },
    ]);
  const isOfHouse = Boolean(house.houseIban && isSameIban(iban, house.houseIban));
  if (isOfHouse || (await isIbanOfHouse(work.tx, iban)))
    throw new Refusal('account.iban-of-the-house', {}, [{ field: 'iban', message: 'validation.iban.house' }]);
  const account = await bankDetails(work.tx, accountId, { isLocked: true });
  if (!account) throw await absentClient(work.tx, accountId);
  const details = { iban, bankName: input.bankName };
  const { replaces = account.iban } = input;
  if (replaces !== account.iban && iban !== account.iban)
    throw new Refusal('account.iban-changed', {
      iban: formatIban(account.iban ?? ''),
      ...(await earlierAct(work.tx, 'accounts.assignIban', account.id)),
    });
  if (iban !== account.iban && (await isIbanTaken(work.tx, iban, account.id))) throw taken();
  if (iban !== account.iban) await keepProposed(work.tx, house, iban);
  audit(work, {
    operation: 'accounts.assignIban',
    clientAccountId: account.id,
    subjectId: account.id,
    before: { iban: account.iban, bankName: account.bankName },
    after: details,
  });
  // Two administrators who give it to two accounts at one moment: the index lets the first do it.
  const isChanged = await setBankDetails(work.tx, account.id, details).catch((error: unknown) => {
    throw violates(error, 'client_accounts_one_iban') ? taken() : error;
  });
  if (account.iban !== null && account.iban !== iban) await endSharing(work.tx, account.iban);
  if (isChanged) {
    await notifyClient(work, account.userId, 'iban-assigned', details);
    await announce(work, { userId: account.userId, staff: true }, ['account', 'clients']);
  }
  return details;
}
