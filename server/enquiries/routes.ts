import { type GuardedContext, os } from '../http/context.ts';
import { inTransaction, type Work } from '../work.ts';
import { confirmNewsletter } from './confirm-newsletter.ts';
import { newToken } from './mail-token.ts';
import { subscribeToNewsletter } from './subscribe-newsletter.ts';
import { unsubscribeFromNewsletter } from './unsubscribe-newsletter.ts';

/** Nobody is signed in on the public pages, and nothing of the newsletter names who acts. */
function byVisitor(context: GuardedContext, useCase: (work: Work) => Promise<void>): Promise<void> {
  const { database, surroundings } = context.bank;
  return inTransaction(database.db, surroundings, '', useCase);
}

export const enquiryRoutes = {
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
