import ArrowRight from 'lucide-react/icons/arrow-right';
import Keyboard from 'lucide-react/icons/keyboard';
import LogOut from 'lucide-react/icons/log-out';
import Moon from 'lucide-react/icons/moon';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Sun from 'lucide-react/icons/sun';
import { useState } from 'react';
import { useT } from '../../i18n/t.ts';
import type { PaletteProps } from '../../office/palette-host.tsx';
import { navigate } from '../../page/navigation.ts';
import { chooseTheme, useTheme } from '../../page/use-theme.ts';
import { type Command, type CommandGroup, CommandPalette } from '../../ui/rich/command-palette.tsx';
import { useFound, useFoundGroups } from './found-groups.tsx';
import { type PaletteAct, usePaletteActs, useWordedActs } from './palette-acts.tsx';
import { useMayOpen } from './permitted.tsx';
import { adminHref, allSections } from './sections.ts';

/** Without case or accents, as people search. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function matches(command: Command, typed: string): boolean {
  const text = plain(`${command.label} ${command.keywords ?? ''}`);
  return plain(typed)
    .split(/\s+/)
    .every((word) => text.includes(word));
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

/** Fewest letters of a word that can name an act, and most acts that are offered directly. */
const ACT_LETTERS = 3;
const DIRECT_ACTS = 6;

/** Words of the acts, without what they are done to: « frais » of « Créer des frais pour … ». */
function useActWords(): (word: string) => boolean {
  const t = useT();
  const name = '';
  const words = plain(
    [
      ...(['fee', 'credit', 'activate', 'iban', 'remove'] as const).map((act) =>
        t(`admin-clients.actionOf.${act}`, { name }),
      ),
      ...(['approve', 'process', 'reject'] as const).map((act) => t(`admin-loans.${act}Of`, { name })),
      ...(['approve', 'process', 'reject', 'complete'] as const).map((act) =>
        t(`admin-withdrawals.actionOf.${act}`, { name }),
      ),
      t('admin-tasks.takeOf', { name }),
      ...(['clients.remove', 'loans.decide.approve', 'withdrawals.decide.approve'] as const).map((act) =>
        t(`admin-proposals.proposeOf.${act}`),
      ),
      ...(['validate', 'mark-paid'] as const).map((act) => t(`admin-fees.actionOf.${act}`, { name })),
    ].join(' '),
  )
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length >= ACT_LETTERS);
  return (word) => word.length >= ACT_LETTERS && words.some((one) => one.startsWith(word));
}

/** The acts that are typed with what they are done to: « frais lemoine », « proposer lemoine ». */
function useDirectActs(typed: string, isOpen: boolean): CommandGroup {
  const t = useT();
  const isProposed = (act: PaletteAct, name: string) =>
    act.governed !== undefined &&
    matches({ ...act, label: t(`admin-proposals.proposeOf.${act.governed.command.operation}`) }, name);
  const isOfAct = useActWords();
  const actsOf = usePaletteActs();
  const words = typed.trim().split(/\s+/);
  const rest = words.filter((word) => !isOfAct(plain(word)));
  const isDirect = rest.length > 0 && rest.length < words.length;
  const found = useFound(isDirect ? rest.join(' ') : '', isOpen && isDirect);
  const acts = isDirect ? [...actsOf(found).values()].flat() : [];
  const typedWords = words.filter((word) => isOfAct(plain(word))).join(' ');
  const worded = useWordedActs(
    acts.filter((act) => matches(act, typed) || isProposed(act, typedWords)).slice(0, DIRECT_ACTS),
  );
  return {
    key: 'direct',
    title: t('admin.palette.direct'),
    items: worded.filter((act) => matches(act, typed)).map((act) => ({ ...act, key: `direct-${act.key}` })),
  };
}

/** The groups of the palette, or the acts of one entry while they are shown. */
function usePaletteGroups(typed: string, isOpen: boolean, actions: PaletteActions) {
  const t = useT();
  const found = useFound(typed, isOpen);
  const actsOf = usePaletteActs()(found);
  const foundGroups = useFoundGroups(found);
  const direct = useDirectActs(typed, isOpen);
  const sections = useSectionGroup(typed);
  const commands = useActionGroup(typed, actions);
  const [acting, setActing] = useState<string | null>(null);
  const entry = foundGroups.flatMap(({ items }) => items).find(({ key }) => key === acting);
  const acts = useWordedActs(entry ? (actsOf.get(entry.key) ?? []) : []);
  const marked = foundGroups.map((group) => ({
    ...group,
    items: group.items.map((item) => ({ ...item, hasActs: actsOf.has(item.key) })),
  }));
  const ofEntry: CommandGroup[] = entry
    ? [
        {
          key: 'acts',
          title: t('admin.palette.actsOf', { name: entry.label }),
          items: [...acts, { ...entry, key: `open-${entry.key}`, label: t('admin.palette.open') }],
        },
      ]
    : [];
  return {
    found,
    groups: entry ? ofEntry : [direct, ...marked, sections, commands],
    acts: {
      word: t('admin.palette.acts'),
      isShown: entry !== undefined,
      onShow: setActing,
      onBack: () => setActing(null),
    },
  };
}

/** Any client, request, fee, file, proposal or action, found by typing, with the acts on each: all but the actions by the server. */
export default function Palette({
  open,
  onOpenChange,
  takeEarlyText,
  ...actions
}: PaletteProps & PaletteActions) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const { found, groups, acts } = usePaletteGroups(typed, open, actions);

  return (
    <CommandPalette
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next);
        acts.onBack();
        if (!next) setTyped('');
      }}
      label={t('admin.palette.label')}
      placeholder={t('admin.palette.placeholder')}
      emptyText={
        found.isSearching ? t('admin.palette.searching') : t('admin.palette.noMatch', { q: typed.trim() })
      }
      groups={groups.filter(({ items }) => items.length > 0)}
      query={typed}
      onQueryChange={(text) => {
        acts.onBack();
        setTyped(text);
      }}
      filter={false}
      footer={t('admin.palette.footer')}
      takeEarlyText={takeEarlyText}
      acts={acts}
    />
  );
}
