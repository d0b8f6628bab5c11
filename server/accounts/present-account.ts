import type * as z from 'zod/mini';
import type { account } from '#contract/accounts.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { paymentReference } from '#domain/statements/references.ts';
import { availableMinor } from '#domain/withdrawals/request.ts';
import type { AccountRow } from './queries.ts';

/**
 * An account as its client sees it. `heldMinor` is the sum of its open withdrawals, `repaymentIban` where its holder pays to without an IBAN of their
 * own.
 */
export function presentAccount(
  row: AccountRow,
  balanceMinor: number,
  heldMinor: number,
  repaymentIban: string | null,
): z.infer<typeof account> {
  return {
    id: row.id,
    accountType: row.accountType,
    currency: row.currency as CurrencyCode,
    balanceMinor,
    availableMinor: availableMinor({ balanceMinor, openWithdrawalsMinor: heldMinor }),
    isActivated: row.isActivated,
    activationDepositMinor: row.activationDepositRequired,
    iban: row.iban,
    bankName: row.bankName,
    repaymentIban: row.iban === null ? repaymentIban : null,
    paymentReference: paymentReference(row.paymentNumber),
    createdAt: row.createdAt.toISOString(),
  };
}
