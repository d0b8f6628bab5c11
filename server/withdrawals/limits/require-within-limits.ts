import { Refusal } from '#domain/errors.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { amountInSentence } from '#domain/withdrawals/insufficient-funds.ts';
import { limitVerdict, type TransferLimit } from '#domain/withdrawals/limits.ts';
import reasonsFr from '#locales/fr/withdrawal-reasons.json' with { type: 'json' };
import type { Work } from '../../work/work.ts';
import { type LimitedAccount, limitsOfAccount, sentAgainst } from './limits-in-force.ts';

/** « par opération », « du jour », « sur 30 jours », as the fixed sentence of PAY-56 says it: `withdrawal-reasons.limits.${limit}`. */
const LIMIT_WORDS: Readonly<Record<TransferLimit, string>> = reasonsFr.limits;

/**
 * Makes sure that an order is within the limits of its account (PAY-56). The caller holds the lock of the account: what was sent is summed
 * under it, so that two orders of one moment do not both fit.
 * @throws Refusal `transfer.limit` with the first limit that the order passes and what is left of it.
 */
export async function requireWithinLimits(
  work: Work,
  account: LimitedAccount,
  amountMinor: number,
): Promise<void> {
  const { inForce } = await limitsOfAccount(work.tx, account, work.now);
  const sent = await sentAgainst(work.tx, { id: account.id, limits: inForce, now: work.now });
  const { limit, leftMinor } = limitVerdict(inForce, sent, amountMinor);
  if (limit === null || leftMinor === null) return;
  const currency = account.currency as CurrencyCode;
  throw new Refusal('transfer.limit', {
    limit,
    limitInWords: LIMIT_WORDS[limit],
    leftMinor,
    currency,
    left: amountInSentence(leftMinor, currency),
  });
}
