import { Refusal } from '#domain/errors.ts';
import { recordRefusal } from '../audit/refusals.ts';
import { os, run, runOnce, signedIn } from '../http/context.ts';
import { DEFAULT_PAGE, decodeCursor, pageOf } from '../http/cursor.ts';
import { requirePermission } from '../http/require-permission.ts';
import { insideRule } from '../payees/inside-rule.ts';
import { bankFileTaken } from '../transfers/bank-file-taken.ts';
import {
  fitsFile,
  type ReturnOrder,
  returnsInBatch,
  waitingReturnOrders,
} from '../transfers/return-orders.ts';
import {
  batchesForReview,
  batchForReview,
  exportableWithdrawals,
  fileOfBatch,
  linesOfBatch,
} from './batch-queries.ts';
import { cancelBatch, executeBatch } from './close-batch.ts';
import { exportBatch } from './export-batch.ts';
import { presentBatch } from './present-batch.ts';

const presentReturn = ({ id: returnId, amountMinor, payeeName, remittance }: ReturnOrder) => ({
  returnId,
  amountMinor,
  payeeName,
  remittance,
});

export const withdrawalBatchRoutes = {
  list: os.withdrawalBatches.list.handler(async ({ input, context }) => {
    const { db } = context;
    const limit = input.limit ?? DEFAULT_PAGE;
    const { institution, surroundings } = context.bank;
    const now = surroundings.now();
    const isInside = await insideRule({ db, institution, now });
    const [rows, exportable, returns] = await Promise.all([
      batchesForReview(db, { after: decodeCursor(input.cursor), limit }),
      exportableWithdrawals(db, isInside),
      waitingReturnOrders(db),
    ]);
    const { legalName, houseIban } = institution;
    const { page, nextCursor } = pageOf(rows, limit, ({ batch }) => ({ at: batch.createdAt, id: batch.id }));
    return {
      batches: page.map((row) => presentBatch(row, now)),
      exportable,
      returns: returns.filter(fitsFile).map(presentReturn),
      returnsByHand: returns
        .filter((order) => !fitsFile(order))
        .map((order) => ({ ...presentReturn(order), currency: order.currency })),
      houseAccount: houseIban ? { holder: legalName, iban: houseIban } : null,
      nextCursor,
    };
  }),

  show: os.withdrawalBatches.show.handler(async ({ input, context }) => {
    const { db } = context;
    const row = await batchForReview(db, input.id);
    if (!row) throw new Refusal('not-found');
    const returns = await returnsInBatch(db, input.id);
    return {
      batch: presentBatch(row, context.bank.surroundings.now()),
      lines: await linesOfBatch(db, input.id),
      returns: returns.map(({ id: returnId, payeeName, payeeIban, amountMinor, phase }) => ({
        returnId,
        payeeName,
        payeeIban,
        amountMinor,
        phase,
      })),
    };
  }),

  export: os.withdrawalBatches.export.handler(({ input, context }) =>
    runOnce(context, input, async (work) => ({
      batch: presentBatch(
        await exportBatch(work, context.bank.institution, input.withdrawalIds, input.returnIds),
        work.now,
      ),
    })),
  ),

  file: os.withdrawalBatches.file.handler(async ({ input, context }) => {
    // Read in the scope of who asks: a person with assigned files reads none.
    const found = await fileOfBatch(context.db, input.id);
    // It holds account numbers in full, and cannot be masked (STAFF-5).
    if (found) await requirePermission(context, 'fields.fullIban');
    return run(context, async (work) =>
      bankFileTaken(work, { operation: 'withdrawalBatches.file', id: input.id, found }),
    );
  }),

  execute: os.withdrawalBatches.execute.handler(async ({ input, context }) => {
    const { surroundings } = context.bank;
    const { review, results } = await executeBatch(
      context.db,
      { batchId: input.id, controlTotalMinor: input.controlTotalMinor },
      (useCase) => run(context, useCase),
      (withdrawalId, refusal) =>
        recordRefusal(context.db, surroundings, {
          operation: 'withdrawals.decide.complete',
          refusalCode: refusal.code,
          actorId: signedIn(context).userId,
          isStaff: true,
          origin: context.address,
          input: { id: withdrawalId },
        }),
    );
    return { batch: presentBatch(review, surroundings.now()), results };
  }),

  cancel: os.withdrawalBatches.cancel.handler(({ input, context }) =>
    runOnce(context, input, async (work) => ({
      batch: presentBatch(await cancelBatch(work, input.id), work.now),
    })),
  ),
};
