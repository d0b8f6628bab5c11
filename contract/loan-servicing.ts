import * as z from 'zod/mini';
import { positiveAmountMinor } from '#domain/money/fields.ts';
import { loan } from './loans.ts';
import { route } from './route.ts';
import { byId, day, id } from './values.ts';

const tag = 'Loans in repayment';

export const loanServicingContract = {
  pay: route({
    method: 'POST',
    path: '/loans/{id}/payments',
    summary: 'Pay any amount on a loan in repayment: what is due first, and the rest in advance',
    tag,
    access: 'client',
    idempotent: true,
    refusals: [
      'auth.confirmation-required',
      'not-found',
      'request.invalid',
      'loan.wrong-phase',
      'loan.frozen',
      'collection.insufficient',
      'repayment.above-balance',
      'repayment.not-possible',
      'ledger.insufficient-balance',
    ],
  })
    .input(
      z.strictObject({
        id,
        amountMinor: positiveAmountMinor,
        /** The due dates of late instalments that are to be paid first, in this order; the oldest first without it (LC-78, C. civ. 1342-10). */
        firstDueDates: z.optional(z.array(day).check(z.maxLength(120))),
      }),
    )
    .output(
      z.object({
        loan,
        /** What instalments and late interest took, in minor units. */
        paidMinor: z.int(),
        /** What is held for the next due dates. */
        advanceMinor: z.int(),
        /** The reference of the movement; null when everything was paid in advance. */
        referenceNumber: z.nullable(z.string()),
      }),
    ),
  returnAdvance: route({
    method: 'POST',
    path: '/loans/{id}/advance-return',
    summary: 'Get back what was paid in advance on a loan and not applied yet',
    tag,
    access: 'client',
    idempotent: true,
    refusals: ['not-found', 'loan.wrong-phase', 'loan.frozen'],
  })
    .input(byId)
    .output(z.object({ loan, returnedMinor: z.int() })),
};
