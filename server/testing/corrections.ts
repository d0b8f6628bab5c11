import { sql } from 'drizzle-orm';
import { provisionalRefund } from '#domain/ledger/payment-postings.ts';
import { rowsOf } from '../db/database.ts';
import { receiptCorrections } from '../db/schema/index.ts';
import { newUuid } from '../ids.ts';
import { newClientLine, recordTransaction } from '../ledger/record-transaction.ts';
import type { Answer, ClientPerson, Person, TestBank } from './test-bank.ts';

/** The body of an answer that must be 200. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back.
function accepted({ status, body }: Answer): any {
  if (status !== 200) throw new Error(`expected 200, got ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** A client's newest movement, with its posting. */
export async function lastMovement(bank: TestBank, of: ClientPerson) {
  const [row] = await rowsOf<{ id: string; posting_id: string }>(
    bank.database.db,
    sql`select id, ledger_transaction_id as posting_id from transactions where client_account_id = ${of.accountId}::uuid
      order by sequence desc limit 1`,
  );
  if (!row) throw new Error('the client has no movement');
  return { id: row.id, postingId: row.posting_id };
}

/** A credit of 5.00 that staff entered by hand. @returns its posting. */
export async function newPosting(bank: TestBank, administrator: Person, of: ClientPerson): Promise<string> {
  const credit = { amountMinor: 5_00, currency: 'EUR', description: 'Remise' };
  accepted(await administrator.post(`/admin/clients/${of.accountId}/credits`, credit));
  return (await lastMovement(bank, of)).postingId;
}

/** An executed transfer of 1.00 to another bank. @returns the client's movement. */
export async function newSentTransfer(
  bank: TestBank,
  administrator: Person,
  of: ClientPerson,
): Promise<string> {
  const order = { amountMinor: 1_00, iban: 'FR7630006000011234567890189', bankName: 'Banque du Marais' };
  const { withdrawal } = accepted(await of.post('/withdrawals', order));
  for (const action of ['approve', 'complete'])
    accepted(await administrator.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action }));
  return (await lastMovement(bank, of)).id;
}

/** A dispute that waits. */
export async function newDispute(bank: TestBank, administrator: Person, of: ClientPerson): Promise<string> {
  const id = await newSentTransfer(bank, administrator, of);
  accepted(await of.post(`/transactions/${id}/dispute`, {}));
  const { disputes } = accepted(await administrator.get('/admin/disputes?limit=100'));
  return disputes.find((dispute: { transactionId: string }) => dispute.transactionId === id).id;
}

/** A dispute that was refunded provisionally. */
export async function newRefund(bank: TestBank, administrator: Person, of: ClientPerson): Promise<string> {
  const id = await newDispute(bank, administrator, of);
  accepted(await administrator.post(`/admin/disputes/${id}/decision`, { action: 'refund' }));
  return id;
}

/** A client who owes 5.00 after a mistake and has as much on the account. */
export async function newReceivable(bank: TestBank, of: ClientPerson): Promise<string> {
  const [account] = await rowsOf<{ ledger_account_id: string }>(
    bank.database.db,
    sql`select ledger_account_id from client_accounts where id = ${of.accountId}::uuid`,
  );
  if (!account) throw new Error('the client has no account');
  const own = { id: of.accountId, ledgerAccountId: account.ledger_account_id, currency: 'EUR' as const };
  const id = newUuid();
  await bank.work(newUuid(), async (work) => {
    const { ledgerTransactionId } = await recordTransaction(work, {
      account: own,
      posting: provisionalRefund(own, { amountMinor: 5_00, currency: 'EUR' }),
      causeId: id,
      line: newClientLine(work, 'RBT'),
      description: 'Versé par erreur',
    });
    await work.tx.insert(receiptCorrections).values({
      id,
      postingId: ledgerTransactionId,
      lineId: null,
      clientAccountId: of.accountId,
      currency: 'EUR',
      amount: 5_00,
      receivable: 5_00,
      reason: 'Versé au mauvais client',
      rightAccountId: null,
      ledgerTransactionId,
      madeBy: work.actorId,
      madeAt: work.now,
    });
  });
  return id;
}
