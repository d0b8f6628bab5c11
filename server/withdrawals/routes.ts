import { Refusal } from '#domain/errors.ts';
import { clientsFound } from '../db/clients-found.ts';
import { answeredBefore, asHouse, clientOf, mayReadField, os, runOnce } from '../http/context.ts';
import { DEFAULT_PAGE, decodeCursor, pageOf } from '../http/cursor.ts';
import { checkOf } from '../payees/queries.ts';
import { ratesByCurrency } from '../rates/queries.ts';
import { askForOrder } from './ask-for-order.ts';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import { decideWithdrawal } from './decide-withdrawal.ts';
import {
  presentExaminedWithdrawal,
  presentReviewedWithdrawal,
  presentWithdrawal,
} from './present-withdrawal.ts';
import { withdrawalForReview, withdrawalsForReview, withdrawalsOfAccount } from './queries.ts';
import { requestWithdrawal, type WithdrawalRequested } from './request-withdrawal.ts';
import { staysInside, transferInside } from './transfer-inside.ts';

function presentRequested({ withdrawal, availableMinor }: WithdrawalRequested) {
  return { withdrawal: presentWithdrawal(withdrawal), availableMinor };
}

export const withdrawalRoutes = {
  list: os.withdrawals.list.handler(async ({ context }) => {
    const rows = await withdrawalsOfAccount(context.db, clientOf(context).accountId);
    return { withdrawals: rows.map(presentWithdrawal) };
  }),

  request: os.withdrawals.request.handler(async ({ input, context }) => {
    const { accountId } = clientOf(context);
    const { mode } = context.bank.institution;
    // Before the transaction, and not at all for a repetition or for a check that was made already.
    const isAsked = input.payeeCheckId === undefined && !(await answeredBefore(context, input));
    const asked = isAsked ? await askForOrder(context, accountId, input) : null;
    // The books and the account of another client are the house's to write and to read.
    const inside = await staysInside(context.bank, input.iban);
    const make = inside ? transferInside : requestWithdrawal;
    return runOnce(inside ? asHouse(context) : context, input, async (work) =>
      presentRequested(await make(work, accountId, input, { mode, asked })),
    );
  }),

  cancel: os.withdrawals.cancel.handler(({ input, context }) =>
    runOnce(context, input, async (work) =>
      presentRequested(await cancelWithdrawal(work, clientOf(context).accountId, input.id)),
    ),
  ),

  review: os.withdrawals.review.handler(async ({ input, context }) => {
    const { db } = context;
    const limit = input.limit ?? DEFAULT_PAGE;
    const after = decodeCursor(input.cursor);
    const ofClients = await clientsFound(db, input.q, mayReadField(context, 'fields.fullIban'));
    const [rows, rates] = await Promise.all([
      withdrawalsForReview(db, { status: input.status, ofClients, order: input.sort, after, limit }),
      ratesByCurrency(db),
    ]);
    const { page, nextCursor } = pageOf(rows, limit, ({ withdrawal }) => ({
      at: withdrawal.createdAt,
      id: withdrawal.id,
    }));
    return { withdrawals: page.map((row) => presentReviewedWithdrawal(row, rates)), nextCursor };
  }),

  reviewOne: os.withdrawals.reviewOne.handler(async ({ input, context }) => {
    const { db } = context;
    const row = await withdrawalForReview(db, input.id);
    if (!row) throw new Refusal('not-found');
    const check = await checkOf(db, row.withdrawal.payeeCheckId);
    return { withdrawal: presentExaminedWithdrawal(row, check, await ratesByCurrency(db)) };
  }),

  decide: os.withdrawals.decide.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      const review = await decideWithdrawal(work, { ...input, withdrawalId: input.id });
      return { withdrawal: presentReviewedWithdrawal(review, await ratesByCurrency(work.tx)) };
    }),
  ),
};
