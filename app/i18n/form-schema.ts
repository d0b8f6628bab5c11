import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';
import { faultParams } from '#domain/fields.ts';
import { type CurrencyCode, exponentOf } from '#domain/money/currencies.ts';
import { minorToDecimalString } from '#domain/money/money.ts';
import { readAmount } from '#domain/money/typed-number.ts';

type FaultParams = ReturnType<typeof faultParams>;

/**
 * Checks a form with a schema of the domain. What is typed is text and what is sent is not always: `toInput` makes the one of the
 * other (an amount in words becomes minor units), and `controls` says which control a field of the input was made from, so that its
 * error stands beside it. The message of an error is a key of the catalogue.
 */
export function schemaResolver<Values extends FieldValues, Schema extends z.ZodMiniType>(
  schema: Schema,
  options: {
    toInput?: (values: Values) => unknown;
    controls?: Readonly<Record<string, keyof Values & string>>;
  } = {},
): Resolver<Values, unknown, z.output<Schema>> {
  const { toInput = (values) => values, controls = {} } = options;
  return (values) => {
    const result = schema.safeParse(toInput(values));
    if (result.success) return { values: result.data, errors: {} };
    const errors: Record<string, { type: string; message: string; params?: FaultParams }> = {};
    for (const issue of result.error.issues) {
      const field = String(issue.path[0] ?? 'root');
      const control = controls[field] ?? field;
      // The first fault of a field is the one to put right first.
      errors[control] ??= {
        type: issue.code ?? 'custom',
        message: issue.message,
        params: faultParams(issue),
      };
    }
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}

/** An amount as typed, for an input's `amountMinor`: missing stays missing, and what is not one amount is refused by the schema. */
export function typedAmount(text: string, currency: CurrencyCode, locale: string): number | null | undefined {
  return text.trim() === '' ? undefined : readAmount(text, currency, locale);
}

/** An amount as its field writes it, in the conventions of the language: « 1 250,50 », or « 20 000 » when it is whole. */
export function amountAsTyped(amountMinor: number, currency: CurrencyCode, locale: string): string {
  const digits = amountMinor % 10 ** exponentOf(currency) === 0 ? 0 : exponentOf(currency);
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(Number(minorToDecimalString(amountMinor, currency)));
}
