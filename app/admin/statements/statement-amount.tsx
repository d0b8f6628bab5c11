import { isCurrencyCode } from '#domain/money/currencies.ts';
import { decimalsOf } from '#domain/statements/amounts.ts';
import { useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';

/** An amount of a statement, whose currency may be one that no account of a client has. */
export function StatementAmount({
  minor,
  currency,
  signed,
  large,
}: {
  minor: number;
  currency: string;
  signed?: boolean;
  large?: boolean;
}) {
  const { locale } = useWords();
  if (isCurrencyCode(currency))
    return (
      <Amount
        minor={minor}
        currency={currency}
        signed={signed}
        {...(large ? { size: 'large' as const } : {})}
      />
    );
  const decimals = decimalsOf(currency);
  const written = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return (
    <span className="tabular">
      {written.format(minor / 10 ** decimals)} {currency}
    </span>
  );
}
