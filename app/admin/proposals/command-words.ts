import { createElement } from 'react';
import { formatIban } from '#domain/accounts/iban.ts';
import { isCurrencyCode } from '#domain/money/currencies.ts';
import { writeDecimalString } from '#domain/money/typed-number.ts';
import type { Permission } from '#domain/operations.ts';
import type { LegalParameterKey } from '#domain/parameters/legal-parameters.ts';
import type { PolicyRow } from '#domain/proposals/policy.ts';
import { shortRate } from '#domain/rates/rate.ts';
import { type Limits, limitsOfLine } from '#domain/staff/limits.ts';
import type { AllocationPart } from '#domain/statements/line-parts.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import type { Definition } from '../../ui/definition-list.tsx';
import { countryName } from '../clients/client-words.ts';
import { isFromBeginning, useDatedValue } from '../parameters/parameter-words.ts';
import { usePermissionWords } from '../staff/permission-words.ts';
import { WITHOUT_WORDS, wordKeysOf } from './command-fields.ts';
import { type Proposal, useRoleLabels, useRowWords } from './proposal-words.ts';

/** A list that a command holds, in words: roles, permissions, the rows of a policy, limits; of any other how many there are. */
function useListWords() {
  const { t } = useWords();
  const { amount } = useFormats();
  const inRow = useRowWords();
  const labelOf = useRoleLabels();
  const { wordOf } = usePermissionWords();
  const rowInWords = ({ approvers, ...rule }: PolicyRow) =>
    inRow({ ...rule, approvers: approvers.map((slot) => ({ labels: slot.map(labelOf) })) });
  const limitInWords = ({ operation, perActEurMinor: act, perDayEurMinor: day }: Limits[number]) =>
    [
      t(`admin-proposals.operations.${operation}`),
      ...(act === null ? [] : [t('admin-proposals.perAct', { amount: amount(act, 'EUR') })]),
      ...(day === null ? [] : [t('admin-proposals.perDay', { amount: amount(day, 'EUR') })]),
    ].join(', ');
  return (name: string, list: readonly unknown[]): string => {
    if (list.length === 0) return t('admin-proposals.none');
    if (name === 'roles') return (list as string[]).map(labelOf).join(', ');
    if (name === 'permissions') return (list as Permission[]).map(wordOf).join(', ');
    if (name === 'rows') return (list as PolicyRow[]).map(rowInWords).join('\n');
    if (name === 'limits') return (list as Limits).map(limitInWords).join('\n');
    return t('admin-proposals.items', { count: list.length });
  };
}

/** Fields that say what the others are about; amounts are read with them. */
const FIRST: ReadonlySet<string> = new Set(['operation', 'list', 'key', 'currencyCode', 'label']);
/** A field that is long to read comes after those that are not. */
const LAST = 'permissions';

const placeOf = (name: string): number =>
  FIRST.has(name) || name.endsWith('Minor') ? 0 : name === LAST ? 2 : 1;

/** The list that a command takes out as a file; null for any other command. */
const listOf = ({ list }: Readonly<Record<string, unknown>>): string | null =>
  typeof list === 'string' ? list : null;

/** Words of several lines, one below the other. */
const inLines = (words: string) =>
  words.includes('\n')
    ? words.split('\n').map((line) => createElement('span', { key: line, className: 'policy-row' }, line))
    : words;

/** What one euro buys, as its command has it; a file of rates says them in words of its own. */
const isRate = (value: unknown): value is string => typeof value === 'string' && /^\d+(\.\d+)?$/.test(value);

/** One of what a list is asked by, in the words of its screen. */
function useQuestionWords() {
  const { t, tKey, locale } = useWords();
  return (name: string, value: string, list: string): string | null => {
    if (name === 'country') return countryName(value, locale);
    const [key = ''] = wordKeysOf(name, value, list);
    const word = tKey(key);
    if (word !== key) return word;
    return name === 'assignee' ? t('admin-proposals.assignees.person') : null;
  };
}

