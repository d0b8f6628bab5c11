import type { CurrencyCode } from '#domain/money/currencies.ts';
import { legalDay } from '#domain/time/days.ts';
import { movementWords } from '../ledger/movement-words.ts';
import type { PaperLanguage } from '../papers/paper-language.ts';
import { fill } from '../papers/words.ts';
import type { ExactMovement } from './queries.ts';

/** What a movement was, its reference and, when it came in another currency, how it was converted; the day from which it counts, when that is another. */
export function movementLabel(
  { code, words, dayInFigures, decimal }: PaperLanguage,
  movement: Omit<ExactMovement, 'balanceAfter'>,
  amount: (amountMinor: number, currency: CurrencyCode) => string,
): string {
  const { referenceNumber, createdAt, valueDay, originalAmount, originalCurrency, rate, rateAsOf } = movement;
  const original =
    originalAmount !== null && originalCurrency !== null && rate !== null
      ? fill(rateAsOf ? words.statement.originalOn : words.statement.original, {
          amount: amount(originalAmount, originalCurrency as CurrencyCode),
          rate: decimal(rate.replace(/\.?0+$/, '')),
          date: rateAsOf ? dayInFigures(rateAsOf) : '',
        })
      : '';
  const counts =
    valueDay === legalDay(createdAt) ? '' : fill(words.statement.valueDay, { date: dayInFigures(valueDay) });
  return [movementWords(movement, code), original, counts, referenceNumber]
    .filter((part) => part !== '')
    .join('\n');
}
