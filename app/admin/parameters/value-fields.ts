import { CURRENCY_CODES, type CurrencyCode } from '#domain/money/currencies.ts';
import { readDecimalString, writeDecimalString } from '#domain/money/typed-number.ts';
import {
  type LegalParameter,
  type LegalParameterKey,
  readLegalParameter,
} from '#domain/parameters/legal-parameters.ts';
import { isUnitKind, PARAMETER_KINDS } from '#domain/parameters/parameter-kinds.ts';
import { amountAsTyped, typedAmount } from '../../i18n/form-schema.ts';
import {
  attemptsTyped,
  fieldsOfAttempts,
  fieldsOfHoldRules,
  fieldsOfLimits,
  holdRulesTyped,
  limitsTyped,
  type TypedValue,
} from './structured-fields.ts';

type Household = LegalParameter<'policy.rest-to-live'>;
type Ceilings = LegalParameter<'usury.ceilings'>;
type Amounts = Partial<LegalParameter<'maximum.loan'>>;

const HOUSEHOLD = ['aloneMinor', 'coupleMinor', 'dependantMinor'] as const;

const percentAsTyped = (bps: number, locale: string) => writeDecimalString(String(bps / 100), locale);

/** Hundredths of a percent out of a typed percentage; null when it is none or has more than two decimals. */
function typedPercent(text: string, locale: string): number | null {
  const decimal = readDecimalString(text, locale);
  return decimal !== null && /^\d+(\.\d{1,2})?$/.test(decimal) ? Math.round(Number(decimal) * 100) : null;
}

const typedCount = (text: string): number | null => (/^\d+$/.test(text.trim()) ? Number(text) : null);

/** The fields in which a value of a key is typed, filled with the value that it follows. */
export function fieldsOfValue(key: LegalParameterKey, value: unknown, locale: string): TypedValue {
  const kind = PARAMETER_KINDS[key];
  const euro = (minor: number) => amountAsTyped(minor, 'EUR', locale);
  switch (kind) {
    case 'amounts':
      return Object.fromEntries(
        CURRENCY_CODES.map((code) => [code, amountAsTyped((value as Amounts)[code] ?? 0, code, locale)]),
      );
    case 'euro':
      return { value: euro(value as number) };
    case 'percent':
      return { value: percentAsTyped(value as number, locale) };
    case 'factor':
      return { value: writeDecimalString(value as string, locale) };
    case 'household':
      return Object.fromEntries(HOUSEHOLD.map((name) => [name, euro((value as Household)[name])]));
    case 'ceilings':
      return {
        to: '',
        ...Object.fromEntries((value as Ceilings).bands.map((_, index) => [`band${index}`, ''])),
      };
    case 'limits':
      return fieldsOfLimits(value as LegalParameter<'limits.day'>, locale);
    case 'hold-rules':
      return fieldsOfHoldRules(value as LegalParameter<'hold.rules'>, locale);
    case 'attempts':
      return fieldsOfAttempts(value as LegalParameter<'standing.attempts'>);
    case 'words':
      return { value: (value as readonly string[]).join(', ') };
    default:
      return { value: String(value) };
  }
}

/** The value that was typed; what cannot be read is left for the key's schema to refuse. @param before the value that it follows. */
export function valueTyped(
  key: LegalParameterKey,
  typed: TypedValue,
  { locale, before }: { readonly locale: string; readonly before: unknown },
): unknown {
  const kind = PARAMETER_KINDS[key];
  const text = typed.value ?? '';
  const amountIn = (name: string, code: CurrencyCode) => typedAmount(typed[name] ?? '', code, locale);
  if (isUnitKind(kind)) return typedCount(text);
  switch (kind) {
    case 'amounts':
      return Object.fromEntries(CURRENCY_CODES.map((code) => [code, amountIn(code, code)]));
    case 'euro':
      return amountIn('value', 'EUR');
    case 'percent':
      return typedPercent(text, locale);
    case 'factor':
      return readDecimalString(text, locale);
    case 'yes-no':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'household':
      return Object.fromEntries(HOUSEHOLD.map((name) => [name, amountIn(name, 'EUR')]));
    case 'ceilings':
      return {
        to: typed.to ?? '',
        bands: (before as Ceilings).bands.map(({ upToMinor }, index) => ({
          upToMinor,
          ceilingBps: typedPercent(typed[`band${index}`] ?? '', locale),
        })),
      };
    case 'limits':
      return limitsTyped(typed, locale);
    case 'hold-rules':
      return holdRulesTyped(typed, locale);
    case 'attempts':
      return attemptsTyped(typed);
    case 'words':
      return text.split(',').flatMap((word) => word.trim() || []);
    default:
      return text;
  }
}

/** The bands of the ceilings that a new quarter has too. */
export const bandsOf = (value: unknown): Ceilings['bands'] =>
  readLegalParameter('usury.ceilings', value).bands;

/** The last day of ceilings. */
export const bandsEnd = (value: unknown): string => readLegalParameter('usury.ceilings', value).to;

/** The control of each part of a value that has several, by the path of its faults. */
export function controlsOfValue(typed: TypedValue): Record<string, string> {
  const names = Object.keys(typed);
  const [first = 'value'] = names;
  const pathOf = (name: string) =>
    name
      .replace(/^band(\d+)$/, 'bands.$1.ceilingBps')
      .replace(/^(paymentDay|at)(\d+)$/, '$2.$1')
      .replace(/^(demo|live)-(.+)-(isOn|fromMinor|orders|hours)$/, '$1.$2.$3');
  return { value: first, ...Object.fromEntries(names.map((name) => [`value.${pathOf(name)}`, name])) };
}
