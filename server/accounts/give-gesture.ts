import type { Institution } from '#content/institution/schema.ts';
import type { CreditInput } from '#domain/accounts/account.ts';
import { Refusal } from '#domain/errors.ts';
import { commercialGesture } from '#domain/ledger/payment-postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { requireWithinMaximum } from '#domain/money/maximum.ts';
import { money } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { audit } from '../audit/audit.ts';
import { absentClient } from '../audit/earlier-act.ts';
import { areAssetsFrozen } from '../db/has-legal-block.ts';
import { newClientLine, recordAtEnd } from '../ledger/record-transaction.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import { parameterOn } from '../parameters/parameters-on.ts';
import type { Work } from '../work/work.ts';
import type { Credited } from './credit-account.ts';
import { accountWithBalance, hasContractUnderWay } from './queries.ts';

/**
 * Gives a client money of the house (PAY-51). Their line names the institution; the description is the reason that the trail keeps. Never on
 * an account whose loan is between its offer and its payout, so that no money moves there before a loan is paid.
 * @throws Refusal `not-found`; `client.removed`; `gesture.loan-open`; `transfer.payee-unavailable` under a freeze of assets (PAY-62); `request.invalid` in another currency than the account's, or above
 * the maximum.
 */
export async function giveGesture(
  work: Work,
  accountId: string,
  { amountMinor, currency, description }: CreditInput,
  { brandName }: Pick<Institution, 'brandName'>,
): Promise<Credited> {
  const [account, maximum, isUnderWay, isFrozen] = await Promise.all([
    accountWithBalance(work.tx, accountId),
    parameterOn(work.tx, legalDay(work.now), 'maximum.credit'),
    hasContractUnderWay(work.tx, accountId),
    areAssetsFrozen(work.tx, accountId),
  ]);
  if (!account) throw await absentClient(work.tx, accountId);
  if (isUnderWay) throw new Refusal('gesture.loan-open');
  if (isFrozen) throw new Refusal('transfer.payee-unavailable');
  if (account.currency !== currency)
    throw new Refusal('request.invalid', {}, [
      { field: 'currency', message: 'validation.currencyOfAccount' },
    ]);
  const amount = money(amountMinor, currency);
  requireWithinMaximum(amount, maximum, 'amountMinor');
  const { id, ledgerAccountId, userId } = account;
  const own = { id, ledgerAccountId, currency: account.currency as CurrencyCode };
  const line = newClientLine(work, 'GES');
  recordAtEnd(work, {
    account: own,
    posting: commercialGesture(own, amount),
    causeId: id,
    line,
    details: { institution: brandName },
  });
  const { referenceNumber } = line;
  audit(work, {
    operation: 'accounts.credit',
    clientAccountId: id,
    subjectId: id,
    movementId: line.id,
    before: { currency },
    after: { creditedMinor: amountMinor, currency, motive: 'gesture', description, referenceNumber },
  });
  await notifyClient(
    work,
    userId,
    'account-credited',
    { amountMinor, currency, description: `Geste commercial de ${brandName}`, referenceNumber },
    account.emailVerified ? account.email : undefined,
  );
  await announce(work, { userId, staff: true }, ['account', 'transactions', 'clients']);
  return { creditedMinor: amountMinor, currency: own.currency, referenceNumber };
}
