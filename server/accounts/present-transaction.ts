import type * as z from 'zod/mini';
import type { transaction } from '#contract/accounts.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { legalDay } from '#domain/time/days.ts';
import { movementWords } from '../ledger/movement-words.ts';
import type { TransactionRow } from './queries.ts';

type Transaction = z.infer<typeof transaction>;

/** A movement as its client sees it. */
export function presentTransaction(row: TransactionRow, currency: CurrencyCode): Transaction {
  return {
    id: row.id,
    amountMinor: row.amount,
    currency,
    transactionType: row.transactionType,
    event: row.event as Transaction['event'],
    description: movementWords(row),
    details: row.details,
    referenceNumber: row.referenceNumber,
    balanceAfterMinor: row.balanceAfter,
    original:
      row.originalAmount !== null && row.originalCurrency !== null && row.rate !== null
        ? {
            amountMinor: row.originalAmount,
            currency: row.originalCurrency as CurrencyCode,
            // The column pads with zeros to eight decimals.
            rate: row.rate.replace(/\.?0+$/, ''),
            rateAsOf: row.rateAsOf,
          }
        : null,
    createdAt: row.createdAt.toISOString(),
    valueDay: row.valueDay === legalDay(row.createdAt) ? null : row.valueDay,
  };
}
