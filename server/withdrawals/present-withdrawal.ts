import type * as z from 'zod/mini';
import type { examinedWithdrawal, reviewedWithdrawal, withdrawal } from '#contract/withdrawals.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { availableMinor, type WithdrawalReason } from '#domain/withdrawals/request.ts';
import type { PayeeCheckRow } from '../payees/queries.ts';
import { euroValueMinor } from '../rates/euro-value.ts';
import { failureReason } from './failure-reason.ts';
import type { WithdrawalReviewRow, WithdrawalRow } from './queries.ts';

/** A request as its client sees it. */
export function presentWithdrawal(row: WithdrawalRow): z.infer<typeof withdrawal> {
  return {
    id: row.id,
    amountMinor: row.amount,
    currency: row.currency as CurrencyCode,
    clientIban: row.clientIban,
    ibanValid: row.ibanValid,
    clientBankName: row.clientBankName,
    recipientName: row.recipientName,
    status: row.status,
    reasonCode: row.reasonCode as WithdrawalReason | null,
    failureReason: failureReason(row),
    createdAt: row.createdAt.toISOString(),
    processedAt: row.processedAt?.toISOString() ?? null,
  };
}

/** The same with its client's means, for the back office. */
export function presentReviewedWithdrawal(
  row: WithdrawalReviewRow,
  rates: ReadonlyMap<string, string>,
): z.infer<typeof reviewedWithdrawal> {
  const { balanceMinor } = row.account;
  return {
    ...presentWithdrawal(row.withdrawal),
    client: {
      accountId: row.account.id,
      displayName: row.displayName,
      email: row.email,
      balanceMinor,
      availableMinor: availableMinor({ balanceMinor, openWithdrawalsMinor: row.heldMinor }),
      currency: row.account.currency as CurrencyCode,
    },
    amountEurMinor: euroValueMinor(row.withdrawal.amount, row.withdrawal.currency, rates),
    isOwnAccount: row.withdrawal.isOwnAccount,
    batch: row.batch,
    decision: { by: row.processor, at: row.withdrawal.processedAt?.toISOString() ?? null },
  };
}

/** One order with what was answered about its payee's name: the word of the provider, not who it is. */
export function presentExaminedWithdrawal(
  row: WithdrawalReviewRow,
  check: PayeeCheckRow | null,
  rates: ReadonlyMap<string, string>,
): z.infer<typeof examinedWithdrawal> {
  return {
    ...presentReviewedWithdrawal(row, rates),
    payeeCheck: check && {
      result: check.result,
      typedName: check.typedName,
      returnedName: check.returnedName,
      reason: check.reason,
      isSimulated: check.provider === 'simulated',
      answeredAt: check.answeredAt.toISOString(),
      decision: check.decision,
    },
  };
}
