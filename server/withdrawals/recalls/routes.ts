import { Refusal } from '#domain/errors.ts';
import { legalDay } from '#domain/time/days.ts';
import type { GuardedContext } from '../../http/context.ts';
import { asHouse, clientOf, os, runOnce, signedIn } from '../../http/context.ts';
import { DEFAULT_PAGE, decodeCursor, pageOf } from '../../http/cursor.ts';
import { answerRecall } from './answer-recall.ts';
import { askInformation, askRecall, recallDelaysOn } from './ask-recall.ts';
import { followRecall, recordRecall } from './follow-recall.ts';
import { presentRecall, presentReviewedRecall } from './present-recall.ts';
import {
  isRecallOf,
  isTransferOf,
  recallForReview,
  recallsForReview,
  recallsOfAccount,
} from './recall-queries.ts';

/** The client of a call, whose demands are the house's rows. */
const caller = (context: GuardedContext) => ({
  accountId: clientOf(context).accountId,
  userId: signedIn(context).userId,
});

/** @throws Refusal `not-found` for the demand of another client, whose rows the caller's role does not see. */
async function requireOwn(context: GuardedContext, recallId: string): Promise<void> {
  if (!(await isRecallOf(context.db, clientOf(context).accountId, recallId))) throw new Refusal('not-found');
}

export const recallRoutes = {
  list: os.recalls.list.handler(async ({ context }) => {
    const rows = await recallsOfAccount(context.db, clientOf(context).accountId);
    const delays = await recallDelaysOn(context.db, legalDay(context.bank.surroundings.now()));
    return { recalls: rows.map(presentRecall), delays };
  }),
  ask: os.recalls.ask.handler(async ({ input, context }) => {
    const isTheirs = await isTransferOf(context.db, clientOf(context).accountId, input.id);
    if (!isTheirs) throw new Refusal('not-found');
    return runOnce(asHouse(context), input, async (work) => ({
      recall: presentRecall(
        await askRecall(work, caller(context), { withdrawalId: input.id, reason: input.reason }),
      ),
    }));
  }),
  askInformation: os.recalls.askInformation.handler(async ({ input, context }) => {
    await requireOwn(context, input.id);
    return runOnce(asHouse(context), input, async (work) => ({
      recall: presentRecall(await askInformation(work, caller(context), input.id)),
    }));
  }),
  answer: os.recalls.answer.handler(async ({ input, context }) => {
    await requireOwn(context, input.id);
    return runOnce(asHouse(context), input, async (work) => ({
      recall: presentRecall(await answerRecall(work, caller(context), input)),
    }));
  }),
  review: os.recalls.review.handler(async ({ input, context }) => {
    const limit = input.limit ?? DEFAULT_PAGE;
    const rows = await recallsForReview(context.db, { after: decodeCursor(input.cursor), limit });
    const { page, nextCursor } = pageOf(rows, limit, ({ recall }) => ({
      at: recall.createdAt,
      id: recall.id,
    }));
    return { recalls: page.map(presentReviewedRecall), nextCursor };
  }),
  record: os.recalls.record.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      const { id } = await recordRecall(work, input);
      return { recall: presentReviewedRecall(await recallForReview(work.tx, id)) };
    }),
  ),
  follow: os.recalls.follow.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await followRecall(work, input.id, input);
      return { recall: presentReviewedRecall(await recallForReview(work.tx, input.id)) };
    }),
  ),
};
