import { useQuery } from '@tanstack/react-query';
import ArrowRight from 'lucide-react/icons/arrow-right';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import HandCoins from 'lucide-react/icons/hand-coins';
import Keyboard from 'lucide-react/icons/keyboard';
import LogOut from 'lucide-react/icons/log-out';
import Moon from 'lucide-react/icons/moon';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Sun from 'lucide-react/icons/sun';
import UserRound from 'lucide-react/icons/user-round';
import { useEffect, useState } from 'react';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import type { PaletteProps } from '../../office/palette-host.tsx';
import { navigate } from '../../page/navigation.ts';
import { chooseTheme, useTheme } from '../../page/use-theme.ts';
import { type Command, type CommandGroup, CommandPalette } from '../../ui/rich/command-palette.tsx';
import { useMayOpen } from './permitted.tsx';
import { adminHref, allSections, clientHref } from './sections.ts';

const PAUSE_MS = 200;
const SHOWN_REQUESTS = 5;

/** Without case or accents, as people search. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function matches(command: Command, typed: string): boolean {
  const text = plain(`${command.label} ${command.keywords ?? ''}`);
  return plain(typed)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

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
function useFound(typed: string, isOpen: boolean) {
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
  return { isIdle, isSearching, clients: answer?.clients, loans, withdrawals, batch: answer?.batch };
}

type Found = ReturnType<typeof useFound>;

/** Clients, requests and the batch that were found. */
function useFoundGroups({ isIdle, clients, loans, withdrawals, batch }: Found): CommandGroup[] {
  const t = useT();
  const { amount } = useFormats();
  return [
    {
      key: 'clients',
      title: t('admin.palette.clients'),
      items: (clients ?? []).map((client) => ({
        key: `client-${client.id}`,
        label: client.displayName,
        detail: client.email,
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
        detail: `${amount(loan.amountMinor, loan.currency)} · ${t(`admin-loans.status.${loan.status}`)}`,
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
        detail: `${amount(withdrawal.amountMinor, withdrawal.currency)} · ${t(`admin-withdrawals.status.${withdrawal.status}`)}`,
        icon: <ArrowUpRight aria-hidden="true" />,
        onAction: () =>
          navigate(adminHref('withdrawals', { withdrawal: withdrawal.id }), { isArrival: false }),
      })),
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

/** The sections this person may open. */
function useSectionGroup(typed: string): CommandGroup {
  const t = useT();
  const mayOpen = useMayOpen();
  return {
    key: 'go',
    title: t('admin.palette.go'),
    items: allSections
      .filter(mayOpen)
      .map((section) => ({
        key: `go-${section}`,
        label: t(`admin.tabs.${section}`),
        icon: <ArrowRight aria-hidden="true" />,
        onAction: () => navigate(adminHref(section), { isArrival: true }),
      }))
      .filter((command) => matches(command, typed)),
  };
}

interface PaletteActions {
  readonly onRefresh: () => void;
  readonly onSignOut: () => void;
  readonly onHelp: () => void;
}

/** What can be done from anywhere. */
function useActionGroup(typed: string, { onRefresh, onSignOut, onHelp }: PaletteActions): CommandGroup {
  const t = useT();
  const isDark = useTheme() === 'dark';
  return {
    key: 'actions',
    title: t('admin.palette.actions'),
    items: [
      {
        key: 'refresh',
        label: t('admin.menu.refresh'),
        icon: <RefreshCw aria-hidden="true" />,
        onAction: onRefresh,
      },
      {
        key: 'theme',
        label: t(isDark ? 'admin.palette.light' : 'admin.palette.dark'),
        icon: isDark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />,
        onAction: () => chooseTheme(isDark ? 'light' : 'dark'),
      },
      {
        key: 'keys',
        label: t('admin.keys.title'),
        icon: <Keyboard aria-hidden="true" />,
        shortcut: ['?'],
        onAction: onHelp,
      },
      {
        key: 'sign-out',
        label: t('common.signOut'),
        icon: <LogOut aria-hidden="true" />,
        onAction: onSignOut,
      },
    ].filter((command) => matches(command, typed)),
  };
}

/** Any client, request, batch or action, found by typing: all but the actions by the server. */
export default function Palette({
  open,
  onOpenChange,
  takeEarlyText,
  ...actions
}: PaletteProps & PaletteActions) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const found = useFound(typed, open);
  const foundGroups = useFoundGroups(found);
  const sections = useSectionGroup(typed);
  const commands = useActionGroup(typed, actions);
  const groups = [...foundGroups, sections, commands];

  return (
    <CommandPalette
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next);
        if (!next) setTyped('');
      }}
      label={t('admin.palette.label')}
      placeholder={t('admin.palette.placeholder')}
      emptyText={t(found.isSearching ? 'admin.palette.searching' : 'admin.palette.empty')}
      groups={groups.filter(({ items }) => items.length > 0)}
      query={typed}
      onQueryChange={setTyped}
      filter={false}
      footer={t('admin.palette.footer')}
      takeEarlyText={takeEarlyText}
    />
  );
}
