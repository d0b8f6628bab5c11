import * as z from 'zod/mini';
import { closingInput, lenderAnswerInput, transmissionInput } from '#domain/loans/intermediation.ts';
import { LOAN_PHASES } from '#domain/loans/phases.ts';
import { route } from './route.ts';
import { byId, empty, file, id } from './values.ts';

/** Requests that a house which does not lend hands to lenders (LC-6). */

const tag = 'Loan transmissions';

/** The phase that was shown: another one by then is refused. */
const seenPhase = z.enum(LOAN_PHASES, 'validation.choice');
const pdf = file('application/pdf');

export const loanTransmissionsContract = {
  paper: route({
    method: 'GET',
    path: '/loans/{id}/transmission.pdf',
    summary: "What a lender was handed of one of the client's own requests, as a PDF",
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(pdf),
  send: route({
    method: 'POST',
    path: '/admin/loans/{id}/transmission',
    summary: 'Hand a request to a lender that its client agreed to, once; that lender decides',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'loan.wrong-phase', 'loan.lends-itself', 'loan.lender-not-agreed'],
  })
    .input(z.strictObject({ id, ...transmissionInput.shape, seenPhase }))
    .output(empty),
  recordAnswer: route({
    method: 'POST',
    path: '/admin/loans/{id}/transmission/answer',
    summary:
      'Record what the lender answered: accepted, refused, paid out, or told that the client cancelled',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'loan.wrong-phase'],
  })
    .input(z.strictObject({ id, ...lenderAnswerInput.shape, seenPhase }))
    .output(empty),
  close: route({
    method: 'POST',
    path: '/admin/loans/{id}/transmission/closing',
    summary: 'Close a request that is handed to no lender, with the reason that its client reads',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'loan.wrong-phase', 'loan.lends-itself'],
  })
    .input(z.strictObject({ id, ...closingInput.shape, seenPhase }))
    .output(empty),
  openPaper: route({
    method: 'GET',
    path: '/admin/loans/{id}/transmission.pdf',
    summary: 'The paper that a lender is handed, as a PDF; the audit trail says who opened it',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(pdf),
};
