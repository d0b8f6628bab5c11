import './admin.css';
import { QueryClientProvider } from '@tanstack/react-query';
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import CheckCheck from 'lucide-react/icons/check-check';
import FileCheck from 'lucide-react/icons/file-check';
import FolderOpen from 'lucide-react/icons/folder-open';
import HandCoins from 'lucide-react/icons/hand-coins';
import Inbox from 'lucide-react/icons/inbox';
import Keyboard from 'lucide-react/icons/keyboard';
import Landmark from 'lucide-react/icons/landmark';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import LogOut from 'lucide-react/icons/log-out';
import ReceiptText from 'lucide-react/icons/receipt-text';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import ScrollText from 'lucide-react/icons/scroll-text';
import Search from 'lucide-react/icons/search';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Users from 'lucide-react/icons/users';
import UsersRound from 'lucide-react/icons/users-round';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { accountTypesOf } from '#domain/accounts/account-types.ts';
import { hasKeptPermission, keepEarlyPermissions } from '../../api/early-reads.ts';
import { useLive } from '../../api/live.ts';
import { query, queryClient, refreshByHand } from '../../api/queries.ts';
import { useGuard } from '../../api/session.ts';
import { useProblemToast } from '../../form/problem-toast.ts';
import { useT } from '../../i18n/t.ts';
import { useKeptFocus } from '../../office/kept-focus.ts';
import { Office } from '../../office/office.tsx';
import { askForPalette, PaletteHost } from '../../office/palette-host.tsx';
import { useBackClosesDialogs } from '../../page/back-and-dialogs.ts';
import { hasAccounts, institution } from '../../page/institution.ts';
import { LanguagePreference, ThemeMenu, ThemePreference } from '../../page/preferences.tsx';
import { ConfirmationHost } from '../../security/confirmation-host.tsx';
import { SessionEnd } from '../../security/session-end.tsx';
import { useSignOut } from '../../security/sign-out.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Kbd, Page } from '../../ui/layout.tsx';
import { SkeletonList } from '../../ui/states.tsx';
import { useAskedAct } from '../desk/asked-act.ts';
import { useCounts } from '../desk/counts.ts';
import { ApprovalHost } from '../proposals/approval-host.tsx';
import { StaffBell } from '../proposals/staff-bell.tsx';
import { DifferenceBand } from './difference-band.tsx';
import { useMayOpen } from './permitted.tsx';
import {
  type AdminSection,
  adminHome,
  adminHref,
  allSections,
  sectionOf,
  useAdminSection,
} from './sections.ts';
import { useListKeys, useShortcutChoice } from './shortcuts.ts';

// Loaded once they are needed: few see either.
const SecondFactorFirst = lazy(() => import('../../security/second-factor-first.tsx'));
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then((file) => ({ default: file.ShortcutsDialog })),
);

const icons: Record<AdminSection, ReactNode> = {
  dashboard: <LayoutDashboard aria-hidden="true" />,
  mine: <FolderOpen aria-hidden="true" />,
  clients: <Users aria-hidden="true" />,
  loans: <HandCoins aria-hidden="true" />,
  withdrawals: <ArrowUpRight aria-hidden="true" />,
  fees: <ReceiptText aria-hidden="true" />,
  statements: <FileCheck aria-hidden="true" />,
  proposals: <CheckCheck aria-hidden="true" />,
  enquiries: <Inbox aria-hidden="true" />,
  rates: <ArrowRightLeft aria-hidden="true" />,
  parameters: <Landmark aria-hidden="true" />,
  jobs: <CalendarClock aria-hidden="true" />,
  audit: <ScrollText aria-hidden="true" />,
  team: <UsersRound aria-hidden="true" />,
  security: <ShieldCheck aria-hidden="true" />,
};

