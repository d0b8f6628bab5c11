import * as z from 'zod/mini';
import { payeeIban, payeeInput, payeeName } from '#domain/payees/payee.ts';
import { ORDER_KINDS, PAYEE_CHECK_REASONS, PAYEE_CHECK_RESULTS } from '#domain/payees/payee-check.ts';
import { route } from './route.ts';
import { byId, empty, id, instant } from './values.ts';

const tag = 'Payees';

/** Whom a client pays: kept by them, or only paid before. */
export const payee = z.object({
  /** Null for an account that was only paid before. */
  id: z.nullable(id),
  /** Null where an order of before names were kept named nobody. */
  name: z.nullable(z.string()),
  nickname: z.nullable(z.string()),
  iban: z.string(),
  bankName: z.string(),
  address: z.nullable(
    z.object({
      street: z.optional(z.string()),
      postalCode: z.optional(z.string()),
      city: z.string(),
      countryCode: z.string(),
    }),
  ),
  /** Null for one that no order went to. */
  lastUsedAt: z.nullable(instant),
  /** The last verification of a name with this IBAN that an order followed. */
  checkedAt: z.nullable(instant),
});

/** Whether a name and an IBAN belong together. */
export const payeeCheck = z.object({
  id,
  result: z.enum(PAYEE_CHECK_RESULTS),
  /** The holder's name, of a close match only. */
  name: z.nullable(z.string()),
  reason: z.nullable(z.enum(PAYEE_CHECK_REASONS)),
  reference: z.nullable(z.string()),
  /** Whether nobody was really asked: « Réponse simulée ». */
  isSimulated: z.boolean(),
  /** Whether a transfer to the IBAN stays inside the house: then it is made at once (PAY-34). */
  isInside: z.boolean(),
  answeredAt: instant,
  expiresAt: instant,
});

export const payeesContract = {
  list: route({
    method: 'GET',
    path: '/payees',
    summary: 'Payees that the client keeps, and accounts the client has sent money to before',
    tag,
    access: 'client',
  }).output(z.object({ payees: z.array(payee) })),
  save: route({
    method: 'POST',
    path: '/payees',
    summary: 'Keep a payee; one kept under the same IBAN is replaced',
    tag,
    access: 'client',
    idempotent: true,
    refusals: ['auth.confirmation-required'],
  })
    .input(z.strictObject(payeeInput.shape))
    .output(z.object({ payee })),
  change: route({
    method: 'PUT',
    path: '/payees/{id}',
    summary: 'Change the name, IBAN, bank, nickname or address of a payee',
    tag,
    access: 'client',
    refusals: ['auth.confirmation-required', 'not-found'],
  })
    .input(z.strictObject({ ...payeeInput.shape, id }))
    .output(z.object({ payee })),
  remove: route({
    method: 'DELETE',
    path: '/payees/{id}',
    summary: 'Forget a payee',
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(empty),
};

export const payeeChecksContract = {
  ask: route({
    method: 'POST',
    path: '/payee-checks',
    summary:
      'Ask whether a name and an IBAN belong together, before an order. A check serves one order of the next ten minutes',
    tag,
    access: 'client',
    idempotent: true,
    refusals: ['payee-check.too-many'],
  })
    .input(z.strictObject({ iban: payeeIban, name: payeeName, orderKind: z.optional(z.enum(ORDER_KINDS)) }))
    .output(z.object({ check: payeeCheck })),
};
