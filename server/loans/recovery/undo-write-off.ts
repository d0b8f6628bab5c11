import { eq, sql } from 'drizzle-orm';
import { reversal } from '#domain/ledger/payment-postings.ts';
import { loanRecoveryReturn, posting } from '#domain/ledger/postings.ts';
import { sumMinor } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { rowsOf } from '../../db/database.ts';
import { loans } from '../../db/schema/index.ts';
import { post } from '../../ledger/post.ts';
import { newClientLine, recordTransaction } from '../../ledger/record-transaction.ts';
import type { Work } from '../../work/work.ts';
import { entriesOf } from '../servicing/debit-instalment.ts';
import { readServicedLoans, type ServicedLoan } from '../servicing/serviced-loans.ts';
import { recoveriesSinceLoss } from './recovery-queries.ts';

/**
 * Negates the posting by which a loan was written off: its capital and interest stand where they stood. What came back of a direct debit since was lost by
 * a posting of its own.
 */
async function reverseLoss(work: Work, loanId: string): Promise<void> {
  const losses = await rowsOf<{ id: string }>(
    work.tx,
    sql`select t.id from ledger_transactions t where t.cause_id = ${loanId}::uuid and t.event = 'loan-write-off'
      and not exists (select from ledger_transactions r where r.reverses = t.id) order by t.occurred_at, t.id`,
  );
  if (losses.length === 0) throw new Error(`loan ${loanId} has no loss in the books`);
  for (const { id } of losses) {
    const entries = await entriesOf(work.tx, id);
    await post(work, reversal(posting('loan-write-off', entries)), loanId, { reverses: id });
  }
}

/** Gives back to the client's account what came in for the loan since it was written off. */
async function giveRecoveriesBack(work: Work, { loan, account, currency }: ServicedLoan): Promise<void> {
  const recovered = await recoveriesSinceLoss(work.tx, loan);
  const amountMinor = sumMinor(recovered.map(({ amount }) => amount));
  if (amountMinor === 0) return;
  const ledger = { ledgerAccountId: account.ledgerAccountId, currency };
  await recordTransaction(work, {
    account: { id: account.id, ...ledger },
    posting: loanRecoveryReturn(ledger, { amountMinor, currency }),
    causeId: loan.id,
    line: newClientLine(work, 'RIN'),
    details: {},
  });
}

/**
 * Undoes in the books the write-off of a loan whose payout came back after it (LC-6, LC-85): the house has the money, so that nothing is lost and what came
 * in for the claim was not owed. The loan runs again since the payout came back (`server/transfers/loan-payout.ts`); its books follow here, with its next
 * event or in the evening. Its request is locked.
 * @returns the loan as it is afterwards; the same where nothing was written off, or it still is.
 */
export async function undoWriteOff(work: Work, serviced: ServicedLoan): Promise<ServicedLoan> {
  const { loan, phase } = serviced;
  if (loan.writtenOffOn === null || phase === 'written_off') return serviced;
  await reverseLoss(work, loan.id);
  await giveRecoveriesBack(work, serviced);
  const again = (await readServicedLoans(work.tx, [loan.id])).get(loan.id);
  if (!again) throw new Error(`loan ${loan.id} is gone`);
  const day = legalDay(work.now);
  const inBooks = {
    writtenOffOn: null,
    doubtfulOn: again.isDoubtful ? day : null,
    accruedOn: again.isDoubtful || phase !== 'active' ? null : day,
  };
  await work.tx.update(loans).set(inBooks).where(eq(loans.id, loan.id));
  return { ...again, loan: { ...again.loan, ...inBooks } };
}
