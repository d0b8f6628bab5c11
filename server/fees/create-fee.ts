import { Refusal } from '#domain/errors.ts';
import { type CreateFeeInput, FEE_CURRENCY, mayCreateFee } from '#domain/fees/fee.ts';
import { INITIAL_FEE_STATUS } from '#domain/fees/status.ts';
import { audit } from '../audit/audit.ts';
import { absentClient } from '../audit/earlier-act.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import type { Work } from '../work.ts';
import {
  type FeeReviewRow,
  feeForReview,
  insertFee,
  loanRequestsNotPaidOut,
  lockAccount,
} from './queries.ts';

/**
 * Creates a fee in euro for a client. While a loan request of theirs is not paid out nothing may be asked of them (CMF L519-6), and the
 * account stays locked against a new request until the fee is written.
 * @throws Refusal `not-found`; `client.removed` with who and when; `fee.loan-open`.
 */
export async function createFee(work: Work, accountId: string, input: CreateFeeInput): Promise<FeeReviewRow> {
  const account = await lockAccount(work.tx, accountId);
  if (!account) throw await absentClient(work.tx, accountId);
  const openLoanRequests = await loanRequestsNotPaidOut(work.tx, account.id);
  if (!mayCreateFee({ openLoanRequests }).ok) throw new Refusal('fee.loan-open');

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
  await announce(work, { userId: account.userId, administrators: true }, ['fees']);
  const review = await feeForReview(work.tx, fee.id);
  if (!review) throw new Error('the created fee cannot be read');
  return review;
}
