import type { CurrencyCode } from '#domain/money/currencies.ts';
import type { MoneyFormatOptions } from '#domain/money/format.ts';
import { useFormats } from '../i18n/format.ts';
import { Money, type MoneyProps } from '../ui/money.tsx';

/** An amount formatted in the language in use. */
export function Amount({
  minor,
  currency,
  signed,
  fractionDigits,
  ...look
}: Omit<MoneyProps, 'text'> &
  Pick<MoneyFormatOptions, 'signed' | 'fractionDigits'> & { minor: number; currency: CurrencyCode }) {
  const { amount } = useFormats();
  return <Money text={amount(minor, currency, { signed, fractionDigits })} {...look} />;
}
