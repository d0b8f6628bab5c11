import { Refusal } from '#domain/errors.ts';
import { scheduleFault, scheduleOf } from '#domain/standing-orders/standing-order.ts';
import { legalDay } from '#domain/time/days.ts';
import type { WithdrawalInput } from '#domain/withdrawals/request.ts';
import { deviceOf } from '../auth/sessions/sign-in.ts';
import { countRequests } from '../db/page-of-list.ts';
import {
  answeredBefore,
  asHouse,
  clientOf,
  type GuardedContext,
  mayReadField,
  os,
  runOnce,
  signedIn,
} from '../http/context.ts';
import { DEFAULT_PAGE } from '../http/cursor.ts';
import { pageOfSorted, requestPosition } from '../http/request-cursor.ts';
import { requireListQuestion } from '../http/require-permission.ts';
import { parameterOn } from '../parameters/parameters-on.ts';
import { checkOf } from '../payees/queries.ts';
import { rowsFound } from '../search/rows-found.ts';
import type { Work } from '../work/work.ts';
import { askForOrder } from './ask-for-order.ts';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import { decideWithdrawal } from './decide-withdrawal.ts';
import { decisionFacts } from './decision-facts.ts';
import { decideHold } from './holds/decide-hold.ts';
import { presentHold } from './holds/present-hold.ts';
import { openHolds } from './holds/queries.ts';
import { sendInstant } from './instant/send-instant.ts';
import { nameRecipient, unnamedTransfer } from './name-recipient.ts';
import {
  presentExaminedWithdrawal,
  presentReviewedWithdrawal,
  presentWithdrawal,
  reviewFacts,
} from './present-withdrawal.ts';
import {
  accountForWithdrawal,
  withdrawalConditions,
  withdrawalForReview,
  withdrawalOfAccount,
  withdrawalsForReview,
  withdrawalsOfAccount,
} from './queries.ts';
import { recordBankRefusal } from './record-bank-refusal.ts';
import {
  availableOf,
  type OrderOrigin,
  requestWithdrawal,
  type WithdrawalRequested,
} from './request-withdrawal.ts';
import { makeStandingOrder } from './standing-orders/make-standing-order.ts';
import { presentDone } from './standing-orders/routes.ts';
import { staysInside, transferInside } from './transfer-inside.ts';

function presentRequested({ withdrawal, availableMinor }: WithdrawalRequested, now: Date) {
  return { withdrawal: presentWithdrawal(withdrawal, now), availableMinor };
}

/** Programmes a transfer for one later day (PAY-44): it is an order like the regular ones, with one time. */
async function requestLater(
  work: Work,
  accountId: string,
  { executionDay, ...input }: WithdrawalInput & { readonly executionDay: string },
  origin: OrderOrigin,
) {
  const order = { ...input, frequency: 'once' as const, firstDay: executionDay };
  const fault = scheduleFault(scheduleOf(order), legalDay(work.now));
  if (fault) throw new Refusal('request.invalid', {}, [{ ...fault, field: 'executionDay' }]);
  const { standingOrder } = await presentDone(work, await makeStandingOrder(work, accountId, order, origin));
  return { withdrawal: null, standingOrder, availableMinor: await availableOf(work.tx, accountId) };
}

/** An instant transfer once the rail has answered, or ten seconds later (PAY-43): what the answer of the request says is what became of it. */
async function answeredInstant({ bank, db }: GuardedContext, accountId: string, withdrawalId: string) {
  if (bank.instantRail) await sendInstant(bank, bank.instantRail, withdrawalId);
  const withdrawal = await withdrawalOfAccount(db, accountId, withdrawalId);
  if (!withdrawal) throw new Refusal('not-found');
  const availableMinor = await availableOf(db, accountId);
  return presentRequested({ withdrawal, availableMinor }, bank.surroundings.now());
}

