import type { CurrencyCode } from '#domain/money/currencies.ts';
import type { Formats } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/t.ts';

/** An amount by currency, in minor units. */
export type Amounts = Readonly<Partial<Record<CurrencyCode, number>>>;

/** The amount in euro, and in how many other currencies there is one; alone where there is none. */
export function amountsInWords(
  amounts: Amounts,
  { t, amount }: { readonly t: Translate } & Pick<Formats, 'amount'>,
): string {
  const inEuro = amount(amounts.EUR ?? 0, 'EUR');
  const count = Object.keys(amounts).filter((code) => code !== 'EUR').length;
  return count === 0 ? inEuro : t('dated-data.perCurrency', { amount: inEuro, count });
}
