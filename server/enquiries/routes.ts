import { Refusal } from '#domain/errors.ts';
import { type GuardedContext, os, run, runOnce } from '../http/context.ts';
import { DEFAULT_PAGE, decodeCursor, pageOf } from '../http/cursor.ts';
import { inTransaction, type Work } from '../work/work.ts';
import { closeEnquiry } from './close-enquiry.ts';
import { confirmNewsletter } from './confirm-newsletter.ts';
import { enquiriesForReview, enquiryForReview } from './enquiry-queries.ts';
import { newToken } from './mail-token.ts';
import { presentEnquiry } from './present-enquiry.ts';
import { receiveEnquiry } from './receive-enquiry.ts';
import { removeEnquiry } from './remove-enquiry.ts';
import { subscribeToNewsletter } from './subscribe-newsletter.ts';
import { unsubscribeFromNewsletter } from './unsubscribe-newsletter.ts';

/** Public pages have no session. */
function byVisitor<T>(context: GuardedContext, useCase: (work: Work) => Promise<T>): Promise<T> {
  const { database, surroundings } = context.bank;
  return inTransaction(database.db, surroundings, { kind: 'visitor' }, useCase);
}

export const enquiryRoutes = {
  send: os.enquiries.send.handler(async ({ input, context }) => {
    const { attempts } = context.bank;
    await attempts.countEnquiry(context.address);
    const key = context.headers.get('idempotency-key');
    const leave = await attempts.leaveToWrite(input.email.toLowerCase(), context.address);
    const row = await byVisitor(context, (work) => receiveEnquiry(work, input, key, leave));
    const { reference, acknowledged, createdAt } = row;
    return { reference, acknowledged, receivedAt: createdAt.toISOString() };
  }),

  review: os.enquiries.review.handler(async ({ input, context }) => {
    const limit = input.limit ?? DEFAULT_PAGE;
    const { state, q } = input;
    const rows = await enquiriesForReview(context.db, {
      state,
      q: q || undefined,
      after: decodeCursor(input.cursor),
      limit,
    });
    const { page, nextCursor } = pageOf(rows, limit, ({ enquiry }) => ({
      at: enquiry.createdAt,
      id: enquiry.id,
    }));
    return { enquiries: page.map(presentEnquiry), nextCursor };
  }),

  reviewOne: os.enquiries.reviewOne.handler(async ({ input, context }) => {
    const row = await enquiryForReview(context.db, input.id);
    if (!row) throw new Refusal('not-found');
    return { enquiry: { ...presentEnquiry(row), text: row.enquiry.text } };
  }),

  close: os.enquiries.close.handler(({ input, context }) =>
    runOnce(context, input, async (work) => ({
      enquiry: presentEnquiry(await closeEnquiry(work, input.id)),
    })),
  ),

  remove: os.enquiries.remove.handler(({ input, context }) =>
    run(context, async (work) => {
      await removeEnquiry(work, input.id);
      return {};
    }),
  ),

  subscribe: os.enquiries.subscribe.handler(async ({ input, context }) => {
    const { attempts, config } = context.bank;
    const leave = await attempts.leaveToWrite(input.email.toLowerCase(), context.address);
    if (leave)
      await byVisitor(context, (work) => subscribeToNewsletter(work, leave, config.publicUrl, newToken));
    return {};
  }),

  confirm: os.enquiries.confirm.handler(async ({ input, context }) => {
    await byVisitor(context, (work) => confirmNewsletter(work, input.token, context.bank.config.publicUrl));
    return {};
  }),

  unsubscribe: os.enquiries.unsubscribe.handler(async ({ input, context }) => {
    await byVisitor(context, (work) => unsubscribeFromNewsletter(work, input.token));
    return {};
  }),
};
