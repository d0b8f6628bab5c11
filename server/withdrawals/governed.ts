import { Refusal } from '#domain/errors.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { money, sumMinor } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { receiptOf } from '#domain/withdrawals/deadlines.ts';
import type { Db } from '../db/database.ts';
import { peopleOfAccounts } from '../db/people-of-accounts.ts';
import { parametersOn } from '../parameters/parameters-on.ts';
import { chosenReturnOrders } from '../transfers/return-orders.ts';
import type { Governed } from '../work/governed.ts';
import { withdrawalsForFile } from './batch-queries.ts';
import { decideWithdrawal, type WithdrawalDecision } from './decide-withdrawal.ts';
import { exportBatch } from './export-batch.ts';
import { peopleOfPayee, type WithdrawalRow, wasPaidBefore, withdrawalForReview } from './queries.ts';
import { answersRecall } from './recalls/recall-queries.ts';

type DecisionCall = Omit<WithdrawalDecision, 'withdrawalId'> & { readonly id: string };

/**
 * Until when an order can be validated: the end of the last day on which it is executed or refused (PAY-8, PAY-39). Null for one that is late already, which a
 * demonstration keeps; for a held one, which has a day of its own; and for the payout of a loan, which the house does not refuse.
 */
async function lastMoment(
  tx: Db,
  { createdAt, phase, payoutLoanId }: WithdrawalRow,
  now: Date,
): Promise<Date | null> {
  if (phase === 'held' || payoutLoanId !== null) return null;
  const dated = await parametersOn(tx, legalDay(now), ['cutoff.sct', 'execute.within']);
  const { deadline } = receiptOf(createdAt, {
    cutoff: dated['cutoff.sct'],
    within: dated['execute.within'],
  });
  return deadline > now ? deadline : null;
}

const approval: Governed<DecisionCall> = {
  operation: 'withdrawals.decide.approve',
  async facts(tx, { id }, now) {
    const review = await withdrawalForReview(tx, id);
    if (!review) throw new Refusal('not-found');
    const { status, clientIban: iban, amount: amountMinor, currency, clientAccountId } = review.withdrawal;
    const isPayeeNew = !(await wasPaidBefore(tx, clientAccountId, iban));
    const isRecalled = await answersRecall(tx, id);
    return {
      clientAccountId,
      subjectId: id,
      amount: money(amountMinor, currency as CurrencyCode),
      conditions: [
        ...(isPayeeNew ? (['newPayee'] as const) : []),
        ...(isRecalled ? (['recalled'] as const) : []),
      ],
      seen: { status, iban, amountMinor },
      deadline: await lastMoment(tx, review.withdrawal, now),
      notBy: await peopleOfPayee(tx, review.withdrawal),
    };
  },
  execute: (work, input) => decideWithdrawal(work, { ...input, withdrawalId: input.id }),
};

interface ExportCall {
  readonly withdrawalIds: readonly string[];
  readonly returnIds?: readonly string[];
}

const batch: Governed<ExportCall> = {
  operation: 'withdrawalBatches.export',
  async facts(tx, { withdrawalIds, returnIds = [] }, _now, _makerId, isReading = false) {
    const transfers = await withdrawalsForFile(tx, withdrawalIds, { isReading });
    const returns = await chosenReturnOrders(tx, returnIds, { isReading });
    const rows = [...transfers, ...returns];
    const totalMinor = sumMinor(rows.map(({ amountMinor }) => amountMinor));
    const [first] = [...withdrawalIds, ...returnIds].sort();
    if (!first) throw new Refusal('batch.not-exportable');
    return {
      clientAccountId: null,
      subjectId: first,
      amount: money(totalMinor, 'EUR'),
      conditions: [],
      seen: { withdrawals: rows.length, totalMinor },
      transfers: [
        ...transfers.map(({ id, recipientName, clientIban, clientName, amountMinor }) => ({
          withdrawalId: id,
          payeeName: recipientName,
          payeeIban: clientIban,
          clientName,
          amountMinor,
        })),
        ...returns.map(({ payeeName, payeeIban, amountMinor }) => ({
          withdrawalId: null,
          payeeName,
          payeeIban,
          clientName: null,
          amountMinor,
        })),
      ],
      deadline: null,
      // Whose own transfer stands in it does not vote on the file (STAFF-40).
      notBy: await peopleOfAccounts(
        tx,
        transfers.map(({ clientAccountId }) => clientAccountId),
      ),
    };
  },
  execute: (work, { withdrawalIds, returnIds }, { institution }) =>
    exportBatch(work, institution, withdrawalIds, returnIds),
};

/** What others may have to approve of the acts on transfers (FOUR-22). */
export const GOVERNED_WITHDRAWAL_OPERATIONS = [approval, batch];
