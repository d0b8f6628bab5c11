import * as z from 'zod/mini';
import { positiveAmountMinor } from '#domain/money/fields.ts';
import { route } from './route.ts';
import { byId, currencyCode, id, instant } from './values.ts';

const tag = 'Transfer limits';

const amount = z.nullable(z.int());

/** Minor units of the account's currency; null is no limit. */
const amounts = z.object({ operationMinor: amount, dayMinor: amount, thirtyDaysMinor: amount });

/** What a client may send at most, and what is left of it (PAY-56 to PAY-58). */
export const transferLimits = z.object({
  currency: currencyCode,
  /** The house's: nobody is let above. */
  maximum: amounts,
  /** What holds now: the client's own, never above the house's. */
  limits: amounts,
  /** What is left of each now. */
  left: amounts,
  /** What the next transfer may be at most; null without any limit. */
  leftMinor: amount,
  /** A raise that waits; null for none. */
  raise: z.nullable(z.object({ limits: amounts, askedAt: instant, effectiveAt: instant })),
  /** How many hours a raise waits. */
  raiseDelayHours: z.int(),
  /** What the client lets out by instant transfers at most, beside the limits above (PAY-43). */
  instant: z.object({
    /** Whether they are sent, in the currency of the account. */
    isOffered: z.boolean(),
    operationMinor: amount,
    dayMinor: amount,
    /** What is left of the day's limit; null without one. */
    dayLeftMinor: amount,
  }),
});

const asked = z.nullable(positiveAmountMinor);

export const transferLimitsContract = {
  show: route({
    method: 'GET',
    path: '/transfer-limits',
    summary: "The client's limits for transfers, and what is left of them",
    tag,
    access: 'client',
  }).output(z.object({ transferLimits })),
  change: route({
    method: 'PUT',
    path: '/transfer-limits',
    summary:
      'Lower the limits at once, ask to raise them, or cancel a raise that waits. A second demand replaces the first',
    tag,
    access: 'client',
    refusals: ['auth.confirmation-required', 'not-found'],
  })
    .input(
      z.strictObject({
        /** `lower` raises nothing; `raise` may lower others beside it; `cancel` says no amounts. */
        action: z.enum(['lower', 'raise', 'cancel'], 'validation.choice'),
        operationMinor: z.optional(asked),
        dayMinor: z.optional(asked),
        thirtyDaysMinor: z.optional(asked),
      }),
    )
    .output(z.object({ transferLimits })),
  changeInstant: route({
    method: 'PUT',
    path: '/transfer-limits/instant',
    summary: 'Choose the limits of instant transfers, which hold at once; null is none of their own',
    tag,
    access: 'client',
    refusals: ['auth.confirmation-required', 'not-found'],
  })
    .input(z.strictObject({ operationMinor: asked, dayMinor: asked }))
    .output(z.object({ transferLimits })),
  review: route({
    method: 'GET',
    path: '/admin/clients/{id}/transfer-limits',
    summary: "A client's limits for transfers, and what is left of them",
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(z.object({ transferLimits })),
  lower: route({
    method: 'PUT',
    path: '/admin/clients/{id}/transfer-limits',
    summary: "Lower a client's limits at once; nothing is raised, and a raise that waits ends",
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(
      z.strictObject({
        id,
        operationMinor: z.optional(asked),
        dayMinor: z.optional(asked),
        thirtyDaysMinor: z.optional(asked),
      }),
    )
    .output(z.object({ transferLimits })),
};
