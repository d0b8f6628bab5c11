import { newUuid } from '../../ids.ts';
import { LETTER_YEAR, type PopulatedBank } from '../populated-bank.ts';
import type { ClientPerson } from '../test-bank.ts';
import {
  type AccessRows,
  type Asked,
  anyone,
  byId,
  client,
  freshAddress,
  nothing,
  ofAssignee,
  ofCustomer,
  staff,
} from './access-row.ts';

/** Rows of the routes about loans. */

/** The loan of a customer, with what is asked of it. */
const ofLoan =
  (fields: Asked['fields']) =>
  (bank: PopulatedBank, owner: ClientPerson): Asked => ({
    ids: { id: ofCustomer('loanId')(bank, owner) },
    fields,
  });

/** The measure that is proposed to a customer. */
const ofMeasure =
  (fields?: Asked['fields']) =>
  (bank: PopulatedBank, owner: ClientPerson): Asked => ({
    ids: { id: ofCustomer('loanId')(bank, owner), measureId: ofCustomer('measureId')(bank, owner) },
    fields,
  });

const ofLetter = (bank: PopulatedBank, owner: ClientPerson): Asked => ({
  ids: { id: ofCustomer('loanId')(bank, owner), file: `${LETTER_YEAR}.pdf` },
});

/** An act of recovery, which nothing allows. */
const REASONED = { reason: 'Un motif' };

/** A letter of recovery, which no customer has. */
const ofNoLetter = (bank: PopulatedBank, owner: ClientPerson): Asked => ({
  ids: { id: ofCustomer('loanId')(bank, owner), letterId: '00000000-0000-4000-8000-000000000000' },
});

/** The loan of a customer, with its document. */
const ofDocument = (bank: PopulatedBank, owner: ClientPerson): Asked => ({
  ids: {
    id: ofCustomer('loanId')(bank, owner),
    documentId: (owner.userId === bank.customer.userId ? bank.customer : bank.stranger).documentId,
  },
});

