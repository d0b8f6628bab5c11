import type { CurrencyCode } from '#domain/money/currencies.ts';
import { currencyOf } from '#domain/money/currencies.ts';
import type { useScreenForm } from '../../form/form.ts';
import { amountAsTyped, typedAmount } from '../../i18n/form-schema.ts';
import { useT } from '../../i18n/t.ts';
import { AmountField } from '../../ui/number-field.tsx';

type LimitName = 'operation' | 'day' | 'thirtyDays';
type InForce<Name extends LimitName> = { readonly [Key in `${Name}Minor`]: number | null };

/** The limits in force as their fields hold them: one that is not set is an empty field. */
export function limitsAsTyped<Name extends LimitName>(
  names: readonly Name[],
  inForce: InForce<Name>,
  currency: CurrencyCode,
  locale: string,
): Record<Name, string> {
  const typed = names.map((name) => {
    const minor = inForce[`${name}Minor`];
    return [name, minor === null ? '' : amountAsTyped(minor, currency, locale)];
  });
  return Object.fromEntries(typed) as Record<Name, string>;
}

/** The input of the limits' schema: an empty field is no limit. */
export const typedLimits = <Name extends LimitName>(
  names: readonly Name[],
  typed: Readonly<Record<Name, string>>,
  currency: CurrencyCode,
  locale: string,
): Record<string, number | null | undefined> =>
  Object.fromEntries(
    names.map((name) => [
      `${name}Minor`,
      typed[name].trim() === '' ? null : typedAmount(typed[name], currency, locale),
    ]),
  );

/** A field for each limit; the first has the focus when the dialog opens. */
export function LimitFields<Name extends LimitName>({
  names,
  field,
  hintOf,
  currency,
}: {
  names: readonly Name[];
  field: (name: Name) => ReturnType<ReturnType<typeof useScreenForm>['field']>;
  hintOf: (name: Name) => string;
  currency: CurrencyCode;
}) {
  const t = useT();
  return names.map((name, index) => (
    <AmountField
      key={name}
      {...field(name)}
      data-autofocus={index === 0 || undefined}
      label={t(`client-transfers.limits.${name}`)}
      hint={hintOf(name)}
      suffix={currencyOf(currency).symbol}
    />
  ));
}
