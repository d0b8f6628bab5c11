import { useQuery } from '@tanstack/react-query';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import HandCoins from 'lucide-react/icons/hand-coins';
import Receipt from 'lucide-react/icons/receipt';
import UserRound from 'lucide-react/icons/user-round';
import UsersRound from 'lucide-react/icons/users-round';
import { useEffect, useState } from 'react';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { navigate } from '../../page/navigation.ts';
import type { CommandGroup } from '../../ui/rich/command-palette.tsx';
import { adminHref, clientHref } from './sections.ts';

const PAUSE_MS = 200;
const SHOWN_REQUESTS = 5;

/** The text once the typing has paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** What the server finds for the text that is typed; before anything is typed, the requests that wait. */
export function useFound(typed: string, isOpen: boolean) {
  const may = useMay();
  const text = typed.trim();
  const asked = usePaused(text);
  const isIdle = text === '';
  const maySearch = may('overview.find');
  const found = useQuery({
    ...query.overview.find.queryOptions({ input: { q: asked } }),
    enabled: isOpen && maySearch && asked.length >= 2,
  });
  // Only an answer to the text now in the field: an older answer would change rows under the pointer.
  const answer = asked === text ? found.data : undefined;
  const isSearching = maySearch && text.length >= 2 && !answer && !found.isError;
  // Before anything is typed: what waits.
  const waiting = { input: { status: 'pending' as const, limit: SHOWN_REQUESTS } };
  const waitingLoans = useQuery({
    ...query.loans.review.queryOptions(waiting),
    enabled: isOpen && may('loans.review'),
  });
  const waitingWithdrawals = useQuery({
    ...query.withdrawals.review.queryOptions(waiting),
    enabled: isOpen && may('withdrawals.review'),
  });
  const loans = isIdle ? waitingLoans.data?.loans : answer?.loans;
  const withdrawals = isIdle ? waitingWithdrawals.data?.withdrawals : answer?.withdrawals;
  return { isIdle, isSearching, answer, loans, withdrawals };
}

export type Found = ReturnType<typeof useFound>;

/** Why something was found, in a few words; null where its name says it (Q-20). */
type Hit = NonNullable<Found['answer']>['clients'][number]['hit'];

/** Puts the parts of an entry's detail together, the reason of a hit at their end. */
function useDetail() {
  const t = useT();
  const reasonOf = (row: object): string | null => {
    const hit = 'hit' in row ? (row.hit as Hit) : null;
    if (!hit) return null;
    return t(`admin.palette.hit.${hit.by}`, { text: hit.text ?? '' }).trim();
  };
  return (row: object, ...parts: string[]) =>
    [...parts, reasonOf(row)].filter((part) => part !== null).join(' · ');
}

/** Clients and requests that were found; before anything is typed, the requests that wait. */
function useRequestGroups({ isIdle, answer, loans, withdrawals }: Found): CommandGroup[] {
  const t = useT();
  const { amount } = useFormats();
  const detail = useDetail();
  return [
    {
      key: 'clients',
      title: t('admin.palette.clients'),
      items: (answer?.clients ?? []).map((client) => ({
        key: `client-${client.id}`,
        label: client.displayName,
        detail: detail(client, client.email),
        icon: <UserRound aria-hidden="true" />,
        onAction: () => navigate(clientHref(client.id)),
      })),
    },
    {
      key: 'loans',
      title: t(isIdle ? 'admin.palette.waitingLoans' : 'admin.palette.loans'),
      items: (loans ?? []).map((loan) => ({
        key: `loan-${loan.id}`,
        label: loan.client.displayName,
        detail: detail(loan, amount(loan.amountMinor, loan.currency), t(`admin-loans.status.${loan.status}`)),
        icon: <HandCoins aria-hidden="true" />,
        onAction: () => navigate(adminHref('loans', { loan: loan.id }), { isArrival: false }),
      })),
    },
    {
      key: 'withdrawals',
      title: t(isIdle ? 'admin.palette.waitingWithdrawals' : 'admin.palette.withdrawals'),
      items: (withdrawals ?? []).map((withdrawal) => ({
        key: `withdrawal-${withdrawal.id}`,
        label: withdrawal.client.displayName,
        detail: detail(
          withdrawal,
          amount(withdrawal.amountMinor, withdrawal.currency),
          t(`admin-withdrawals.status.${withdrawal.status}`),
        ),
        icon: <ArrowUpRight aria-hidden="true" />,
        onAction: () =>
          navigate(adminHref('withdrawals', { withdrawal: withdrawal.id }), { isArrival: false }),
      })),
    },
  ];
}

/** Clients, requests, fees, the proposal and the batch that were found, each with the reason. */
export function useFoundGroups(found: Found): CommandGroup[] {
  const t = useT();
  const { amount } = useFormats();
  const detail = useDetail();
  const requests = useRequestGroups(found);
  const { batch, proposal, fees = [] } = found.answer ?? {};
  return [
    ...requests,
    {
      key: 'fees',
      title: t('admin.tabs.fees'),
      items: fees.map((fee) => ({
        key: `fee-${fee.id}`,
        label: fee.client.displayName,
        detail: detail(fee, amount(fee.amountMinor, fee.currency), t(`admin-fees.status.${fee.status}`)),
        icon: <Receipt aria-hidden="true" />,
        onAction: () =>
          navigate(adminHref('fees', { q: fee.receiptNumber ?? fee.client.email }), { isArrival: false }),
      })),
    },
    {
      key: 'proposals',
      title: t('admin.tabs.proposals'),
      items: proposal
        ? [
            {
              key: `proposal-${proposal.id}`,
              label: proposal.reference,
              detail: t(`admin-proposals.operations.${proposal.operation}`),
              icon: <UsersRound aria-hidden="true" />,
              onAction: () =>
                navigate(adminHref('proposals', { proposal: proposal.id }), { isArrival: false }),
            },
          ]
        : [],
    },
    {
      key: 'batches',
      title: t('admin-batches.tab'),
      items: batch
        ? [
            {
              key: `batch-${batch.id}`,
              label: batch.messageId,
              detail: `${amount(batch.totalMinor, 'EUR')} · ${t(`admin-batches.status.${batch.status}`)}`,
              icon: <ArrowUpRight aria-hidden="true" />,
              onAction: () =>
                navigate(adminHref('withdrawals', { view: 'batches', batch: batch.id }), {
                  isArrival: false,
                }),
            },
          ]
        : [],
    },
  ];
}
