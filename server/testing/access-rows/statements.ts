import { nextIban } from '../next-iban.ts';
import { type AccessRows, byId, nothing, staff } from './access-row.ts';

/** Rows of the routes about the bank's own accounts: files, statements, lines, reconciliation. */

export const STATEMENT_ROWS: AccessRows = {
  'GET /admin/bank-accounts': staff(nothing),
  'POST /admin/bank-accounts': staff(() => ({
    fields: { iban: nextIban(), bankName: 'Banque du Marais', currency: 'CHF' },
  })),
  'POST /admin/bank-accounts/{id}/adoption': staff(async (bank) => ({
    ids: { id: await bank.newBankAccount() },
    fields: { openingMinor: 5_00, day: '2026-11-20' },
  })),
  'GET /admin/bank-files': staff(nothing),
  'GET /admin/bank-files/{id}': staff(byId(async (bank) => (await bank.newBankFile()).fileId)),
  'POST /admin/bank-files': staff(() => ({
    file: new TextEncoder().encode(`<Document id="${nextIban()}"/>`),
  })),
  'GET /admin/bank-files/{id}/content': staff(byId(async (bank) => (await bank.newBankFile()).fileId)),
  'GET /admin/statements': staff(nothing),
  'GET /admin/statements/{id}': staff(byId(async (bank) => (await bank.newBankFile()).statementId)),
  'POST /admin/statements/{id}/release': staff(async (bank) => ({
    ids: { id: (await bank.newBankFile()).statementId },
    fields: { release: 'post' },
  })),
  'GET /admin/bank-lines': staff(nothing),
  'POST /admin/bank-lines/{id}/allocation': staff(async (bank, owner) => ({
    ids: { id: await bank.newBankLine() },
    fields: { parts: [{ kind: 'client', accountId: owner.accountId, amountMinor: 5_00 }] },
  })),
  'POST /admin/bank-lines/{id}/return': staff(async (bank) => ({
    ids: { id: await bank.newBankLine() },
    fields: { amountMinor: 5_00, reasonCode: 'CUST' },
  })),
  'POST /admin/bank-lines/{id}/justification': staff(async (bank) => ({
    ids: { id: await bank.newBankLine(-5_00) },
    fields: {
      target: 'incoming-suspense',
      receiptId: await bank.newBankLine(),
      orderId: bank.customer.withdrawalId,
    },
  })),
  'GET /admin/reconciliation': staff(nothing),
  'POST /admin/reconciliation/explanation': staff(
    () => ({ fields: { currency: 'EUR', note: 'Vu avec la banque' } }),
    {
      status: 404,
    },
  ),
};
