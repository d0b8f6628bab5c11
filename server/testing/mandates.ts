import { sql } from 'drizzle-orm';
import type { DebitState } from '#domain/mandates/direct-debit.ts';
import { newUuid } from '../ids.ts';
import type { ClientPerson, TestBank } from './test-bank.ts';
import { asOwner } from './test-database.ts';

/** What a test needs of a mandate: its own state, and one direct debit of it in a state. */
export interface MandateWanted {
  readonly state?: 'draft' | 'active' | 'suspended';
  /** Whether a person of the house calls the client. */
  readonly isToCall?: boolean;
  readonly debit?: Exclude<DebitState, 'returned' | 'cancelled'>;
}

/**
 * Writes a mandate of a client beside the others, on a loan of its own without a payout, so that no rule of one mandate for each loan is in the way;
 * its signature waits. With a direct debit, on an instalment of that loan. For tests of who may ask: what mandates do has tests of its own.
 */
export async function newMandate(
  bank: TestBank,
  of: ClientPerson,
  { state = 'active', isToCall = false, debit }: MandateWanted = {},
): Promise<{
  readonly mandateId: string;
  readonly debitId: string;
  readonly batchId: string;
  readonly loanId: string;
}> {
  const [loanId, mandateId, debitId, batchId] = [newUuid(), newUuid(), newUuid(), newUuid()];
  const day = '2026-12-01';
  await asOwner(bank.database.db, async (tx) => {
    await tx.execute(sql`insert into loan_requests (id, client_account_id, amount, currency, purpose, duration_months, monthly_income, annual_rate_bps, instalment,
        phase, created_at)
      values (${loanId}, ${of.accountId}, 100000, 'EUR', 'Un essai', 12, 200000, 390, 8508, 'cancelled', now())`);
    await tx.execute(sql`insert into loans (id, client_account_id, path, principal, currency, annual_rate_bps, duration_months)
      values (${loanId}, ${of.accountId}, 'direct', 100000, 'EUR', 390, 12)`);
    await tx.execute(sql`insert into mandates (id, reference, loan_id, client_account_id, state, creditor_identifier, creditor_name, debtor_name,
        iban, bank_name, signed_on, effective_on, uses_account, suspended_at, is_to_call, created_at)
      values (${mandateId}, ${`MDT-${mandateId.slice(-12)}`}, ${loanId}, ${of.accountId}, ${state}, 'FR76ZZZ000000', 'Essai', 'Essai',
        'DE89370400440532013000', 'Autre banque', ${state === 'draft' ? null : day}, ${state === 'draft' ? null : day}, false,
        ${state === 'suspended' ? sql`now()` : null}, ${isToCall}, now())`);
    await tx.execute(sql`insert into mandate_signatures (mandate_id, client_account_id, number, debtor_name, iban, bank_name, uses_account, drafted_at)
      values (${mandateId}, ${of.accountId}, 1, 'Essai', 'DE89370400440532013000', 'Autre banque', false, now())`);
    if (!debit) return;
    await tx.execute(sql`insert into loan_schedules (loan_id, version, reason, day, made_at, first_number, opening_balance, annual_rate_bps)
      values (${loanId}, 1, 'payout', ${day}, now(), 1, 100000, 390)`);
    await tx.execute(sql`insert into loan_instalments (loan_id, version, number, due_on, capital, interest, amount, balance_after)
      values (${loanId}, 1, 1, '2027-01-05', 100000, 100, 100100, 0)`);
    if (debit !== 'announced')
      await tx.execute(sql`insert into direct_debit_batches (id, message_id, state, collection_on, debit_count, total, file, created_by, created_at)
        values (${batchId}, ${`SDD-${batchId.slice(-12)}`}, 'exported', ${day}, 1, 100100, '<Document/>', ${newUuid()}, now())`);
    await tx.execute(sql`insert into direct_debits (id, mandate_id, client_account_id, loan_id, version, number, attempt, amount, due_on, collection_on,
        state, announced_on, batch_id, failed_on, settled_on)
      values (${debitId}, ${mandateId}, ${of.accountId}, ${loanId}, 1, 1, 1, 100100, '2027-01-05', ${day}, ${debit}, ${day},
        ${debit === 'announced' ? null : batchId}, ${debit === 'rejected' ? day : null}, ${debit === 'settled' ? day : null})`);
  });
  return { mandateId, debitId, batchId, loanId };
}
