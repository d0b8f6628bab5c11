import type * as z from 'zod/mini';
import type { POSTING_REMEDIES, postingOfBooks as postingSchema } from '#contract/corrections.ts';
import { isReceipt } from '#domain/corrections/receipt.ts';
import { Refusal } from '#domain/errors.ts';
import type { Db } from '../db/database.ts';
import { asHouse, clientOf, os, runOnce } from '../http/context.ts';
import { DEFAULT_PAGE } from '../http/cursor.ts';
import { collectReceivable, isReceivableOf, receivablesOf } from './collect-receivable.ts';
import {
  bearDispute,
  decideDispute,
  disputeById,
  listDisputes,
  openDispute,
  presentDispute,
} from './disputes.ts';
import { giveClaimUp } from './give-claim-up.ts';
import { listReceivables, shownClaim } from './list-receivables.ts';
import { disputesOf } from './own-disputes.ts';
import { clientEntries, type PostingOfBooks, postingOfBooks } from './posting-queries.ts';
import { obstacleOf, reversePosting } from './reverse-posting.ts';
import { takeReceiptBack } from './take-receipt-back.ts';

/** What a posting rests on, by the id under which it can be looked at. */
function presentDocument({ document }: PostingOfBooks) {
  if (!document) return null;
  const { kind } = document;
  if (kind === 'bank-line') return { kind, id: document.lineId };
  if (kind === 'bank-statement') return { kind, id: document.statementId };
  return { kind, id: kind === 'batch' ? document.batchId : document.orderId };
}

async function remediesOf(db: Db, posting: PostingOfBooks): Promise<(typeof POSTING_REMEDIES)[number][]> {
  const isTakenBack = isReceipt(posting.event) && !posting.reversedBy && clientEntries(posting).length === 1;
  const obstacle = await obstacleOf(db, posting);
  // What a client got of a bank's line is taken back, so that they are told why; both negate the same entries.
  const isReversible = obstacle === null && !(isTakenBack && posting.event === 'suspense-allocation');
  return [...(isReversible ? (['reverse'] as const) : []), ...(isTakenBack ? (['take-back'] as const) : [])];
}

/** A posting as the API answers it. @throws Refusal `not-found`. */
async function presentPosting(db: Db, id: string): Promise<z.infer<typeof postingSchema>> {
  const posting = await postingOfBooks(db, id);
  if (!posting) throw new Refusal('not-found');
  const { event, by, approvedBy, occurredAt, bookingDay, valueDay, reverses, reversedBy, entries } = posting;
  return {
    id,
    event,
    by,
    approvedBy,
    occurredAt: occurredAt.toISOString(),
    bookingDay,
    valueDay,
    document: presentDocument(posting),
    reverses,
    reversedBy,
    entries: entries.map(({ code, client, currency, amountMinor, balanceAfterMinor }) => ({
      code,
      client: client ? { accountId: client.accountId, displayName: client.name } : null,
      currency,
      amountMinor,
      balanceAfterMinor,
    })),
    remedies: await remediesOf(db, posting),
  };
}

export const correctionRoutes = {
  showPosting: os.corrections.showPosting.handler(async ({ input, context }) => ({
    posting: await presentPosting(context.db, input.id),
  })),

  reverse: os.corrections.reverse.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await reversePosting(work, input);
      return { posting: await presentPosting(work.tx, input.id) };
    }),
  ),

  create: os.corrections.create.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      const { receivableMinor } = await takeReceiptBack(work, input);
      return { posting: await presentPosting(work.tx, input.postingId), receivableMinor };
    }),
  ),

  disputes: os.corrections.disputes.handler(({ input, context }) =>
    listDisputes(context.db, {
      isOpen: (input.list ?? 'open') === 'open',
      cursor: input.cursor,
      limit: input.limit ?? DEFAULT_PAGE,
      now: context.bank.surroundings.now(),
    }),
  ),

  decideDispute: os.corrections.decideDispute.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      const { action, ...rest } = input;
      await (action === 'bear' ? bearDispute(work, rest) : decideDispute(work, { ...rest, action }));
      const decided = await disputeById(work.tx, input.id);
      if (!decided) throw new Error('the decided dispute cannot be read');
      return { dispute: presentDispute(decided, work.now) };
    }),
  ),

  receivables: os.corrections.receivables.handler(({ input, context }) =>
    listReceivables(context.db, { cursor: input.cursor, limit: input.limit ?? DEFAULT_PAGE }),
  ),

  giveUp: os.corrections.giveUp.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await giveClaimUp(work, input);
      const receivable = await shownClaim(work.tx, input.id);
      if (!receivable) throw new Error('the claim that was given up cannot be read');
      return { receivable };
    }),
  ),

  dispute: os.corrections.dispute.handler(({ input, context }) =>
    runOnce(context, input, (work) => openDispute(work, clientOf(context).accountId, input)),
  ),

  ownDisputes: os.corrections.ownDisputes.handler(async ({ context }) => ({
    disputes: await disputesOf(asHouse(context).db, clientOf(context).accountId),
  })),

  owed: os.corrections.owed.handler(async ({ context }) => ({
    receivables: await receivablesOf(context.db, clientOf(context).accountId),
  })),

  // What is owed is asked in the client's own scope; the books are the house's.
  repay: os.corrections.repay.handler(async ({ input, context }) => {
    const { accountId } = clientOf(context);
    const isTheirs = await isReceivableOf(context.db, accountId, input.id);
    if (!isTheirs) throw new Refusal('not-found');
    return runOnce(asHouse(context), input, async (work) => {
      await collectReceivable(work, accountId, input);
      return { receivables: await receivablesOf(work.tx, accountId) };
    });
  }),
};
