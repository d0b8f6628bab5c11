import type * as z from 'zod/mini';
import type { datedParameter } from '#contract/parameters.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { writeDecimalString } from '#domain/money/typed-number.ts';
import type { HoldRuleSetting } from '#domain/parameters/hold-rules.ts';
import type { LegalParameter, LegalParameterKey } from '#domain/parameters/legal-parameters.ts';
import { isUnitKind, PARAMETER_KINDS } from '#domain/parameters/parameter-kinds.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { type Amounts, amountsInWords } from './amounts-in-words.ts';
import { RULE_MODES } from './structured-fields.ts';

export type DatedParameter = z.infer<typeof datedParameter>;
export type ParameterRow = DatedParameter['rows'][number];

/** A value from before this day is the product's own first one, and not shown as dated. */
const BEGINNING = '1901-01-01';

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

/** Says whether a value is the product's own first one. */
export const isFromBeginning = (from: string): boolean => from < BEGINNING;

/** Since when a row holds: « depuis le 1er janvier 2026 », or that it is the starting value. */
export function useSince(): (from: string) => string {
  const { t } = useWords();
  const { day } = useFormats();
  return (from) =>
    isFromBeginning(from) ? t('dated-data.start') : t('dated-data.since', { day: day(from) });
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

/** A rule of the check with its settings: « Nombreux virements en peu de temps (à partir de 3 virements, pendant 24 h) ». */
function useRuleWords() {
  const { t } = useWords();
  const { amount } = useFormats();
  return (set: HoldRuleSetting): string => {
    const name = t(`dated-data.form.rules.${set.rule}`);
    const settings = [
      ...('fromMinor' in set ? [t('dated-data.whole.from', { amount: amount(set.fromMinor, 'EUR') })] : []),
      ...('orders' in set ? [t('dated-data.whole.orders', { orders: String(set.orders) })] : []),
      ...('hours' in set ? [t('dated-data.whole.hours', { hours: String(set.hours) })] : []),
    ].join(', ');
    return settings === '' ? name : `${name} (${settings})`;
  };
}

/**
 * What a structure holds in full, where its words are a summary, one line below the other; null for a value that its words say whole.
 */
export function useWholeValue(): (key: LegalParameterKey, value: unknown) => string | null {
  const { t } = useWords();
  const { amount } = useFormats();
  const ruleInWords = useRuleWords();
  const byCurrency = (amounts: Amounts) =>
    Object.entries(amounts)
      .map(([code, minor]) => amount(minor, code as CurrencyCode))
      .join(' · ');
  return (key, value) => {
    if (value === null) return null;
    switch (PARAMETER_KINDS[key]) {
      case 'amounts':
      case 'limits':
        return byCurrency(value as Amounts);
      case 'hold-rules': {
        const rules = value as LegalParameter<'hold.rules'>;
        return RULE_MODES.flatMap((mode) =>
          (rules[mode].length === 0 ? [t('dated-data.noRule')] : rules[mode].map(ruleInWords)).map((words) =>
            t('dated-data.whole.ofMode', { mode: t(`dated-data.form.modes.${mode}`), words }),
          ),
        ).join('\n');
      }
      case 'attempts':
        return (value as LegalParameter<'standing.attempts'>)
          .map(({ paymentDay, at }, index) =>
            t('dated-data.whole.attempt', {
              attempt: t('dated-data.form.attempt', { number: index + 1 }),
              days: t('dated-data.units.payment-days', { count: paymentDay }),
              at,
            }),
          )
          .join('\n');
      default:
        return null;
    }
  };
}

/** A value of dated data, whole: who approves it reads what it would be, and not how many settings it has. */
export function useDatedValue(): (key: LegalParameterKey, value: unknown) => string {
  const inWords = useValueWords();
  const whole = useWholeValue();
  return (key, value) => {
    try {
      return whole(key, value) ?? inWords(key, value);
    } catch {
      // Typed and not judged yet: the server refuses what has no words.
      return String(value);
    }
  };
}
