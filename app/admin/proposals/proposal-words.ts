import type * as z from 'zod/mini';
import type { proposal } from '#contract/proposals.ts';
import { formatIban } from '#domain/accounts/iban.ts';
import { isCurrencyCode } from '#domain/money/currencies.ts';
import type { ProposalStatus } from '#domain/proposals/proposal.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import type { StatusKind } from '../../ui/badge.tsx';
import type { Definition } from '../../ui/definition-list.tsx';

export type Proposal = z.infer<typeof proposal>;

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

/** Fields that say where something is and not what it is. */
const WITHOUT_WORDS = new Set([
  'id',
  'seenStatus',
  'seenPhase',
  'seenVersion',
  'replaces',
  'currency',
  'action',
]);

/** A command in words: each field of its input with its name, amounts and IBANs as they are read (FOUR-14: never as JSON). */
export function useCommandWords() {
  const { t, tKey } = useWords();
  const { amount } = useFormats();
  const inWordsOf = (name: string, value: unknown, currency: string): string => {
    if (typeof value === 'number' && name.endsWith('Minor'))
      return amount(value, isCurrencyCode(currency) ? currency : 'EUR');
    if (name === 'amountFrom' || name === 'amountTo') return amount(Number(value), 'EUR');
    if (name === 'list') return tKey(`admin-proposals.exportedLists.${String(value)}`);
    if (name === 'iban' && typeof value === 'string') return formatIban(value);
    if (name === 'motive') return tKey(`admin-clients.credit.motives.${String(value)}`);
    if (typeof value === 'boolean') return t(value ? 'admin-proposals.yes' : 'admin-proposals.no');
    if (Array.isArray(value)) return t('admin-proposals.items', { count: value.length });
    return value === null || value === '' ? t('admin-proposals.none') : String(value);
  };
  const nameOf = (name: string) => {
    const key = `admin-proposals.fields.${name.replace(/Minor$/, '')}`;
    const word = tKey(key);
    return word === key ? name : word;
  };
  return {
    nameOf,
    inWordsOf,
    facts: (input: Readonly<Record<string, unknown>>): Definition[] => {
      const currency = typeof input.currency === 'string' ? input.currency : 'EUR';
      return Object.entries(input)
        .filter(([name, value]) => !WITHOUT_WORDS.has(name) && value !== undefined)
        .map(([name, value]) => ({
          term: nameOf(name),
          value: inWordsOf(name, value, currency),
          strong: name.endsWith('Minor'),
        }));
    },
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
