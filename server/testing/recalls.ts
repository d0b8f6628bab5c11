import { sql } from 'drizzle-orm';
import { rowsOf } from '../db/database.ts';
import { accepted, newBankLine, TEST_IBAN } from './populated-makers.ts';
import type { ClientPerson, Person, TestBank } from './test-bank.ts';

/** A movement of 5.00 that a line of our bank brought to a client. @returns its reference. */
export async function newReceipt(bank: TestBank, administrator: Person, of: ClientPerson): Promise<string> {
  const lineId = await newBankLine(bank, 5_00);
  const path = `/admin/bank-lines/${lineId}/allocation`;
  const parts = [{ kind: 'client', accountId: of.accountId, amountMinor: 5_00 }];
  accepted(await administrator.post(path, { parts }));
  const [row] = await rowsOf<{ reference: string }>(
    bank.database.db,
    sql`select t.reference_number as reference from transactions t
      join bank_line_parts p on p.ledger_transaction_id = t.ledger_transaction_id where p.line_id = ${lineId}`,
  );
  if (!row) throw new Error('the receipt was not written');
  return row.reference;
}

/** Another bank's demand for a receipt of 5.00, which waits for the client. @returns its id. */
export async function newReceivedRecall(
  bank: TestBank,
  administrator: Person,
  of: ClientPerson,
): Promise<string> {
  const referenceNumber = await newReceipt(bank, administrator, of);
  return accepted(await administrator.post('/admin/recalls', { referenceNumber, reason: 'DUPL' })).recall.id;
}

/** A transfer of 1.00 that has left. @returns its id. */
export async function newLeftTransfer(administrator: Person, of: ClientPerson): Promise<string> {
  const order = { amountMinor: 1_00, iban: TEST_IBAN, bankName: 'Banque' };
  const { id } = accepted(await of.post('/withdrawals', order)).withdrawal;
  for (const action of ['approve', 'complete'])
    accepted(await administrator.post(`/admin/withdrawals/${id}/decision`, { action }));
  return id;
}

/** A client's demand for a transfer that has left; refused by the payee's bank where asked. @returns its id. */
export async function newSentRecall(
  administrator: Person,
  of: ClientPerson,
  { isRefused = false }: { readonly isRefused?: boolean } = {},
): Promise<string> {
  const transferId = await newLeftTransfer(administrator, of);
  const { id } = accepted(await of.post(`/withdrawals/${transferId}/recall`, { reason: 'FRAD' })).recall;
  if (isRefused)
    accepted(
      await administrator.post(`/admin/recalls/${id}/progress`, {
        bankAskedOn: '2026-11-23',
        answer: 'refused',
      }),
    );
  return id;
}