/** The sections this person may open, each with how many there are and how many wait. */
function useLinks(section: AdminSection) {
  const t = useT();
  const mayOpen = useMayOpen();
  const counts = useCounts();
  const known = counts.data;
  const pendingLoans = known?.pendingLoans ?? 0;
  const pendingWithdrawals = known?.pendingWithdrawals ?? 0;
  const openFees = known?.openFees ?? 0;
  const newEnquiries = known?.newEnquiries ?? 0;
  const countOf: Partial<Record<AdminSection, { total?: number; waiting: number }>> = {
    dashboard: { waiting: pendingLoans + pendingWithdrawals + openFees },
    // Those that are due by the end of the day, or late.
    mine: { total: known?.mine?.count ?? undefined, waiting: known?.mine?.due ?? 0 },
    // An account that is not activated waits for its client's first deposit, not for the staff.
    clients: { total: known?.clients ?? undefined, waiting: 0 },
    loans: { total: known?.loans ?? undefined, waiting: pendingLoans },
    withdrawals: { total: known?.withdrawals ?? undefined, waiting: pendingWithdrawals },
    fees: { total: known?.fees ?? undefined, waiting: openFees },
    proposals: { waiting: known?.toApprove ?? 0 },
    enquiries: { waiting: newEnquiries },
  };
  const linkTo = (id: AdminSection) => ({
    id,
    href: adminHref(id),
    label: t(`admin.tabs.${id}`),
    icon: icons[id],
    isCurrent: section === id,
  });
  const countLabel = ({ total, waiting }: { total?: number; waiting: number }) =>
    [
      total === undefined ? null : t('admin.tabs.total', { total }),
      waiting > 0 ? t('admin.tabs.waiting', { waiting }) : null,
    ]
      .filter(Boolean)
      .join(', ');
  return allSections.filter(mayOpen).map((id) => {
    const count = countOf[id];
    return { ...linkTo(id), ...(count ? { count: { ...count, label: countLabel(count) } } : {}) };
  });
}

