import { useQuery } from '@tanstack/react-query';
import { createElement } from 'react';
import type * as z from 'zod/mini';
import type { approvalPolicy, proposal } from '#contract/proposals.ts';
import { formatIban } from '#domain/accounts/iban.ts';
import { isCurrencyCode } from '#domain/money/currencies.ts';
import { writeDecimalString } from '#domain/money/typed-number.ts';
import type { Permission } from '#domain/operations.ts';
import type { PolicyRow, PolicyRule } from '#domain/proposals/policy.ts';
import type { ProposalStatus } from '#domain/proposals/proposal.ts';
import { shortRate } from '#domain/rates/rate.ts';
import type { Limits } from '#domain/staff/limits.ts';
import type { AllocationPart } from '#domain/statements/line-parts.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import type { StatusKind } from '../../ui/badge.tsx';
import type { Definition } from '../../ui/definition-list.tsx';
import { usePermissionWords } from '../staff/permission-words.ts';
import { WITHOUT_WORDS } from './command-fields.ts';

/** A proposal that ends within four hours stands in red (FOUR-18). */
export const PROPOSAL_RED_MS = 4 * 3_600_000;

export type Proposal = z.infer<typeof proposal>;
export type Policy = z.infer<typeof approvalPolicy>;

export const proposalLooks: Readonly<Record<ProposalStatus, StatusKind>> = {
  awaiting: 'waiting',
  executed: 'done',
  refused: 'refused',
  stale: 'idle',
  withdrawn: 'idle',
  expired: 'idle',
  emergency: 'waiting',
  ratified: 'done',
  contested: 'refused',
};

/** The amount that a proposal is about, in minor units of its currency: of its command, else as its maker saw it; null without one. */
export function amountOf({ input, seen }: Pick<Proposal, 'input' | 'seen'>): number | null {
  for (const values of [input ?? {}, seen])
    for (const name of ['amountMinor', 'receivedMinor', 'totalMinor'])
      if (typeof values[name] === 'number') return values[name];
  return null;
}

/** Which proposal it is: its operation, its number, whose file it is, and its amount. */
export function useProposalName() {
  const { t } = useWords();
  const { amount } = useFormats();
  return (proposal: Proposal): string => {
    const { operation, reference, client, currency } = proposal;
    const minor = amountOf(proposal);
    return [
      t(`admin-proposals.operations.${operation}`),
      reference,
      client?.displayName,
      minor !== null && isCurrencyCode(currency) ? amount(minor, currency) : null,
    ]
      .filter(Boolean)
      .join(' · ');
  };
}

/** The label of a role by its code; the code where the reader may not list roles. */
export function useRoleLabels() {
  const may = useMay();
  const { data } = useQuery({ ...query.roles.list.queryOptions(), enabled: may('roles.list') });
  return (code: string): string => data?.roles.find((role) => role.code === code)?.label ?? code;
}

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

/** Where the word of a value stands, by the name of its field: in the first of these keys that there is. */
const WORDS_OF: Readonly<Record<string, (value: string) => readonly string[]>> = {
  kind: (value) => [`admin-measures.kinds.${value}`, `admin-recovery.acts.${value}`],
  freeze: (value) => [`admin-recovery.freezes.${value}`],
  operation: (value) => [`admin-proposals.operations.${value}`],
  key: (value) => [`dated-data.names.${value}`],
  governed: (value) => [`admin-proposals.operations.${value}`],
  list: (value) => [`admin-proposals.exportedLists.${value}`],
  release: (value) => [`admin-bank-files.releases.${value}.act`],
  statementState: (value) => [`admin-bank-files.statementStates.${value}`],
  statementCode: (value) => [`admin-bank-files.faults.${value}.title`],
  source: (value) => [`admin-bank-lines.proof.sources.${value}`],
  reasonCode: (value) => [`admin-bank-lines.returnReasons.${value}`],
  motive: (value) => [
    `admin-clients.credit.motives.${value}`,
    `admin-corrections.lossMotives.${value}`,
    `admin-corrections.claimLossMotives.${value}`,
  ],
  phase: (value) => [`admin-proposals.values.${value}`],
  status: (value) => [`admin-proposals.values.${value}`],
  expiry: (value) => [`admin-proposals.policies.expiries.${value}`],
};

/** Fields that say what the others are about. */
const FIRST: ReadonlySet<string> = new Set(['operation', 'list', 'key', 'currencyCode']);

/** Words of several lines, one below the other. */
const inLines = (words: string) =>
  words.includes('\n')
    ? words.split('\n').map((line) => createElement('span', { key: line, className: 'policy-row' }, line))
    : words;

