import { QueryClientProvider } from '@tanstack/react-query';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import Clock from 'lucide-react/icons/clock';
import HandCoins from 'lucide-react/icons/hand-coins';
import House from 'lucide-react/icons/house';
import List from 'lucide-react/icons/list';
import LogOut from 'lucide-react/icons/log-out';
import ReceiptText from 'lucide-react/icons/receipt-text';
import UserRound from 'lucide-react/icons/user-round';
import Zap from 'lucide-react/icons/zap';
import { lazy, type ReactNode, Suspense } from 'react';
import { useLive } from '../../api/live.ts';
import { query, queryClient } from '../../api/queries.ts';
import { useGuard } from '../../api/session.ts';
import { useT } from '../../i18n/t.ts';
import { useKeptFocus } from '../../office/kept-focus.ts';
import { Office, type OfficeLink } from '../../office/office.tsx';
import { useBackClosesDialogs } from '../../page/back-and-dialogs.ts';
import { LanguagePreference, ThemeMenu, ThemePreference } from '../../page/preferences.tsx';
import { ConfirmationHost } from '../../security/confirmation-host.tsx';
import { SessionEnd } from '../../security/session-end.tsx';
import { useSignOut } from '../../security/sign-out.ts';
import { IconButton } from '../../ui/button.tsx';
import { Page } from '../../ui/layout.tsx';
import { ErrorState, SkeletonList } from '../../ui/states.tsx';
import { overviewOptions, sectionsFor, useOverview } from '../accounts/overview.ts';
import { MovementAnnouncer } from '../movements/movement-announcer.tsx';
import { ClientBell } from '../notifications/client-bell.tsx';
import { noticesOptions, useNoticeToasts } from '../notifications/notices.ts';
import { ClientPaletteHost } from './palette-opener.tsx';
import { type ClientSection, clientHome, clientHref, clientSections, useClientSection } from './sections.ts';

/** Loaded when a second factor must be set up first. */
const SecondFactorFirst = lazy(() => import('../../security/second-factor-first.tsx'));

const icons: Record<ClientSection, ReactNode> = {
  dashboard: <House aria-hidden="true" />,
  transactions: <List aria-hidden="true" />,
  actions: <Zap aria-hidden="true" />,
  loans: <HandCoins aria-hidden="true" />,
  transfers: <ArrowLeftRight aria-hidden="true" />,
  pending: <Clock aria-hidden="true" />,
  fees: <ReceiptText aria-hidden="true" />,
  profile: <UserRound aria-hidden="true" />,
  help: <CircleQuestionMark aria-hidden="true" />,
};

const tabs = [
  'dashboard',
  'actions',
  'pending',
  'fees',
  'profile',
] as const satisfies readonly ClientSection[];

function MenuFoot({ onLeave }: { onLeave: () => void }) {
  const t = useT();
  return (
    <>
      <div className="office-preferences">
        <ThemePreference />
        <ThemeMenu />
        <LanguagePreference area="client" />
      </div>
      <button type="button" className="office-link" onClick={onLeave}>
        <LogOut aria-hidden="true" />
        <span className="office-link-label">{t('common.signOut')}</span>
      </button>
    </>
  );
}

/** The page until the session is known. */
function Unopened({ isBroken, onRetry }: { isBroken: boolean; onRetry: () => void }) {
  const t = useT();
  return (
    <Page>
      {isBroken ? (
        <ErrorState title={t('client.loadFailed')} onRetry={onRetry} retryLabel={t('common.retry')} />
      ) : (
        <SkeletonList label={t('common.loading')} rows={6} />
      )}
    </Page>
  );
}

function Shell({ children }: { children: ReactNode }) {
  const t = useT();
  const section = useClientSection();
  // Requested in parallel with the session.
  const overview = useOverview();
  const { session, isBroken, retry } = useGuard((who) => {
    if (!who) return '/auth';
    return who.hasAccount ? null : who.home;
  });
  // Where the institution demands a second factor, the server refuses every other read until there is one.
  const isBarred = session?.mustSetUpSecondFactor === true;
  useLive(session !== null && !isBarred);
  useNoticeToasts();
  useKeptFocus();
  useBackClosesDialogs(t('client.dialogKept'));

  const pending = overview.data?.pendingCount ?? 0;
  const link = (id: ClientSection, label: string): OfficeLink => ({
    id,
    href: clientHref(id),
    label,
    icon: icons[id],
    isCurrent: section === id,
    count:
      id === 'pending'
        ? { waiting: pending, label: t('client.menu.pendingCount', { count: pending }) }
        : undefined,
  });
  const sections = sectionsFor(clientSections, overview.data);
  const leave = useSignOut('/auth');
  const firstName = overview.data?.profile.firstName ?? session?.firstName ?? '';

  return (
    <Office
      home={clientHome}
      menuLabel={t('client.menu.label')}
      links={isBarred ? [] : sections.map((id) => link(id, t(`client.menu.${id}`)))}
      tabs={isBarred ? undefined : tabs.map((id) => link(id, t(`client.tabs.${id}`)))}
      topBar={
        <>
          <p className="greeting">{firstName ? t('client.greeting', { firstName }) : t('client.welcome')}</p>
          {isBarred ? null : <ClientBell />}
          <LanguagePreference area="client" />
          <IconButton label={t('common.signOut')} onClick={leave}>
            <LogOut aria-hidden="true" />
          </IconButton>
        </>
      }
      menuFoot={<MenuFoot onLeave={leave} />}
    >
      {session ? (
        <>
          <ConfirmationHost currency={overview.data?.account.currency ?? null} />
          <SessionEnd onLeave={leave} />
        </>
      ) : null}
      {isBarred ? (
        <Suspense fallback={<SkeletonList label={t('common.loading')} rows={2} />}>
          <SecondFactorFirst />
        </Suspense>
      ) : null}
      {isBarred ? null : <ClientPaletteHost isReady={session !== null} />}
      {session && !isBarred ? (
        <>
          <MovementAnnouncer overview={overview.data} />
          {children}
        </>
      ) : null}
      {session ? null : <Unopened isBroken={isBroken} onRetry={retry} />}
    </Office>
  );
}

/** Starts the reads of the session, the dashboard and the bell. */
export const readFirst = (): Promise<unknown> =>
  Promise.all([
    queryClient.prefetchQuery(query.session.current.queryOptions()),
    queryClient.prefetchQuery(overviewOptions()),
    queryClient.prefetchQuery(noticesOptions()),
  ]);

/** The frame of the client's screens, restricted to a signed-in person with an account. */
export default function ClientShell({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Shell>{children}</Shell>
    </QueryClientProvider>
  );
}