/** Scrolls the current tab into sight: on a telephone the tabs stand in a row that scrolls, in a low window the menu does. */
function useCurrentTabInSight(section: AdminSection): void {
  const isCounted = useCounts().isSuccess;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counts, once read, widen the tabs and move them.
  useEffect(() => {
    for (const tab of document.querySelectorAll(`.office nav [href="${adminHref(section)}"]`))
      tab.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [section, isCounted]);
}

/** Reads everything on the screen again, and says when that fails. */
function useReread() {
  const t = useT();
  const showProblem = useProblemToast();
  const [isRefreshing, setIsRefreshing] = useState(false);
  const reread = async () => {
    setIsRefreshing(true);
    const problem = await refreshByHand();
    setIsRefreshing(false);
    if (problem) showProblem(problem, { situation: () => t('admin.loadFailed') });
  };
  return { isRefreshing, reread: () => void reread() };
}

/** The kinds of account that the house opens for clients to pay from (LC-6), under the menu. */
function AccountTypes() {
  const t = useT();
  return (
    <div className="office-types">
      <h2>{t('admin.menu.accountTypes')}</h2>
      <ul>
        {accountTypesOf(institution).map((type) => (
          <li key={type}>{t(`common.accountTypes.${type}`)}</li>
        ))}
      </ul>
    </div>
  );
}

/** What the menu and the top bar can do beside opening a section. */
interface ShellActions {
  /** Whether the person has to set up their second factor first: there is nothing to search or to walk over yet. */
  readonly isBarred: boolean;
  readonly onRefresh: () => void;
  readonly onLeave: () => void;
}

function TopBar({ isBarred, onRefresh, onLeave }: ShellActions) {
  const t = useT();
  return (
    <>
      <p className="greeting">{t('admin.menu.title')}</p>
      {isBarred ? null : (
        <IconButton label={t('admin.menu.search')} onClick={askForPalette}>
          <Search aria-hidden="true" />
        </IconButton>
      )}
      <StaffBell />
      <LanguagePreference area="admin" />
      <ThemeMenu />
      <IconButton label={t('admin.menu.refresh')} onClick={onRefresh}>
        <RefreshCw aria-hidden="true" />
      </IconButton>
      <IconButton label={t('common.signOut')} onClick={onLeave}>
        <LogOut aria-hidden="true" />
      </IconButton>
    </>
  );
}

/** Searching and the keys of the lists, in the menu. */
function MenuTools({ onHelp }: { onHelp: () => void }) {
  const t = useT();
  return (
    <>
      <button
        type="button"
        className="office-link"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={askForPalette}
      >
        <Search aria-hidden="true" />
        <span className="office-link-label">{t('admin.menu.search')}</span>
        <span className="office-link-keys" aria-hidden="true">
          <Kbd keys={['Ctrl', 'K']} />
        </span>
      </button>
      <button type="button" className="office-link" onClick={onHelp}>
        <Keyboard aria-hidden="true" />
        <span className="office-link-label">{t('admin.menu.shortcuts')}</span>
        <span className="office-link-keys" aria-hidden="true">
          <Kbd keys={['?']} />
        </span>
      </button>
    </>
  );
}

function MenuFoot({
  isBarred,
  isRefreshing,
  onRefresh,
  onLeave,
  onHelp,
}: ShellActions & { isRefreshing: boolean; onHelp: () => void }) {
  const t = useT();
  return (
    <>
      {isBarred ? null : <MenuTools onHelp={onHelp} />}
      <div className="office-preferences">
        <ThemePreference />
        <ThemeMenu />
        <LanguagePreference area="admin" />
      </div>
      <Button
        className="office-refresh"
        size="dense"
        block
        loading={isRefreshing}
        icon={<RefreshCw aria-hidden="true" />}
        onClick={onRefresh}
      >
        {t('admin.menu.refresh')}
      </Button>
      <button type="button" className="office-link" onClick={onLeave}>
        <LogOut aria-hidden="true" />
        <span className="office-link-label">{t('common.signOut')}</span>
      </button>
    </>
  );
}

// Longer than 70 lines: it is the list of what surrounds every screen, each a line or two.
function Shell({ children }: { children: ReactNode }) {
  const t = useT();
  const section = useAdminSection();
  const { session } = useGuard(
    (who) => {
      if (!who) return '/admin-login';
      return who.isAdministrator ? null : '/';
    },
    { whenUnknown: '/admin-login' },
  );
  const links = useLinks(section);
  const permissions = session?.permissions;
  useEffect(() => {
    if (permissions) keepEarlyPermissions(permissions);
  }, [permissions]);
  // A member of the staff of a live institution has nothing to do here before they have a second factor.
  const isBarred = session?.mustSetUpSecondFactor === true;
  useLive(session !== null && !isBarred);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const shortcuts = useShortcutChoice();
  useKeptFocus();
  useBackClosesDialogs(t('admin.dialogKept'));
  useListKeys({ isOn: shortcuts.isOn && session !== null && !isBarred, onHelp: () => setIsHelpOpen(true) });
  useCurrentTabInSight(section);
  useAskedAct(session !== null && !isBarred);
  const leave = useSignOut('/admin-login');
  const { isRefreshing, reread } = useReread();

  return (
    <Office
      home={adminHome}
      density="dense"
      menuLabel={t('admin.menu.label')}
      links={isBarred ? [] : links}
      menuExtra={isBarred || !hasAccounts ? null : <AccountTypes />}
      topBar={<TopBar isBarred={isBarred} onRefresh={reread} onLeave={leave} />}
      menuFoot={
        <MenuFoot
          isBarred={isBarred}
          isRefreshing={isRefreshing}
          onRefresh={reread}
          onLeave={leave}
          onHelp={() => setIsHelpOpen(true)}
        />
      }
    >
      {session && !isBarred ? <DifferenceBand /> : null}
      {session && !isBarred ? children : null}
      {isBarred ? (
        <Suspense fallback={<SkeletonList label={t('common.loading')} rows={2} />}>
          <SecondFactorFirst />
        </Suspense>
      ) : null}
      <ConfirmationHost />
      <ApprovalHost />
      {session ? (
        <SessionEnd onLeave={leave} />
      ) : (
        <Page>
          <SkeletonList label={t('common.loading')} rows={8} />
        </Page>
      )}
      {isHelpOpen ? (
        <Suspense>
          <ShortcutsDialog
            isOn={shortcuts.isOn}
            onChoose={shortcuts.choose}
            onClose={() => setIsHelpOpen(false)}
          />
        </Suspense>
      ) : null}
      {isBarred ? null : (
        <PaletteHost
          load={() => import('./palette.tsx')}
          isReady={session !== null}
          label={t('admin.palette.label')}
          placeholder={t('admin.palette.placeholder')}
          failedText={t('admin.palette.failed')}
        >
          {(Palette, props) => (
            <Palette {...props} onRefresh={reread} onSignOut={leave} onHelp={() => setIsHelpOpen(true)} />
          )}
        </PaletteHost>
      )}
    </Office>
  );
}

/** Who is here, how much of everything there is, and on the dashboard what it shows. */
export const readFirst = (): Promise<unknown> =>
  Promise.all([
    queryClient.prefetchQuery(query.session.current.queryOptions()),
    hasKeptPermission('overview.counts')
      ? queryClient.prefetchQuery(query.overview.counts.queryOptions())
      : null,
    hasKeptPermission('overview.administrator') &&
    location.pathname === adminHome &&
    sectionOf(location.search) === 'dashboard'
      ? queryClient.prefetchQuery(query.overview.administrator.queryOptions())
      : null,
  ]);

/** What surrounds the back office; only the staff stays here. */
export default function AdminShell({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Shell>{children}</Shell>
    </QueryClientProvider>
  );
}
