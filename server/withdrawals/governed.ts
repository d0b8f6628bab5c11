import { Refusal } from '#domain/errors.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { money, sumMinor } from '#domain/money/money.ts';
import { peopleOfAccounts } from '../db/people-of-accounts.ts';
import { lockReturnOrders } from '../transfers/return-orders.ts';
import type { Governed } from '../work/governed.ts';
import { withdrawalsForFile } from './batch-queries.ts';
import { decideWithdrawal, type WithdrawalDecision } from './decide-withdrawal.ts';
import { exportBatch } from './export-batch.ts';
import { wasPaidBefore, withdrawalForReview } from './queries.ts';
import { answersRecall } from './recalls/recall-queries.ts';

type DecisionCall = Omit<WithdrawalDecision, 'withdrawalId'> & { readonly id: string };

const approval: Governed<DecisionCall> = {
  operation: 'withdrawals.decide.approve',
  async facts(tx, { id }) {
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
      deadline: null,
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
  async facts(tx, { withdrawalIds, returnIds = [] }) {
    const transfers = await withdrawalsForFile(tx, withdrawalIds);
    const rows = [...transfers, ...(await lockReturnOrders(tx, returnIds))];
    const totalMinor = sumMinor(rows.map(({ amountMinor }) => amountMinor));
    const [first] = [...withdrawalIds, ...returnIds].sort();
    if (!first) throw new Refusal('batch.not-exportable');
    return {
      clientAccountId: null,
      subjectId: first,
      amount: money(totalMinor, 'EUR'),
      conditions: [],
      seen: { withdrawals: rows.length, totalMinor },
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
