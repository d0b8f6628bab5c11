import { sql } from 'drizzle-orm';
import { retryDaysOf } from '#domain/loans/collection-day.ts';
import { instalmentIndemnityMinor } from '#domain/loans/default-indemnity.ts';
import type { Db } from '../../db/database.ts';
import { notifyClient } from '../../notifications/notify.ts';
import { parametersOn } from '../../parameters/parameters-on.ts';
import type { Work } from '../../work/work.ts';
import type { InstalmentRow } from '../schedules.ts';
import type { ServicedLoan } from './serviced-loans.ts';

/** An instalment that its account does not pay. */
export interface UnpaidInstalment {
  readonly serviced: ServicedLoan;
  readonly row: InstalmentRow;
}

/**
 * The shares of indemnity of a contract, in basis points: the policy that its offer said, and the caps of the law of the contract's own day (LC-8,
 * LC-34).
 */
export async function indemnityShares(
  db: Db,
  { loan, state, conditionsOn }: Pick<ServicedLoan, 'loan' | 'state' | 'conditionsOn'>,
): Promise<{ readonly policyBps: number; readonly capBps: number; readonly deferCapBps: number }> {
  const caps = await parametersOn(db, loan.acceptedOn ?? state.payoutDay, [
    'default.cap',
    'default.deferCap',
  ]);
  const policy = await parametersOn(db, conditionsOn, ['default.policy']);
  return {
    policyBps: policy['default.policy'],
    capBps: caps['default.cap'],
    deferCapBps: caps['default.deferCap'],
  };
}

/**
 * The indemnity of missed instalments by the policy of each contract, on what is unpaid of them, in minor units (LC-77, D312-17): in the order
 * of the instalments, 0 where the policy asks for none or it was charged before.
 */
export async function indemnitiesOf(db: Db, unpaid: readonly UnpaidInstalment[]): Promise<number[]> {
  const sharesOfDays = new Map<string, ReturnType<typeof indemnityShares>>();
  return Promise.all(
    unpaid.map(async ({ serviced, row }) => {
      const days = `${serviced.conditionsOn} ${serviced.loan.acceptedOn ?? serviced.state.payoutDay}`;
      const shares = sharesOfDays.get(days) ?? indemnityShares(db, serviced);
      sharesOfDays.set(days, shares);
      const leftMinor = row.amount - row.paidInterest - row.paidCapital;
      return row.indemnity > 0 ? 0 : instalmentIndemnityMinor([leftMinor], await shares);
    }),
  );
}

/** The last day on which a missed instalment is tried again: after it the indemnity is charged. */
export function lastTryOf({ dueOn }: Pick<InstalmentRow, 'dueOn'>): string {
  return retryDaysOf(dueOn).at(-1) ?? dueOn;
}

/**
 * Charges the indemnity of instalments whose last try failed, by the policy of their contracts (LC-77): from then on the database has their loans owe it
 * (server/db/loans.sql). The notice of the first miss told its amount and its day. It is income when it is paid (LC-102).
 */
export async function chargeIndemnities(work: Work, unpaid: readonly UnpaidInstalment[]): Promise<void> {
  const amounts = await indemnitiesOf(work.tx, unpaid);
  const charged = unpaid.flatMap((one, index) => {
    const amountMinor = amounts[index] ?? 0;
    return amountMinor > 0 ? [{ ...one, amountMinor }] : [];
  });
  if (charged.length === 0) return;
  const rows = charged.map(({ row, amountMinor }) => ({
    loan_id: row.loanId,
    version: row.version,
    number: row.number,
    amount: amountMinor,
  }));
  await work.tx.execute(
    sql`update loan_instalments i set indemnity = c.amount
      from json_to_recordset(${JSON.stringify(rows)}::json) as c(loan_id uuid, version int, number int, amount bigint)
      where i.loan_id = c.loan_id and i.version = c.version and i.number = c.number`,
  );
  for (const { serviced, row, amountMinor } of charged)
    await notifyClient(work, serviced.account.userId, 'loan-indemnity-charged', {
      amountMinor,
      currency: serviced.currency,
      dueDate: row.dueOn,
    });
}
