import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { approvalPolicy, proposal } from '#contract/proposals.ts';
import { isCurrencyCode } from '#domain/money/currencies.ts';
import type { PolicyRule } from '#domain/proposals/policy.ts';
import type { ProposalStatus } from '#domain/proposals/proposal.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import type { StatusKind } from '../../ui/badge.tsx';

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
    const { operation, reference, client, memberName, currency } = proposal;
    const minor = amountOf(proposal);
    return [
      t(`admin-proposals.operations.${operation}`),
      reference,
      client?.displayName,
      memberName,
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

/** Slots in words: « Comptable ou Opérations et paiements » once for each approval. The roles of one have no order: they stand by the alphabet. */
export function useSlotWords() {
  const { t, locale } = useWords();
  return (slots: readonly { readonly labels: readonly string[] }[]) =>
    slots
      .map(({ labels }) =>
        [...labels]
          .sort((one, other) => one.localeCompare(other, locale))
          .join(` ${t('admin-proposals.or')} `),
      )
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