/** A value of a field as it is read: amounts, IBANs, days and rates in their writing, names in their words. */
function useValueWords() {
  const { t, tKey, locale } = useWords();
  const inQuestion = useQuestionWords();
  const { amount, rate, day } = useFormats();
  const listInWords = useListWords();
  return (name: string, value: unknown, currency: string, list: string | null = null): string => {
    if (value === null || value === '') return t('admin-proposals.none');
    if (typeof value === 'boolean') return t(value ? 'admin-proposals.yes' : 'admin-proposals.no');
    if (typeof value === 'number' && name.endsWith('Minor'))
      return amount(value, isCurrencyCode(currency) ? currency : 'EUR');
    if (name === 'amountFrom' || name === 'amountTo') return amount(Number(value), 'EUR');
    if (name === 'annualRateBps') return rate(Number(value));
    if ((name === 'rate' || name === 'eurRate') && isRate(value))
      return writeDecimalString(shortRate(value), locale);
    if (Array.isArray(value)) return listInWords(name, value);
    const text = String(value);
    const asked = list === null ? null : inQuestion(name, text, list);
    if (asked !== null) return asked;
    if (name === 'limits') return listInWords(name, limitsOfLine(text));
    if (/^(i|houseI)ban$/.test(name)) return formatIban(text);
    if (/^\d{4}-\d\d-\d\d$/.test(text))
      return name === 'newestFrom' && isFromBeginning(text) ? t('dated-data.start') : day(text);
    if (name === 'roles') return listInWords(name, text.split(' '));
    const keys = wordKeysOf(name, text);
    return keys.map((key) => tKey(key)).find((word, index) => word !== keys[index]) ?? text;
  };
}

/** A command in words: each field of its input with its name, amounts and IBANs as they are read (FOUR-14: never as JSON). */
export function useCommandWords() {
  const { t, tKey } = useWords();
  const inWordsOf = useValueWords();
  const datedValue = useDatedValue();
  /** The parts of a receipt: to whom, and how much. @param clients the names of its clients, in their order. */
  const partsInWords = (
    parts: readonly AllocationPart[],
    clients: Proposal['shown'][string] | undefined,
    currency: string,
  ): string => {
    const names = String(clients ?? '').split('\n');
    return parts
      .map((part) =>
        t(`admin-proposals.parts.${part.kind}`, {
          amount: inWordsOf('amountMinor', part.amountMinor, currency),
          name: (part.kind === 'client' && names.shift()) || t('admin-proposals.aClient'),
        }),
      )
      .join('\n');
  };
  const worded = (
    [name, value]: readonly [string, unknown],
    input: Readonly<Record<string, unknown>>,
    { currency, shown }: Pick<Proposal, 'currency' | 'shown'>,
  ): string => {
    if (name === 'parts' && Array.isArray(value))
      return partsInWords(value as AllocationPart[], shown.clients, currency);
    if (name === 'value' && typeof input.key === 'string')
      return datedValue(input.key as LegalParameterKey, value);
    return inWordsOf(name, value, currency, listOf(input));
  };
  const nameOf = (name: string) => {
    const key = `admin-proposals.fields.${name.replace(/Minor$/, '')}`;
    const word = tKey(key);
    return word === key ? name : word;
  };
  return {
    nameOf,
    inWordsOf,
    /** What tells proposals of one operation apart: the rule, the value, the list or the currency that they are of; null for those of a client. */
    aboutOf: (input: Proposal['input']): string | null => {
      const said = Object.entries(input ?? {}).find(([name]) => FIRST.has(name));
      return said ? inWordsOf(said[0], said[1], '') : null;
    },
    facts: (
      input: Readonly<Record<string, unknown>>,
      beside: Pick<Proposal, 'currency' | 'shown'>,
    ): Definition[] =>
      Object.entries(input)
        .filter(
          ([name, value]) =>
            // The currency of a list is one of its filters.
            (!WITHOUT_WORDS.has(name) || (name === 'currency' && listOf(input) !== null)) &&
            value !== undefined,
        )
        // A policy, a limit or a file is of an operation, a list or a currency: that is read first.
        .sort(([one], [other]) => placeOf(one) - placeOf(other))
        .map(([name, value]) => ({
          term: nameOf(name === 'currency' ? 'currencyCode' : name),
          value: inLines(worded([name, value], input, beside)),
          strong: name.endsWith('Minor'),
        })),
  };
}
