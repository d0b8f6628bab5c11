import type { UnpaidRow } from './loan-state.ts';

/** What a payment on a loan in arrears may go to, in minor units. */
export interface PayableSums<Row extends Pick<UnpaidRow, 'dueDate' | 'interestMinor' | 'capitalMinor'>> {
  /** Oldest first. */
  readonly unpaid: readonly Row[];
  readonly lateInterestMinor: number;
  readonly indemnityMinor: number;
  /** Taxable costs with a document (LC-75). */
  readonly costsMinor?: number;
}

/** A row with what a payment pays of it and what it leaves. */
export type AllocatedRow<Row> = Row & {
  readonly interestPaidMinor: number;
  readonly capitalPaidMinor: number;
  readonly interestLeftMinor: number;
  readonly capitalLeftMinor: number;
};

export interface Allocation<Row> {
  readonly rows: readonly AllocatedRow<Row>[];
  readonly lateInterestPaidMinor: number;
  readonly lateInterestLeftMinor: number;
  readonly indemnityPaidMinor: number;
  readonly indemnityLeftMinor: number;
  readonly costsPaidMinor: number;
  readonly costsLeftMinor: number;
  /** What stays on the account. */
  readonly unallocatedMinor: number;
}

/**
 * What a payment pays (docs/rules.md, Arrears; LC-78): the oldest row first, in each interest and then capital; then late interest, the
 * indemnity, costs. Rows that the client chose come before the others (C. civ. 1342-10).
 * @param chosenDueDates the due dates of the rows that the client wants to pay first, in their order.
 */
export function allocatePayment<Row extends Pick<UnpaidRow, 'dueDate' | 'interestMinor' | 'capitalMinor'>>(
  sums: PayableSums<Row>,
  paymentMinor: number,
  chosenDueDates: readonly string[] = [],
): Allocation<Row> {
  if (!Number.isSafeInteger(paymentMinor) || paymentMinor < 0)
    throw new RangeError(`Not a payment in minor units: ${paymentMinor}`);
  let leftMinor = paymentMinor;
  const take = (owedMinor: number) => {
    const paid = Math.min(owedMinor, leftMinor);
    leftMinor -= paid;
    return paid;
  };
  const place = ({ dueDate }: Row) => {
    const index = chosenDueDates.indexOf(dueDate);
    return index < 0 ? chosenDueDates.length : index;
  };
  const paidRows = new Map<Row, AllocatedRow<Row>>();
  for (const row of [...sums.unpaid].sort((a, b) => place(a) - place(b))) {
    const interestPaidMinor = take(row.interestMinor);
    const capitalPaidMinor = take(row.capitalMinor);
    paidRows.set(row, {
      ...row,
      interestPaidMinor,
      capitalPaidMinor,
      interestLeftMinor: row.interestMinor - interestPaidMinor,
      capitalLeftMinor: row.capitalMinor - capitalPaidMinor,
    });
  }
  const { costsMinor = 0 } = sums;
  const lateInterestPaidMinor = take(sums.lateInterestMinor);
  const indemnityPaidMinor = take(sums.indemnityMinor);
  const costsPaidMinor = take(costsMinor);
  return {
    rows: sums.unpaid.flatMap((row) => paidRows.get(row) ?? []),
    lateInterestPaidMinor,
    lateInterestLeftMinor: sums.lateInterestMinor - lateInterestPaidMinor,
    indemnityPaidMinor,
    indemnityLeftMinor: sums.indemnityMinor - indemnityPaidMinor,
    costsPaidMinor,
    costsLeftMinor: costsMinor - costsPaidMinor,
    unallocatedMinor: leftMinor,
  };
}
