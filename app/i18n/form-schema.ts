import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';
import { faultParams } from '#domain/broken-rule.ts';
import { type CurrencyCode, exponentOf } from '#domain/money/currencies.ts';
import { minorToDecimalString } from '#domain/money/money.ts';
import { readAmount } from '#domain/money/typed-number.ts';

type FaultParams = ReturnType<typeof faultParams>;

/**
 * Validates a form with a schema of the domain. `toInput` converts the typed text to the input (an amount becomes minor units), and `controls`
 * maps each field of the input, or its whole path (`resources.salaryMinor`), to its control, so that the error is shown beside it. An error message is a key of the catalogue.
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
      const control = controls[issue.path.join('.')] ?? controls[field] ?? field;
      // Only the first error of a field is shown.
      errors[control] ??= {
        type: issue.code ?? 'custom',
        message: issue.message,
        params: faultParams(issue),
      };
    }
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}

/** A typed amount for an input's `amountMinor`: empty stays missing, and an unreadable one is left for the schema to refuse. */
export function typedAmount(text: string, currency: CurrencyCode, locale: string): number | null | undefined {
  return text.trim() === '' ? undefined : readAmount(text, currency, locale);
}

/** An amount as its field formats it in the language: « 1 250,50 », or « 20 000 » when it is whole. */
export function amountAsTyped(amountMinor: number, currency: CurrencyCode, locale: string): string {
  const digits = amountMinor % 10 ** exponentOf(currency) === 0 ? 0 : exponentOf(currency);
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(Number(minorToDecimalString(amountMinor, currency)));
}
