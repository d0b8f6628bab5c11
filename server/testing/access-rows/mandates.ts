import { collectionDayOf } from '#domain/loans/collection-day.ts';
import { accepted, type Customer } from '../populated-bank.ts';
import { type AccessRows, byId, client, nothing, staff } from './access-row.ts';

/** Rows of the routes about mandates and direct debits. */

export const MANDATE_ROWS: AccessRows = {
  'GET /mandates': client(nothing),
  'POST /mandates': client(async (_, owner) => {
    const { profile } = accepted(await owner.get('/profile'));
    const iban = 'BE68539007547034';
    const name = `${profile.firstName} ${profile.lastName}`;
    const { check } = accepted(await owner.post('/payee-checks', { iban, name }));
    const { loanId } = owner as Customer;
    return { fields: { loanId, iban, bankName: 'Autre banque', payeeCheckId: check.id } };
  }),
  'POST /mandates/{id}/signature': client(
    byId(async (bank, owner) => (await bank.newMandate(owner, { state: 'draft' })).mandateId),
    { isSigned: true },
  ),
  'POST /mandates/{id}/revocation': client(
    byId(async (bank, owner) => (await bank.newMandate(owner)).mandateId),
  ),
  'GET /mandates/{id}/mandate.pdf': client(
    byId(async (bank, owner) => (await bank.newMandate(owner)).mandateId),
  ),
  'GET /admin/mandates': staff((_, owner) => ({ fields: { accountId: owner.accountId } }), {
    missingStatus: 200,
  }),
  'GET /admin/mandates/{id}/mandate.pdf': staff(
    byId(async (bank, owner) => (await bank.newMandate(owner)).mandateId),
  ),
  'POST /admin/mandates/{id}/suspension': staff(async (bank, owner) => ({
    ids: { id: (await bank.newMandate(owner)).mandateId },
    fields: { reason: 'Demandé au téléphone.' },
  })),
  'POST /admin/mandates/{id}/resumption': staff(async (bank, owner) => ({
    ids: { id: (await bank.newMandate(owner, { state: 'suspended' })).mandateId },
    fields: { reason: 'Le compte est de nouveau ouvert.' },
  })),
  'POST /admin/mandates/{id}/call': staff(async (bank, owner) => ({
    ids: { id: (await bank.newMandate(owner, { state: 'suspended', isToCall: true })).mandateId },
    fields: { note: 'Il confirme le remboursement.' },
  })),
  'GET /admin/direct-debit-batches': staff(nothing),
  'GET /admin/direct-debit-returns': staff(nothing),
  // No file is to be sent for that day.
  'POST /admin/direct-debit-batches': staff(
    () => ({ fields: { collectionOn: collectionDayOf('2030-01-07') } }),
    {
      status: 409,
    },
  ),
  'GET /admin/direct-debit-batches/{id}': staff(
    byId(async (bank, owner) => (await bank.newMandate(owner, { debit: 'exported' })).batchId),
  ),
  'GET /admin/direct-debit-batches/{id}/file.xml': staff(
    byId(async (bank, owner) => (await bank.newMandate(owner, { debit: 'exported' })).batchId),
  ),
  // Nothing of it is under way any more.
  'POST /admin/direct-debit-batches/{id}/settlement': staff(
    byId(async (bank, owner) => (await bank.newMandate(owner, { debit: 'rejected' })).batchId),
    { status: 409 },
  ),
  'POST /admin/direct-debit-batches/{id}/cancellation': staff(
    byId(async (bank, owner) => (await bank.newMandate(owner, { debit: 'exported' })).batchId),
  ),
  'POST /admin/direct-debits/{id}/failure': staff(async (bank, owner) => ({
    ids: { id: (await bank.newMandate(owner, { debit: 'exported' })).debitId },
    fields: { reasonCode: 'MS03' },
  })),
};
