import type { CreditInput } from '#domain/accounts/account.ts';
import { Refusal } from '#domain/errors.ts';
import { accountCredit } from '#domain/ledger/postings.ts';
import { conversionRate, convert } from '#domain/money/conversion.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { type Money, minorToDecimalString, money } from '#domain/money/money.ts';
import { audit } from '../audit/audit.ts';
import { recordTransaction } from '../ledger/record-transaction.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import { rateOfCurrency } from '../rates/queries.ts';
import type { Work } from '../work.ts';
import { accountWithBalance } from './queries.ts';

export interface Credited {
  readonly creditedMinor: number;
  readonly balanceMinor: number;
  readonly currency: CurrencyCode;
  readonly referenceNumber: string;
}

/** What the account gets and, when another currency was received, the rate it was converted at. */
async function inAccountCurrency(
  work: Work,
  original: Money,
  currency: CurrencyCode,
): Promise<{ credited: Money; rate: string | null }> {
  if (original.currency === currency) return { credited: original, rate: null };
  const rates = {
    eurRateFrom: await knownRate(work, original.currency),
    eurRateTo: await knownRate(work, currency),
  };
  const credited = convert(original, currency, rates);
  // An amount worth less than half a cent would credit nothing.
  if (credited.amountMinor === 0)
    throw new Refusal('request.invalid', {}, [{ field: 'amountMinor', message: 'validation.amount.min' }]);
  return { credited, rate: conversionRate(rates) };
}

async function knownRate(work: Work, currency: CurrencyCode): Promise<string> {
  const rate = await rateOfCurrency(work.tx, currency);
  if (!rate) throw new Refusal('rate.unknown', { currency });
  return rate;
}

/**
 * Credits a client's account with money received. Another currency is converted at the dated rate; the client's line keeps the original
 * amount, its currency and the rate (reading.md, « Currencies »).
 * @throws Refusal `not-found`; `rate.unknown`; `request.invalid` for an amount worth nothing in the account's currency.
 */
export async function creditAccount(work: Work, accountId: string, input: CreditInput): Promise<Credited> {
  const account = await accountWithBalance(work.tx, accountId);
  if (!account) throw new Refusal('not-found');
  const currency = account.currency as CurrencyCode;
  const { ledgerAccountId } = account;
  const original = money(input.amountMinor, input.currency);
  const { credited, rate } = await inAccountCurrency(work, original, currency);

  const movement = await recordTransaction(work, {
    account: { id: account.id, ledgerAccountId, currency },
    posting: accountCredit({ ledgerAccountId, currency }, original, credited),
    causeId: account.id,
    referencePrefix: 'CRD',
    description: input.description,
    ...(rate === null ? {} : { original: { ...original, rate } }),
  });
  await notifyClient(work, account.userId, 'account-credited', {
    amountMinor: credited.amountMinor,
    currency,
    description: input.description,
    referenceNumber: movement.referenceNumber,
  });
  audit(work, {
    operation: 'accounts.credit',
    clientAccountId: account.id,
    subjectId: account.id,
    before: { balanceMinor: movement.balanceAfterMinor - credited.amountMinor, currency },
    after: {
      balanceMinor: movement.balanceAfterMinor,
      creditedMinor: credited.amountMinor,
      currency,
      ...(rate === null
        ? {}
        : {
            original: `${minorToDecimalString(original.amountMinor, original.currency)} ${original.currency}`,
            rate,
          }),
      description: input.description,
      referenceNumber: movement.referenceNumber,
    },
  });
  await announce(work, { userId: account.userId, administrators: true }, [
    'account',
    'transactions',
    'clients',
  ]);
  return {
    creditedMinor: credited.amountMinor,
    balanceMinor: movement.balanceAfterMinor,
    currency,
    referenceNumber: movement.referenceNumber,
  };
}
