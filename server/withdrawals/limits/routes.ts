import type * as z from 'zod/mini';
import type { transferLimits } from '#contract/transfer-limits.ts';
import { Refusal } from '#domain/errors.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { legalDay } from '#domain/time/days.ts';
import { type LimitAmounts, leftForNext, type TransferLimit } from '#domain/withdrawals/limits.ts';
import type { Db } from '../../db/database.ts';
import { asHouse, clientOf, os, run } from '../../http/context.ts';
import { announce } from '../../notifications/live.ts';
import { parameterOn } from '../../parameters/parameters-on.ts';
import { changeLimits } from './change-limits.ts';
import { leftOfAccount } from './limits-in-force.ts';
import { lowerClientLimits } from './lower-client-limits.ts';
import { accountForLimits, instantSentOn, keepTransferLimits, transferLimitsOf } from './queries.ts';

const presentAmounts = ({ operation, day, thirtyDays }: LimitAmounts) => ({
  operationMinor: operation,
  dayMinor: day,
  thirtyDaysMinor: thirtyDays,
});

/** The amounts that a call names; one that it leaves out stays as it is. */
function amountsOf({
  operationMinor,
  dayMinor,
  thirtyDaysMinor,
}: Partial<Record<`${TransferLimit}Minor`, number | null>>): Partial<LimitAmounts> {
  return {
    ...(operationMinor === undefined ? {} : { operation: operationMinor }),
    ...(dayMinor === undefined ? {} : { day: dayMinor }),
    ...(thirtyDaysMinor === undefined ? {} : { thirtyDays: thirtyDaysMinor }),
  };
}

/** What an account lets out by instant transfers (PAY-43), and whether they are sent in its currency. */
async function readInstant(
  db: Db,
  account: { readonly id: string; readonly currency: string },
  today: string,
) {
  const row = await transferLimitsOf(db, account.id);
  const dayMinor = row?.instantDay ?? null;
  return {
    isOffered: account.currency === 'EUR' && (await parameterOn(db, today, 'inst.send')),
    operationMinor: row?.instantOperation ?? null,
    dayMinor,
    dayLeftMinor:
      dayMinor === null ? null : Math.max(0, dayMinor - (await instantSentOn(db, account.id, today))),
  };
}

/** The limits of an account as its client and the staff read them at a moment. */
async function readLimits(
  db: Db,
  accountId: string,
  now: Date,
): Promise<{ transferLimits: z.infer<typeof transferLimits> }> {
  const account = await accountForLimits(db, accountId);
  if (!account) throw new Refusal('not-found');
  const { maximum, inForce, left, raise } = await leftOfAccount(db, account, now);
  return {
    transferLimits: {
      currency: account.currency as CurrencyCode,
      maximum: presentAmounts(maximum),
      limits: presentAmounts(inForce),
      left: presentAmounts(left),
      leftMinor: leftForNext(left),
      raise: raise && {
        limits: presentAmounts(raise.amounts),
        askedAt: raise.askedAt.toISOString(),
        effectiveAt: raise.effectiveAt.toISOString(),
      },
      raiseDelayHours: await parameterOn(db, legalDay(now), 'limits.raiseDelayHours'),
      instant: await readInstant(db, account, legalDay(now)),
    },
  };
}

export const transferLimitRoutes = {
  show: os.transferLimits.show.handler(({ context }) =>
    readLimits(context.db, clientOf(context).accountId, context.bank.surroundings.now()),
  ),

  // A client's scope reads limits and does not write them: the house does, for an account that the client's scope finds.
  change: os.transferLimits.change.handler(async ({ input, context }) => {
    const { accountId } = clientOf(context);
    if (!(await accountForLimits(context.db, accountId))) throw new Refusal('not-found');
    return run(asHouse(context), async (work) => {
      await changeLimits(work, accountId, input.action, amountsOf(input));
      return readLimits(work.tx, accountId, work.now);
    });
  }),

  changeInstant: os.transferLimits.changeInstant.handler(async ({ input, context }) => {
    const { accountId } = clientOf(context);
    if (!(await accountForLimits(context.db, accountId))) throw new Refusal('not-found');
    return run(asHouse(context), async (work) => {
      await keepTransferLimits(work.tx, {
        clientAccountId: accountId,
        instantOperation: input.operationMinor,
        instantDay: input.dayMinor,
        changedAt: work.now,
      });
      await announce(work, { userId: clientOf(context).userId }, ['withdrawals']);
      return readLimits(work.tx, accountId, work.now);
    });
  }),

  review: os.transferLimits.review.handler(({ input, context }) =>
    readLimits(context.db, input.id, context.bank.surroundings.now()),
  ),

  lower: os.transferLimits.lower.handler(({ input, context }) =>
    run(context, async (work) => {
      await lowerClientLimits(work, input.id, amountsOf(input));
      return readLimits(work.tx, input.id, work.now);
    }),
  ),
};
