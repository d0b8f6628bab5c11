import { type CurrencyCode, currencyOf } from '../money/currencies.ts';
import { moneyParts } from '../money/format.ts';
import { money } from '../money/money.ts';

/** « 1 250,00€ »: French digits with the symbol right behind them, as the fixed sentence prints amounts. */
export function amountInSentence(amountMinor: number, currency: CurrencyCode): string {
  const digits = moneyParts(money(amountMinor, currency), 'fr')
    .filter(({ type }) => type !== 'symbol' && type !== 'literal')
    .map(({ text }) => text)
    .join('');
  return digits + currencyOf(currency).symbol;
}

/**
 * What fills « Votre solde disponible est de X€. Vous ne pouvez pas retirer Y€. » (docs/rules.md, Forms), with the
 * decimals of the currency: two, or none for yen and won.
 */
export function insufficientFundsParams(input: {
  readonly availableMinor: number;
  readonly requestedMinor: number;
  readonly currency: CurrencyCode;
}): { available: string; requested: string } {
  return {
    available: amountInSentence(input.availableMinor, input.currency),
    requested: amountInSentence(input.requestedMinor, input.currency),
  };
}
