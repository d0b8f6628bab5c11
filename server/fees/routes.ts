import { paymentBanOf } from '../db/payment-ban.ts';
import { clientOf, mayReadField, os, runOnce, signedIn } from '../http/context.ts';
import { DEFAULT_PAGE } from '../http/cursor.ts';
import { requireListQuestion } from '../http/require-permission.ts';
import { createFee } from './create-fee.ts';
import { declareFee } from './declare-fee.ts';
import { presentFee, presentReviewedFee } from './present-fee.ts';
import { feesOfAccount } from './queries.ts';
import { reviewFees } from './review-fees.ts';
import { settleFee } from './settle-fee.ts';

export const feeRoutes = {
  list: os.fees.list.handler(async ({ context }) => {
    const { accountId } = clientOf(context);
    const now = context.bank.surroundings.now();
    const [rows, ban] = await Promise.all([
      feesOfAccount(context.db, accountId),
      paymentBanOf(context.db, accountId, now),
    ]);
    return { fees: rows.map((row) => presentFee(row, ban)) };
  }),

  declarePaid: os.fees.declarePaid.handler(({ input, context }) =>
    runOnce(context, input, async (work) => ({
      fee: presentFee(await declareFee(work, clientOf(context).accountId, input.id), null),
    })),
  ),

  review: os.fees.review.handler(async ({ input, context }) => {
    await requireListQuestion(context, input);
    const now = context.bank.surroundings.now();
    const { page, nextCursor, count } = await reviewFees(
      context.db,
      { ...input, limit: input.limit ?? DEFAULT_PAGE },
      { personId: signedIn(context).userId, now, readsIban: mayReadField(context, 'fields.fullIban') },
    );
    return { fees: page.map((row) => presentReviewedFee(row, now)), nextCursor, count };
  }),

  create: os.fees.create.handler(({ input, context }) =>
    runOnce(context, input, async (work) => ({
      fee: presentReviewedFee(await createFee(work, input.id, input), work.now),
    })),
  ),

  settle: os.fees.settle.handler(({ input, context }) =>
    runOnce(context, input, async (work) => ({
      fee: presentReviewedFee(await settleFee(work, input.id), work.now),
    })),
  ),
};
