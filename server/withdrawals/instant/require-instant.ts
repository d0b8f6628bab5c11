import { Refusal } from '#domain/errors.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { legalDay } from '#domain/time/days.ts';
import {
  canBeInstant,
  type InstantLimit,
  type InstantLimitAmounts,
  instantLimitPassed,
} from '#domain/withdrawals/instant.ts';
import { amountInSentence } from '#domain/withdrawals/insufficient-funds.ts';
import reasonsFr from '#locales/fr/withdrawal-reasons.json' with { type: 'json' };
import type { Db } from '../../db/database.ts';
import { parameterOn } from '../../parameters/parameters-on.ts';
import type { Work } from '../../work/work.ts';
import { instantSentOn, transferLimitsOf } from '../limits/queries.ts';

/** « par virement instantané », as the fixed sentence of PAY-56 says it: `withdrawal-reasons.instantLimits.${limit}`. */
const LIMIT_WORDS: Readonly<Record<InstantLimit, string>> = reasonsFr.instantLimits;

/** The limits that a client chose for instant transfers (PAY-43). */
export async function instantLimitsOf(db: Db, accountId: string): Promise<InstantLimitAmounts> {
  const row = await transferLimitsOf(db, accountId);
  return { operation: row?.instantOperation ?? null, day: row?.instantDay ?? null };
}

/**
 * Makes sure that an order can be an instant one, within the client's limits for them. The caller holds the lock of the account.
 * @throws Refusal `transfer.instant-unavailable` while they are not sent, in another currency, and to an IBAN that SEPA does not reach;
 * `transfer.limit`.
 */
export async function requireInstant(
  work: Work,
  {
    account,
    currency,
    iban,
  }: { readonly account: { readonly id: string }; readonly currency: CurrencyCode; readonly iban: string },
  amountMinor: number,
): Promise<void> {
  const today = legalDay(work.now);
  const isSent = await parameterOn(work.tx, today, 'inst.send');
  if (!isSent || !canBeInstant({ currency, ibanValid: true, clientIban: iban, amountMinor }))
    throw new Refusal('transfer.instant-unavailable');
  const limits = await instantLimitsOf(work.tx, account.id);
  const sentMinor = limits.day === null ? 0 : await instantSentOn(work.tx, account.id, today);
  const passed = instantLimitPassed(limits, sentMinor, amountMinor);
  if (!passed) return;
  const { limit, leftMinor } = passed;
  throw new Refusal('transfer.limit', {
    limit,
    limitInWords: LIMIT_WORDS[limit],
    leftMinor,
    currency,
    left: amountInSentence(leftMinor, currency),
  });
}
