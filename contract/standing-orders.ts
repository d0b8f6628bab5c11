import * as z from 'zod/mini';
import { STANDING_FAILURES } from '#domain/standing-orders/attempts.ts';
import { FREQUENCIES } from '#domain/standing-orders/schedule.ts';
import {
  END_REASONS,
  pauseInput,
  STANDING_STATES,
  SUSPENSION_REASONS,
  standingOrderInput,
} from '#domain/standing-orders/standing-order.ts';
import { route } from './route.ts';
import { byId, currencyCode, day, id, instant } from './values.ts';

const tag = 'Standing orders';

export const standingOrder = z.object({
  id,
  amountMinor: z.int(),
  currency: currencyCode,
  recipientName: z.string(),
  iban: z.string(),
  /** Whether the IBAN held when the order was made or changed. */
  ibanValid: z.boolean(),
  bankName: z.string(),
  /** Whether its transfers are instant ones (PAY-43). */
  isInstant: z.boolean(),
  frequency: z.enum(FREQUENCIES),
  firstDay: day,
  dayOfMonth: z.nullable(z.int()),
  lastDay: z.nullable(day),
  times: z.nullable(z.int()),
  /** How many of its nominal days had their turn. */
  counted: z.int(),
  state: z.enum(STANDING_STATES),
  suspensionReason: z.nullable(z.enum(SUSPENSION_REASONS)),
  endReason: z.nullable(z.enum(END_REASONS)),
  pause: z.nullable(z.object({ from: day, until: z.nullable(day) })),
  /** The day on which the next transfer is made; null while none is planned. */
  nextDay: z.nullable(day),
  /** The day of the last transfer; null without an end. */
  endsOn: z.nullable(day),
  /** Whether it can be changed or ended now: until 24:00 of the day before its next transfer (PAY-47). */
  isChangeable: z.boolean(),
  /** What became of its last nominal day; null before the first. */
  last: z.nullable(z.object({ day, failure: z.nullable(z.enum(STANDING_FAILURES)) })),
  createdAt: instant,
});

const answer = z.object({ standingOrder });

const ORDER_REFUSALS = [
  'auth.confirmation-required',
  'transfer.same-account',
  'transfer.not-possible',
  'transfer.payee-check-required',
  'payee-check.expired',
  'payee-check.too-many',
  'not-found',
] as const;

export const standingOrdersContract = {
  list: route({
    method: 'GET',
    path: '/standing-orders',
    summary: "The client's own programmed transfers: running ones first, by the day of their next transfer",
    tag,
    access: 'client',
  }).output(z.object({ standingOrders: z.array(standingOrder) })),
  create: route({
    method: 'POST',
    path: '/standing-orders',
    summary: 'Programme a transfer, once on a later day or again and again; nothing is held until it is made',
    tag,
    access: 'client',
    idempotent: true,
    refusals: ORDER_REFUSALS,
  })
    .input(z.strictObject(standingOrderInput.shape))
    .output(answer),
  change: route({
    method: 'PUT',
    path: '/standing-orders/{id}',
    summary: 'Change a programmed transfer, until the day before it is made',
    tag,
    access: 'client',
    refusals: [...ORDER_REFUSALS, 'standing.too-late', 'transfer.wrong-phase'],
  })
    .input(z.strictObject({ ...standingOrderInput.shape, id }))
    .output(answer),
  pause: route({
    method: 'POST',
    path: '/standing-orders/{id}/pause',
    summary: 'Skip the transfers from a day until another, or until it is resumed',
    tag,
    access: 'client',
    idempotent: true,
    refusals: ['not-found', 'standing.too-late', 'transfer.wrong-phase'],
  })
    .input(z.strictObject({ ...pauseInput.shape, id }))
    .output(answer),
  resume: route({
    method: 'POST',
    path: '/standing-orders/{id}/resume',
    summary: 'Go on with a paused or suspended programmed transfer, from tomorrow',
    tag,
    access: 'client',
    idempotent: true,
    refusals: ['auth.confirmation-required', 'not-found', 'transfer.wrong-phase'],
  })
    .input(byId)
    .output(answer),
  end: route({
    method: 'POST',
    path: '/standing-orders/{id}/end',
    summary: 'End a programmed transfer, until the day before it is made',
    tag,
    access: 'client',
    idempotent: true,
    refusals: ['auth.confirmation-required', 'not-found', 'standing.too-late', 'transfer.wrong-phase'],
  })
    .input(byId)
    .output(answer),
};
