import type { CreditInput } from '#domain/accounts/account.ts';
import { Refusal } from '#domain/errors.ts';
import { accountCredit } from '#domain/ledger/postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { type MaximumByCurrency, requireWithinMaximum } from '#domain/money/maximum.ts';
import { type Money, minorToDecimalString, money } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { audit } from '../audit/audit.ts';
import { absentClient } from '../audit/earlier-act.ts';
import type { Db } from '../db/database.ts';
import { areAssetsFrozen } from '../db/has-legal-block.ts';
import { newClientLine, recordAtEnd } from '../ledger/record-transaction.ts';
import { requireEntryByHand } from '../ledger/settlement.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import { parameterOn } from '../parameters/parameters-on.ts';
import { convertDated, type DatedConversion } from '../rates/convert-dated.ts';
import type { Work } from '../work/work.ts';
import { accountWithBalance } from './queries.ts';

export interface Credited {
  readonly creditedMinor: number;
  readonly currency: CurrencyCode;
  readonly referenceNumber: string;
}

/** Converts what was received. @throws Refusal those of `convertDated`; `request.invalid` above the maximum. */
async function converted(
  tx: Db,
  received: Money,
  currency: CurrencyCode,
  maximum: MaximumByCurrency,
): Promise<DatedConversion> {
  const conversion = await convertDated(tx, received, currency);
  requireWithinMaximum(conversion.credited, maximum, 'amountMinor');
  return conversion;
}

/**
 * Credits a client's account with money received. Another currency is converted at the dated rate; the client's line keeps the original
 * amount, its currency and the rate (docs/rules.md, Currencies). The money is posted at the end of the transaction.
 * @throws Refusal `not-found`; `client.removed`; `transfer.payee-unavailable` under a freeze of assets; `rate.unknown`; `request.invalid` for an amount worth nothing in the account's currency, or
 * above the maximum. The transaction fails with `ledger.balance-too-high` when the account cannot hold the amount.
 */
export async function creditAccount(work: Work, accountId: string, input: CreditInput): Promise<Credited> {
  const [account, maximum, isFrozen] = await Promise.all([
    accountWithBalance(work.tx, accountId),
    parameterOn(work.tx, legalDay(work.now), 'maximum.credit'),
    areAssetsFrozen(work.tx, accountId),
  ]);
  if (!account) throw await absentClient(work.tx, accountId);
  // What comes in for frozen assets is not theirs yet (PAY-62); the refusal says nothing of a freeze.
  if (isFrozen) throw new Refusal('transfer.payee-unavailable');
  const { id, userId, ledgerAccountId } = account;
  const currency = account.currency as CurrencyCode;
  const received = money(input.amountMinor, input.currency);
  requireWithinMaximum(received, maximum, 'amountMinor');
  await requireEntryByHand(work.tx, received.currency, 'amountMinor');
  const conversion =
    received.currency === currency ? null : await converted(work.tx, received, currency, maximum);
  const credited = conversion?.credited ?? received;

  const { description } = input;
  const line = newClientLine(work, 'CRD');
  const { referenceNumber } = line;
  recordAtEnd(work, {
    account: { id, ledgerAccountId, currency },
    posting: accountCredit({ ledgerAccountId, currency }, received, credited),
    causeId: id,
    line,
    description,
    ...(conversion
      ? { original: { ...received, rate: conversion.rate, rateAsOf: conversion.rateAsOf } }
      : {}),
  });
  const { amountMinor: creditedMinor } = credited;
  audit(work, {
    operation: 'accounts.credit',
    clientAccountId: id,
    subjectId: id,
    movementId: line.id,
    before: { currency },
    after: {
      creditedMinor,
      currency,
      ...(conversion
        ? {
            original: `${minorToDecimalString(received.amountMinor, received.currency)} ${received.currency}`,
            rate: conversion.rate,
          }
        : {}),
      description,
      referenceNumber,
    },
  });
  const news = { amountMinor: creditedMinor, currency, description, referenceNumber };
  await notifyClient(
    work,
    userId,
    'account-credited',
    news,
    account.emailVerified ? account.email : undefined,
  );
  await announce(work, { userId, staff: true }, ['account', 'transactions', 'clients']);
  return { creditedMinor, currency, referenceNumber };
}
