import { CURRENCY_CODES } from '#domain/money/currencies.ts';
import { HOLD_RULES, type HoldRule, type HoldRuleSetting } from '#domain/parameters/hold-rules.ts';
import type { LegalParameter } from '#domain/parameters/legal-parameters.ts';
import { amountAsTyped, typedAmount } from '../../i18n/form-schema.ts';

/** What is typed in the fields of a value, by field. */
export type TypedValue = Record<string, string>;

type Limits = LegalParameter<'limits.day'>;
type Attempts = LegalParameter<'standing.attempts'>;

/** The institutions that have hold rules of their own. */
export const RULE_MODES = ['demo', 'live'] as const;
export type RuleMode = (typeof RULE_MODES)[number];

/** What a hold rule asks for besides being on. */
export const SETTINGS_OF_RULE: Readonly<Record<HoldRule, readonly ('fromMinor' | 'orders' | 'hours')[]>> = {
  'new-payee-large': ['fromMinor'],
  'name-mismatch': ['fromMinor'],
  'details-changed': ['hours'],
  many: ['orders', 'hours'],
  'listed-iban': [],
  'client-warning': [],
};

/** The most attempts that a programmed transfer may have in the form. */
export const ATTEMPTS = [0, 1, 2, 3] as const;

const count = (text: string | undefined) => (/^\d+$/.test((text ?? '').trim()) ? Number(text) : null);
const isBlank = (text: string | undefined) => (text ?? '').trim() === '';

/** A limit on or off, and its amount in each currency; an empty amount is no limit in that currency. */
export function fieldsOfLimits(value: Limits, locale: string): TypedValue {
  return {
    isOn: String(value !== null),
    ...Object.fromEntries(
      CURRENCY_CODES.map((code) => {
        const minor = value?.[code];
        return [code, minor === undefined ? '' : amountAsTyped(minor, code, locale)];
      }),
    ),
  };
}

/** @returns undefined for a limit that is on without any amount: the form says so beside its first field. */
export function limitsTyped(typed: TypedValue, locale: string): unknown {
  if (typed.isOn !== 'true') return null;
  const given = CURRENCY_CODES.filter((code) => !isBlank(typed[code]));
  if (given.length === 0) return undefined;
  return Object.fromEntries(given.map((code) => [code, typedAmount(typed[code] ?? '', code, locale)]));
}

/** The name of a control of a hold rule. */
export const ruleField = (mode: RuleMode, rule: HoldRule, setting: string) => `${mode}-${rule}-${setting}`;

export function fieldsOfHoldRules(value: LegalParameter<'hold.rules'>, locale: string): TypedValue {
  return Object.fromEntries(
    RULE_MODES.flatMap((mode) =>
      HOLD_RULES.flatMap((rule) => {
        const found = value[mode].find((one) => one.rule === rule) as Record<string, number> | undefined;
        return [
          [ruleField(mode, rule, 'isOn'), String(found !== undefined)],
          ...SETTINGS_OF_RULE[rule].map((setting) => {
            const set = found?.[setting];
            const text = setting === 'fromMinor' ? amountAsTyped(set ?? 0, 'EUR', locale) : String(set);
            return [ruleField(mode, rule, setting), set === undefined ? '' : text];
          }),
        ];
      }),
    ),
  );
}

export function holdRulesTyped(typed: TypedValue, locale: string): unknown {
  const rulesOf = (mode: RuleMode) =>
    HOLD_RULES.filter((rule) => typed[ruleField(mode, rule, 'isOn')] === 'true').map((rule) => ({
      rule,
      ...Object.fromEntries(
        SETTINGS_OF_RULE[rule].map((setting) => {
          const text = typed[ruleField(mode, rule, setting)] ?? '';
          return [setting, setting === 'fromMinor' ? typedAmount(text, 'EUR', locale) : count(text)];
        }),
      ),
    }));
  return { demo: rulesOf('demo'), live: rulesOf('live') };
}

export function fieldsOfAttempts(value: Attempts): TypedValue {
  return Object.fromEntries(
    ATTEMPTS.flatMap((index) => [
      [`paymentDay${index}`, value[index] ? String(value[index].paymentDay) : ''],
      [`at${index}`, value[index]?.at ?? ''],
    ]),
  );
}

/** Rows left empty at the end are no attempts. */
export function attemptsTyped(typed: TypedValue): unknown {
  const isEmpty = (index: number) => isBlank(typed[`paymentDay${index}`]) && isBlank(typed[`at${index}`]);
  const last = ATTEMPTS.findLast((index) => !isEmpty(index)) ?? -1;
  return ATTEMPTS.filter((index) => index <= last).map((index) => ({
    paymentDay: count(typed[`paymentDay${index}`]),
    at: (typed[`at${index}`] ?? '').trim(),
  }));
}

/** Where the fault of a value stands: the path of a hold rule names it by its rule, whatever place it has in its list. */
export function pathOfFault(path: readonly PropertyKey[], value: unknown): string[] {
  const [mode, index, ...rest] = path;
  const rules = typeof mode === 'string' ? (value as Record<string, unknown> | null)?.[mode] : undefined;
  const rule =
    Array.isArray(rules) && typeof index === 'number' ? (rules[index] as HoldRuleSetting)?.rule : undefined;
  return (rule && mode ? [mode, rule, ...rest] : path).map(String);
}
