import type * as z from 'zod/mini';
import type { datedParameter } from '#contract/parameters.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { writeDecimalString } from '#domain/money/typed-number.ts';
import type { LegalParameter, LegalParameterKey } from '#domain/parameters/legal-parameters.ts';
import { isUnitKind, PARAMETER_KINDS, type ParameterKind } from '#domain/parameters/parameter-kinds.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { type Amounts, amountsInWords } from './amounts-in-words.ts';

export type DatedParameter = z.infer<typeof datedParameter>;
export type ParameterRow = DatedParameter['rows'][number];

/** A key before which no value is shown as dated: it is the product's own first value. */
const BEGINNING = '1900-01-01';

/** The row in force, the next one to come and the newest of all. */
export function rowsInTime({ rows, inForceFrom }: DatedParameter) {
  const inForce = rows.find(({ from }) => from === inForceFrom) ?? null;
  const later = rows.filter(({ from }) => inForceFrom === null || from > inForceFrom);
  return { inForce, next: later.at(-1) ?? null, newest: rows[0] ?? null };
}

/** The name of a key. */
export function useParameterName(): (key: LegalParameterKey) => string {
  const { tKey } = useWords();
  return (key) => tKey(`dated-data.names.${key}`);
}

/** Since when a row holds: « depuis le 1er janvier 2026 », or that it is the starting value. */
export function useSince(): (from: string) => string {
  const { t } = useWords();
  const { day } = useFormats();
  return (from) => (from === BEGINNING ? t('dated-data.start') : t('dated-data.since', { day: day(from) }));
}

/** A value of a key in words. */
export function useValueWords(): (key: LegalParameterKey, value: unknown) => string {
  const { t, tKey, locale } = useWords();
  const { amount, rate, day } = useFormats();
  const perCurrency = (amounts: Amounts) => amountsInWords(amounts, { t, amount });
  const ceilings = ({ bands, to }: LegalParameter<'usury.ceilings'>) =>
    t('dated-data.ceilings', {
      bands: bands
        .map(({ upToMinor, ceilingBps }) =>
          upToMinor === null
            ? t('dated-data.bandAbove', { rate: rate(ceilingBps) })
            : t('dated-data.bandUpTo', { rate: rate(ceilingBps), amount: amount(upToMinor, 'EUR') }),
        )
        .join(', '),
      day: day(to),
    });
  const record = (value: unknown) => {
    if (value === null) return t('dated-data.noLimit');
    if (Array.isArray(value)) return t('dated-data.record', { count: value.length });
    if ('EUR' in (value as object)) return perCurrency(value as Amounts);
    const settings = Object.values(value as object).flat();
    return t('dated-data.record', { count: settings.length });
  };
  return (key, value) => {
    const kind = PARAMETER_KINDS[key];
    if (isUnitKind(kind)) return t(`dated-data.units.${kind}`, { count: value as number });
    switch (kind) {
      case 'amounts':
        return perCurrency(value as Amounts);
      case 'euro':
        return amount(value as number, 'EUR');
      case 'percent':
        return rate(value as number);
      case 'factor':
        return `× ${writeDecimalString(value as string, locale)}`;
      case 'yes-no':
        return t(value ? 'dated-data.yes' : 'dated-data.no');
      case 'day':
        return day(value as string);
      case 'choice':
        return tKey(`dated-data.choices.${key}.${String(value)}`);
      case 'household': {
        const { aloneMinor, coupleMinor, dependantMinor } = value as LegalParameter<'policy.rest-to-live'>;
        return t('dated-data.household', {
          alone: amount(aloneMinor, 'EUR'),
          couple: amount(coupleMinor, 'EUR'),
          dependant: amount(dependantMinor, 'EUR'),
        });
      }
      case 'ceilings':
        return ceilings(value as LegalParameter<'usury.ceilings'>);
      case 'limits':
      case 'hold-rules':
      case 'attempts':
        return record(value);
      case 'words':
        return (value as readonly string[]).join(', ') || t('dated-data.noWords');
      case 'time':
        return String(value);
    }
  };
}

const isStructured = (kind: ParameterKind) => ['limits', 'hold-rules', 'attempts'].includes(kind);

/** What a structure holds in full, where its words are a summary; null for a value that its words say whole. */
export function useWholeValue(): (key: LegalParameterKey, value: unknown) => string | null {
  const { amount } = useFormats();
  return (key, value) => {
    const kind = PARAMETER_KINDS[key];
    if (kind === 'amounts')
      return Object.entries(value as Record<CurrencyCode, number>)
        .map(([code, minor]) => amount(minor, code as CurrencyCode))
        .join(' · ');
    return isStructured(kind) && value !== null ? JSON.stringify(value) : null;
  };
}