/** What one euro buys, as its command has it; a file of rates says them in words of its own. */
const isRate = (value: unknown): value is string => typeof value === 'string' && /^\d+(\.\d+)?$/.test(value);

/** A value of a field as it is read: amounts, IBANs, days and rates in their writing, names in their words. */
function useValueWords() {
  const { t, tKey, locale } = useWords();
  const { amount, rate, day } = useFormats();
  const listInWords = useListWords();
  return (name: string, value: unknown, currency: string): string => {
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
    if (/^(i|houseI)ban$/.test(name)) return formatIban(text);
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return day(text);
    if (name === 'roles') return listInWords(name, text.split(' '));
    const keys = WORDS_OF[name]?.(text) ?? [];
    return keys.map((key) => tKey(key)).find((word, index) => word !== keys[index]) ?? text;
  };
}

/** A command in words: each field of its input with its name, amounts and IBANs as they are read (FOUR-14: never as JSON). */
export function useCommandWords() {
  const { t, tKey } = useWords();
  const inWordsOf = useValueWords();
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
      { currency, shown }: Pick<Proposal, 'currency' | 'shown'>,
    ): Definition[] =>
      Object.entries(input)
        .filter(([name, value]) => !WITHOUT_WORDS.has(name) && value !== undefined)
        // A policy, a limit or a file is of an operation, a list or a currency: that is read first.
        .sort(([one], [other]) => Number(FIRST.has(other)) - Number(FIRST.has(one)))
        .map(([name, value]) => ({
          term: nameOf(name),
          value: inLines(
            name === 'parts' && Array.isArray(value)
              ? partsInWords(value as AllocationPart[], shown.clients, currency)
              : inWordsOf(name, value, currency),
          ),
          strong: name.endsWith('Minor'),
        })),
  };
}

/** When a row of a policy holds, as it is typed or as the server shows it. */
type ShownRule = Omit<PolicyRule, 'rateDeviationBps'> & {
  readonly rateDeviationBps?: number | null | undefined;
};

/** When a row of a policy applies, in words: above what, and under which conditions. */
export function useRuleWords() {
  const { t } = useWords();
  const { amount, rate } = useFormats();
  return ({ above, conditions = [], accountTypes = [], rateDeviationBps: bps }: ShownRule): string => {
    const when = [
      ...conditions.map((condition) => t(`admin-proposals.policies.conditions.${condition}`)),
      ...(accountTypes.length === 0
        ? []
        : [
            accountTypes.map((type) => t(`common.accountTypes.${type}`)).join(` ${t('admin-proposals.or')} `),
          ]),
      ...(bps === null || bps === undefined
        ? []
        : [t('admin-proposals.policies.rateDeviation', { percent: rate(bps) })]),
    ].join(', ');
    if (above < 0)
      return when === ''
        ? t('admin-proposals.policies.always')
        : t('admin-proposals.policies.if', { conditions: when });
    const from = t('admin-proposals.policies.above', { amount: amount(above, 'EUR') });
    return when === '' ? from : `${from}, ${when}`;
  };
}

/** Slots in words: « Comptable ou Opérations et paiements » once for each approval. */
export function useSlotWords() {
  const { t } = useWords();
  return (slots: readonly { readonly labels: readonly string[] }[]) =>
    slots
      .map(({ labels }) => labels.join(` ${t('admin-proposals.or')} `))
      .join(` ${t('admin-proposals.and')} `);
}

/** A row in words: above what, under which conditions, and whose approvals. */
export function useRowWords() {
  const { t } = useWords();
  const when = useRuleWords();
  const inWords = useSlotWords();
  return ({
    approvers,
    ...row
  }: ShownRule & {
    readonly approvers: Parameters<ReturnType<typeof useSlotWords>>[0];
  }): string => t('admin-proposals.policies.row', { when: when(row), slots: inWords(approvers) });
}

/** What a policy says beside its rows, in words. */
export function useTermsWords() {
  const { t } = useWords();
  const { amount } = useFormats();
  return ({
    isCumulative,
    expiry,
    emergencyUpToEurMinor: emergency,
  }: Pick<Policy, 'isCumulative' | 'expiry' | 'emergencyUpToEurMinor'>): string[] => [
    t(`admin-proposals.policies.expiries.${expiry}`),
    ...(isCumulative ? [t('admin-proposals.policies.cumulative')] : []),
    ...(emergency === null
      ? []
      : [t('admin-proposals.policies.emergencyUpTo', { amount: amount(emergency, 'EUR') })]),
  ];
}
