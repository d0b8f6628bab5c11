import { nextIban } from '../next-iban.ts';
import { accepted, TEST_IBAN } from '../populated-bank.ts';
import {
  type AccessRows,
  byAccount,
  byId,
  client,
  nothing,
  ofAssignee,
  ofCustomer,
  staff,
} from './access-row.ts';

/** Rows of the routes about accounts and money: movements, fees, withdrawals, payees, rates. */

const PAYEE = { name: 'Zoé Renard', iban: TEST_IBAN, bankName: 'Banque du Marais' };

const ECB_FILE = 'Date, USD, \n20 November 2026, 1.0812, \n';

export const ACCOUNT_ROWS: AccessRows = {
  'GET /overview': client(nothing),
  'GET /transactions': client(nothing),
  'GET /transactions/{id}': client(byId((bank, owner) => bank.newSentTransfer(owner))),
  'GET /withdrawals/{id}/movement': client(byId((bank, owner) => bank.newLeftTransfer(owner))),
  'GET /balance-history': client(nothing),
  'GET /documents/rib.pdf': client(nothing),
  'GET /documents/statements/{file}': client(() => ({
    ids: { file: `${new Date().toISOString().slice(0, 7)}.pdf` },
  })),
  'GET /documents/fees/{id}/receipt.pdf': client(byId(ofCustomer('paidFeeId'))),
  'GET /documents/transactions/{id}/notice.pdf': client(byId((bank, owner) => bank.newSentTransfer(owner))),
  'GET /documents/transactions.csv': client(nothing),
  'GET /documents/transactions.pdf': client(nothing),
  'GET /fees': client(nothing),
  'POST /fees/{id}/declaration': client(byId((bank, owner) => bank.newFee(owner))),
  'GET /admin/postings/{id}': staff(byId((bank, owner) => bank.newPosting(owner))),
  'POST /admin/postings/{id}/reversal': staff(async (bank, owner) => ({
    ids: { id: await bank.newPosting(owner) },
    fields: { reason: 'Saisi deux fois par erreur' },
  })),
  'POST /admin/corrections': staff(async (bank, owner) => ({
    fields: {
      postingId: await bank.newPosting(owner),
      reason: 'Versé au mauvais client',
      rightAccountId: (await bank.newClient()).accountId,
    },
  })),
  'GET /admin/disputes': staff(nothing),
  'POST /admin/disputes/{id}/decision': staff(async (bank, owner) => ({
    ids: { id: await bank.newDispute(owner) },
    fields: { action: 'refund' },
  })),
  'GET /admin/receivables': staff(nothing),
  'POST /admin/receivables/{id}/loss': staff(async (bank, owner) => ({
    ids: { id: await bank.newReceivable(owner) },
    fields: { motive: 'insolvent' },
  })),
  'POST /transactions/{id}/dispute': client(async (bank, owner) => ({
    ids: { id: await bank.newSentTransfer(owner) },
    fields: { statement: 'Je ne connais pas ce bénéficiaire' },
  })),
  'GET /disputes': client(nothing),
  'GET /receivables': client(nothing),
  'POST /receivables/{id}/repayment': client(async (bank, owner) => ({
    ids: { id: await bank.newReceivable(owner) },
    fields: { amountMinor: 1_00 },
  })),
  'GET /withdrawals': client(nothing),
  'POST /withdrawals': client(async (_, owner) => {
    const { name, ...order } = PAYEE;
    const { check } = accepted(await owner.post('/payee-checks', { iban: TEST_IBAN, name }));
    return { fields: { ...order, amountMinor: 1_00, recipientName: name, payeeCheckId: check.id } };
  }),
  'POST /withdrawals/{id}/cancellation': client(byId((bank, owner) => bank.newWithdrawal(owner))),
  'GET /recall-requests': client(nothing),
  'POST /withdrawals/{id}/recall': client(async (bank, owner) => ({
    ids: { id: await bank.newLeftTransfer(owner) },
    fields: { reason: 'FRAD' },
  })),
  'POST /recall-requests/{id}/information': client(
    byId((bank, owner) => bank.newSentRecall(owner, { isRefused: true })),
  ),
  'POST /recall-requests/{id}/answer': client(async (bank, owner) => ({
    ids: { id: await bank.newReceivedRecall(owner) },
    fields: { action: 'refuse' },
  })),
  'GET /payees': client(nothing),
  'POST /payees': client(() => ({ fields: PAYEE })),
  'PUT /payees/{id}': client((bank, owner) => ({
    ids: { id: ofCustomer('payeeId')(bank, owner) },
    fields: { ...PAYEE, nickname: 'Loyer' },
  })),
  'DELETE /payees/{id}': client(
    byId(async (_, owner) => accepted(await owner.post('/payees', { ...PAYEE, iban: nextIban() })).payee.id),
  ),
  'POST /payee-checks': client(() => ({ fields: { iban: TEST_IBAN, name: PAYEE.name } })),
  'GET /admin/counts': staff(nothing),
  'GET /admin/overview': staff(nothing),
  'GET /admin/clients': staff(ofAssignee, { missingStatus: 200 }),
  'GET /admin/clients/{id}': staff(byAccount()),
  'GET /admin/clients/{id}/timeline': staff(byAccount()),
  'POST /admin/clients/{id}/notes': staff(byAccount({ text: 'Rappelé ce matin.' })),
  'POST /admin/clients/{id}/credits': staff(
    byAccount({ amountMinor: 1_00, currency: 'EUR', description: 'Geste commercial' }),
  ),
  'GET /admin/iban-proposal': staff(nothing),
  'GET /admin/shared-ibans': staff(nothing),
  'PUT /admin/clients/{id}/iban': staff((bank, owner) =>
    byAccount({ iban: nextIban(), bankName: 'Banque du Marais' })(bank, owner),
  ),
  'POST /admin/clients/{id}/activation': staff(byAccount({ receivedMinor: 0 })),
  'POST /admin/clients/{id}/fees': staff(byAccount({ amountMinor: 5_00, description: 'Carte perdue' })),
  'GET /admin/fees': staff(
    async (bank, owner) => ({
      fields: { ...ofAssignee(bank).fields, only: await bank.newFee(owner) },
    }),
    { missingStatus: 200 },
  ),
  'POST /admin/fees/{id}/settlement': staff(byId((bank, owner) => bank.newFee(owner))),
  'GET /admin/withdrawals': staff(ofAssignee, { missingStatus: 200 }),
  'GET /admin/withdrawals/{id}': staff(byId(ofCustomer('withdrawalId'))),
  'POST /admin/withdrawals/{id}/decision': staff(async (bank, owner) => ({
    ids: { id: await bank.newWithdrawal(owner) },
    fields: { action: 'approve' },
  })),
  // A validated transfer stands in no file: found, and refused for its phase.
  'POST /admin/withdrawals/{id}/bank-refusal': staff(
    async (bank, owner) => ({
      ids: { id: await bank.newValidatedWithdrawal(owner) },
      fields: { bankReason: 'AC04' },
    }),
    { status: 409 },
  ),
  'GET /admin/withdrawals/batches': staff(nothing),
  'GET /admin/withdrawals/batches/{id}': staff((bank) => ({ ids: { id: bank.batchId } })),
  'GET /admin/withdrawals/batches/{id}/file.xml': staff((bank) => ({ ids: { id: bank.batchId } })),
  'POST /admin/withdrawals/sepa-export': staff(
    async (bank, owner) => ({
      fields: { withdrawalIds: [await bank.newValidatedWithdrawal(owner)], returnIds: [] },
    }),
    { missingStatus: 409 },
  ),
  'POST /admin/withdrawals/batches/{id}/execution': staff(byId((bank, owner) => bank.newBatch(owner))),
  'GET /admin/recalls': staff(nothing),
  'POST /admin/recalls': staff(async (bank, owner) => ({
    fields: { referenceNumber: await bank.newReceipt(owner), reason: 'DUPL' },
  })),
  'POST /admin/recalls/{id}/progress': staff(async (bank, owner) => ({
    ids: { id: await bank.newSentRecall(owner) },
    fields: { bankAskedOn: '2026-11-23' },
  })),
  'POST /admin/withdrawals/batches/{id}/cancellation': staff(byId((bank, owner) => bank.newBatch(owner))),
  'GET /admin/rates': staff(nothing),
  'GET /admin/trial-balance': staff(nothing),
  'GET /admin/find': staff(() => ({ fields: { q: 'Alix' } })),
  'PUT /admin/rates/{currencyCode}': staff(() => ({
    ids: { currencyCode: 'USD' },
    fields: { rate: '1.08', asOf: '2026-11-20' },
  })),
  'POST /admin/rates/import': staff(() => ({ fields: { text: ECB_FILE } })),
};

/** What ends a client's access or deletes them comes last of all. */
export const LAST_CLIENT_ROWS: AccessRows = {
  'DELETE /admin/clients/{id}/sessions': staff(byId(async (bank) => (await bank.newClient()).accountId)),
  'GET /admin/clients/{id}/removal': staff(byAccount()),
  'DELETE /admin/clients/{id}': staff(byId(async (bank) => (await bank.newClient()).accountId)),
};
