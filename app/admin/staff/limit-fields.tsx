import { useState } from 'react';
import { LIMITED_OPERATIONS, type LimitedOperation, type Limits } from '#domain/staff/limits.ts';
import { amountAsTyped, typedAmount } from '../../i18n/form-schema.ts';
import { useWords } from '../../i18n/t.ts';
import { AmountField } from '../../ui/number-field.tsx';

type Side = 'perActEurMinor' | 'perDayEurMinor';
const SIDES: readonly Side[] = ['perActEurMinor', 'perDayEurMinor'];

const keyOf = (operation: LimitedOperation, side: Side) => `${operation} ${side}`;

/** The texts of the fields of limits, and the limits that they say. */
export function useTypedLimits(initial: Limits) {
  const { locale } = useWords();
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      initial.flatMap((limit) =>
        SIDES.map((side) => {
          const value = limit[side];
          return [keyOf(limit.operation, side), value === null ? '' : amountAsTyped(value, 'EUR', locale)];
        }),
      ),
    ),
  );
  const read = (operation: LimitedOperation, side: Side) =>
    typedAmount(texts[keyOf(operation, side)] ?? '', 'EUR', locale);
  const isUnreadable = (operation: LimitedOperation, side: Side) => {
    const value = read(operation, side);
    return value === null || (value !== undefined && value < 0);
  };
  const limits: Limits = LIMITED_OPERATIONS.flatMap((operation) => {
    const [perActEurMinor, perDayEurMinor] = SIDES.map((side) => read(operation, side) ?? null) as [
      number | null,
      number | null,
    ];
    return perActEurMinor === null && perDayEurMinor === null
      ? []
      : [{ operation, perActEurMinor, perDayEurMinor }];
  });
  return {
    texts,
    limits,
    isReadable: LIMITED_OPERATIONS.every((operation) =>
      SIDES.every((side) => !isUnreadable(operation, side)),
    ),
    isUnreadable,
    type: (operation: LimitedOperation, side: Side, text: string) =>
      setTexts((before) => ({ ...before, [keyOf(operation, side)]: text })),
  };
}

/** How much may be done alone of each limited operation, for one act and for one day (STAFF-42). Empty is no limit. */
export function LimitFields({
  operations,
  typed,
}: {
  operations: readonly LimitedOperation[];
  typed: ReturnType<typeof useTypedLimits>;
}) {
  const { t, tKey } = useWords();
  return operations.map((operation) => (
    <fieldset key={operation} className="limit-fields">
      <legend>{tKey(`admin-audit.operations.${operation}`)}</legend>
      <div className="form-row">
        {SIDES.map((side) => (
          <AmountField
            key={side}
            label={t(`admin-staff.limits.${side}`)}
            suffix="EUR"
            value={typed.texts[keyOf(operation, side)] ?? ''}
            error={typed.isUnreadable(operation, side) ? tKey('validation.amount.invalid') : undefined}
            onChange={(event) => typed.type(operation, side, event.target.value)}
          />
        ))}
      </div>
    </fieldset>
  ));
}