export const LOAN_ROWS: AccessRows = {
  'GET /loans': client(nothing),
  'GET /loans/{id}': client(byId(ofCustomer('loanId'))),
  'GET /loans/{id}/schedule': client(byId(ofCustomer('loanId'))),
  'GET /loans/{id}/file': client(byId(ofCustomer('loanId'))),
  'GET /loans/{id}/schedule.pdf': client(byId(ofCustomer('loanId'))),
  'GET /loans/{id}/schedule.csv': client(byId(ofCustomer('loanId'))),
  'GET /loans/{id}/statement.pdf': client(byId(ofCustomer('loanId'))),
  'GET /loans/{id}/certificate.pdf': client(byId(ofCustomer('loanId'))),
  'GET /loans/{id}/early-repayment-quote': client(byId(ofCustomer('loanId'))),
  'GET /loans/{id}/early-repayment-quote.pdf': client(byId(ofCustomer('loanId'))),
  // The loan is not repaid: there is no certificate of it.
  'GET /loans/{id}/settlement.pdf': client(byId(ofCustomer('loanId')), { status: 404 }),
  'GET /loans/{id}/letters': client(byId(ofCustomer('loanId'))),
  'GET /loans/{id}/letters/{file}': client(ofLetter),
  'GET /loans/{id}/difficulties': client(byId(ofCustomer('loanId'))),
  'GET /loans/{id}/measures/{measureId}/information.pdf': client(ofMeasure()),
  'GET /loans/{id}/due-day-quote': client(ofLoan({ day: 5 })),
  'GET /loans/{id}/documents': client(byId(ofCustomer('loanId'))),
  'GET /loans/{id}/documents/{documentId}/content': client(ofDocument),
  'GET /admin/loans': staff(ofAssignee, { missingStatus: 200 }),
  'GET /admin/loans/{id}': staff(byId(ofCustomer('loanId'))),
  'GET /admin/loans/{id}/schedule': staff(byId(ofCustomer('loanId'))),
  'GET /admin/loans/{id}/postings': staff(byId(ofCustomer('loanId'))),
  'GET /admin/loan-queues': staff(nothing),
  'GET /loans/{id}/recovery': client(byId(ofCustomer('loanId'))),
  // There is no letter of that id.
  'GET /loans/{id}/recovery-letters/{letterId}': client(ofNoLetter, { status: 404 }),
  'GET /admin/arrears': staff(nothing),
  'GET /admin/loan-queues/{queue}': staff(() => ({ ids: { queue: 'freezes' } })),
  'GET /admin/loans/{id}/recovery': staff(byId(ofCustomer('loanId'))),
  'GET /admin/loans/{id}/recovery-letters/{letterId}': staff(ofNoLetter, { status: 404 }),
  // Nothing is late, no act was proposed, nothing was declared: well-formed, and refused for that.
  'POST /admin/loans/{id}/formal-notice': staff(ofLoan({}), { status: 409 }),
  'POST /admin/loans/{id}/acceleration': staff(ofLoan(REASONED), { status: 409 }),
  'POST /admin/loans/{id}/provisions': staff(ofLoan({ ...REASONED, amountMinor: 1 }), { status: 409 }),
  'POST /admin/loans/{id}/write-off': staff(
    async (bank, owner) => ({ ids: { id: await bank.newLoan(owner) }, fields: REASONED }),
    { status: 409 },
  ),
  'POST /admin/loans/{id}/interest-forfeiture': staff(ofLoan({ ...REASONED, amountMinor: 900_000_00 }), {
    status: 409,
  }),
  'POST /admin/loans/{id}/taxed-costs': staff(
    ofLoan({ ...REASONED, amountMinor: 1, document: 'Ordonnance' }),
  ),
  'POST /admin/loans/{id}/recoveries': staff(ofLoan({ amountMinor: 1, document: 'Virement' }), {
    status: 409,
  }),
  'POST /admin/loans/{id}/freeze': staff(ofLoan({ action: 'unfreeze', document: 'Fin du dossier' }), {
    status: 409,
  }),
  'POST /admin/loans/{id}/ficp-declarations': staff(ofLoan({ action: 'declare' }), { status: 409 }),
  'GET /admin/loans/{id}/file': staff(byId(ofCustomer('loanId'))),
  'GET /admin/loans/{id}/ficp-consultations/{consultationId}/proof': staff((bank, owner) => {
    const { loanId, consultationId } = owner.userId === bank.customer.userId ? bank.customer : bank.stranger;
    return { ids: { id: loanId, consultationId } };
  }),
  'GET /admin/loan-difficulties': staff(nothing),
  'GET /admin/loans/{id}/measures': staff(byId(ofCustomer('loanId'))),
  'GET /admin/loans/{id}/measure-effect': staff(ofLoan({ kind: 'extension', months: 6 })),
  'GET /admin/loans/{id}/letters/{file}': staff(ofLetter),
  'GET /admin/loans/{id}/documents': staff(byId(ofCustomer('loanId'))),
  'GET /admin/loans/{id}/documents/{documentId}/content': staff(ofDocument),
  'GET /durable-medium-consent': client(nothing),
  'POST /durable-medium-consent': client(() => ({ fields: { canKeepPdf: true } })),
  'GET /loans/{id}/offer': client(byId(ofCustomer('loanId'))),
  // This bank is a credit institution, which pays out to the account that it keeps (LC-6).
  'POST /loans/{id}/payout-account': client(
    ofLoan({ iban: 'DE89370400440532013000', bankName: 'Banque Voisine' }),
    { status: 409 },
  ),
  'POST /admin/loans/{id}/payout-account-verification': staff(ofLoan({ iban: 'DE89370400440532013000' }), {
    status: 409,
  }),
  'POST /retractions': anyone(() => ({
    fields: { name: 'Sacha Essai', reference: 'CTR-20261120-AAAAAAAA', email: freshAddress() },
  })),
  'GET /admin/loans/{id}/offer': staff(byId(ofCustomer('loanId'))),
  'GET /admin/retraction-declarations': staff(nothing),
  // No declaration has that id.
  'POST /admin/retraction-declarations/{id}/answer': staff(
    () => ({ ids: { id: newUuid() }, fields: { contractReference: null } }),
    { status: 404 },
  ),
  // The sum is another one than is owed, and the figures of the measure are others than were seen.
  'POST /loans/{id}/early-repayments': client(ofLoan({ kind: 'whole', totalMinor: 1 }), { status: 409 }),
  'POST /loans/{id}/measures/{measureId}/acceptance': client(
    ofMeasure({ seenExtraInterestMinor: -1, seenEnd: '2030-01-01' }),
    { status: 409 },
  ),
  'POST /loans/{id}/measures/{measureId}/decline': client(ofMeasure()),
  'PUT /loans/{id}/due-day': client(ofLoan({ day: 5 })),
  'POST /loans/{id}/difficulties': client(ofLoan({ change: 'income', since: '2026-01-05', monthlyMinor: 0 })),
  'POST /admin/loans/{id}/measures': staff(
    ofLoan({ action: 'propose', kind: 'extension', months: 6, seenExtraInterestMinor: -1 }),
    { status: 409 },
  ),
  // The measure answered it.
  'POST /admin/loans/{id}/difficulties/{difficultyId}/answer': staff(
    (bank, owner) => ({
      ids: { id: ofCustomer('loanId')(bank, owner), difficultyId: ofCustomer('difficultyId')(bank, owner) },
      fields: { note: 'Vos revenus couvrent votre échéance.' },
    }),
    { status: 409 },
  ),
};