export const withdrawalRoutes = {
  list: os.withdrawals.list.handler(async ({ context }) => {
    const rows = await withdrawalsOfAccount(context.db, clientOf(context).accountId);
    const now = context.bank.surroundings.now();
    return { withdrawals: rows.map((row) => presentWithdrawal(row, now)) };
  }),

  request: os.withdrawals.request.handler(async ({ input: sent, context }) => {
    const { accountId } = clientOf(context);
    const { mode } = context.bank.institution;
    const today = legalDay(context.bank.surroundings.now());
    const { executionDay = today, ...input } = sent;
    // Before the transaction, and not at all for a repetition or for a check that was made already.
    const isAsked = input.payeeCheckId === undefined && !(await answeredBefore(context, sent));
    const orderKind = executionDay === today ? 'transfer' : 'standing-order';
    const asked = isAsked ? await askForOrder(context, accountId, input, orderKind) : null;
    if (executionDay !== today)
      return runOnce(context, sent, (work) =>
        requestLater(work, accountId, { ...input, executionDay }, { mode, asked }),
      );
    // The books and the account of another client are the house's to write and to read.
    const { institution, surroundings } = context.bank;
    const house = { db: asHouse(context).db, institution, now: surroundings.now() };
    const inside = await staysInside(house, input.iban);
    const make = inside ? transferInside : requestWithdrawal;
    // An order that its rules validate is the house's to write too (PAY-39).
    const approval = await parameterOn(house.db, today, 'transfer.approval');
    const isInstant = !inside && input.instant === true;
    const askedFrom = deviceOf(context);
    const isOfHouse = inside || approval === 'rules' || isInstant;
    if (isOfHouse && !(await accountForWithdrawal(context.db, accountId))) throw new Refusal('not-found');
    const requested = await runOnce(isOfHouse ? asHouse(context) : context, sent, async (work) => ({
      ...presentRequested(await make(work, accountId, input, { mode, asked, approval, askedFrom }), work.now),
      standingOrder: null,
    }));
    if (!isInstant) return requested;
    const answered = await answeredInstant(context, accountId, requested.withdrawal.id);
    return { ...answered, standingOrder: null };
  }),

  // A client's scope changes no order: the house writes the name, of an order that the client's scope finds.
  nameRecipient: os.withdrawals.nameRecipient.handler(async ({ input, context }) => {
    const { accountId } = clientOf(context);
    const isAnswered = await answeredBefore(context, input);
    const isAsked = input.payeeCheckId === undefined && !isAnswered;
    const order = isAnswered ? null : await unnamedTransfer(context.db, accountId, input.id);
    const asked =
      order && isAsked
        ? await askForOrder(context, accountId, {
            amountMinor: order.amount,
            iban: order.clientIban,
            bankName: order.clientBankName,
            recipientName: input.recipientName,
          })
        : null;
    return runOnce(asHouse(context), input, async (work) => ({
      withdrawal: presentWithdrawal(await nameRecipient(work, accountId, input, asked), work.now),
    }));
  }),

  cancel: os.withdrawals.cancel.handler(({ input, context }) =>
    runOnce(context, input, async (work) =>
      presentRequested(await cancelWithdrawal(work, clientOf(context).accountId, input.id), work.now),
    ),
  ),

  review: os.withdrawals.review.handler(async ({ input, context }) => {
    const { db } = context;
    await requireListQuestion(context, input);
    const { status, sort = 'newest', limit = DEFAULT_PAGE } = input;
    const now = context.bank.surroundings.now();
    const conditions = [
      await rowsFound(db, 'withdrawals', input.q, mayReadField(context, 'fields.fullIban')),
      ...withdrawalConditions(input, { personId: signedIn(context).userId, now }),
    ];
    const after = requestPosition(input.cursor, sort);
    const [rows, facts, count] = await Promise.all([
      withdrawalsForReview(db, { status, conditions, sort, after, limit }),
      reviewFacts(db, now),
      input.counted ? countRequests(db, 'withdrawal_requests', { status, conditions }) : null,
    ]);
    const { page, nextCursor } = pageOfSorted(rows, limit, sort, ({ withdrawal }) => withdrawal);
    return { withdrawals: page.map((row) => presentReviewedWithdrawal(row, facts)), nextCursor, count };
  }),

  reviewOne: os.withdrawals.reviewOne.handler(async ({ input, context }) => {
    const { db } = context;
    const row = await withdrawalForReview(db, input.id);
    if (!row) throw new Refusal('not-found');
    const [check, facts, decisionOn] = await Promise.all([
      checkOf(db, row.withdrawal.payeeCheckId),
      reviewFacts(db, context.bank.surroundings.now()),
      decisionFacts(db, row.withdrawal, {
        mode: context.bank.institution.mode,
        permissions: signedIn(context).permissions,
      }),
    ]);
    return { withdrawal: { ...presentExaminedWithdrawal(row, check, facts), facts: decisionOn } };
  }),

  holds: os.withdrawals.holds.handler(async ({ context }) => {
    const now = context.bank.surroundings.now();
    return { holds: (await openHolds(context.db)).map((row) => presentHold(row, now)) };
  }),

  decideHold: os.withdrawals.decideHold.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      const { id, action, ...reason } = input;
      // What others approve of a validation they approve of letting a held one go.
      if (action === 'release')
        await context.bank.approvals.require(work, {
          operation: 'withdrawals.decide.approve',
          input: { id, action: 'approve' },
          limits: signedIn(context).limits,
        });
      const review = await decideHold(work, { withdrawalId: id, action, ...reason });
      return { withdrawal: presentReviewedWithdrawal(review, await reviewFacts(work.tx, work.now)) };
    }),
  ),

  recordBankRefusal: os.withdrawals.recordBankRefusal.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      const review = await recordBankRefusal(work, input);
      return { withdrawal: presentReviewedWithdrawal(review, await reviewFacts(work.tx, work.now)) };
    }),
  ),

  decide: os.withdrawals.decide.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      const review = await decideWithdrawal(
        work,
        { ...input, withdrawalId: input.id },
        context.bank.institution,
      );
      return { withdrawal: presentReviewedWithdrawal(review, await reviewFacts(work.tx, work.now)) };
    }),
  ),
};
