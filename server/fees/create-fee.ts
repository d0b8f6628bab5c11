import { Refusal } from '#domain/errors.ts';
import { type CreateFeeInput, FEE_CURRENCY } from '#domain/fees/fee.ts';
import { INITIAL_FEE_STATUS } from '#domain/fees/status.ts';
import { forbidsFees } from '#domain/loans/payment-ban.ts';
import { requireWithinMaximum } from '#domain/money/maximum.ts';
import { money } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { audit } from '../audit/audit.ts';
import { absentClient } from '../audit/earlier-act.ts';
import { paymentBanOf } from '../db/payment-ban.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import { parameterOn } from '../parameters/parameters-on.ts';
import type { Work } from '../work/work.ts';
import { type FeeReviewRow, feeForReview, insertFee, loansOwedBy, lockAccount } from './queries.ts';

/**
 * Creates a fee in euro for a client. While a loan forbids payments nothing may be asked of them (LC-14, CMF L519-6), and the account stays
 * locked against a new request until the fee is written. Nor may anything be asked beside a loan that is
 * late, demanded as a whole, or withdrawn from (LC-57, LC-75; `forbidsFees`).
 * @throws Refusal `request.invalid` above the maximum of a fee; `not-found`; `client.removed` with who and when; `fee.loan-open`; `fee.loan-forbids`.
 */
export async function createFee(work: Work, accountId: string, input: CreateFeeInput): Promise<FeeReviewRow> {
  const maximum = await parameterOn(work.tx, legalDay(work.now), 'maximum.fee');
  requireWithinMaximum(money(input.amountMinor, FEE_CURRENCY), maximum, 'amountMinor');
  const account = await lockAccount(work.tx, accountId);
  if (!account) throw await absentClient(work.tx, accountId);
  if (await paymentBanOf(work.tx, account.id, work.now)) throw new Refusal('fee.loan-open');
  if ((await loansOwedBy(work.tx, account.id)).some(forbidsFees)) throw new Refusal('fee.loan-forbids');

  const fee = await insertFee(work.tx, {
    id: work.newId(),
    clientAccountId: account.id,
    amount: input.amountMinor,
    currency: FEE_CURRENCY,
    description: input.description,
    status: INITIAL_FEE_STATUS,
    createdBy: work.actorId,
    createdAt: work.now,
  });
  audit(work, {
    operation: 'fees.create',
    clientAccountId: account.id,
    subjectId: fee.id,
    before: null,
    after: {
      status: fee.status,
      amountMinor: fee.amount,
      currency: fee.currency,
      description: fee.description,
    },
  });
  await notifyClient(work, account.userId, 'fee-created', {
    amountMinor: fee.amount,
    currency: fee.currency,
    description: fee.description,
  });
  await announce(work, { userId: account.userId, staff: true }, ['fees']);
  const review = await feeForReview(work.tx, fee.id);
  if (!review) throw new Error('the created fee cannot be read');
  return review;
}
