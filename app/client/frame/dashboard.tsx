import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useT } from '../../i18n/t.ts';
import { hasAccounts, lends } from '../../page/institution.ts';
import { forgetSimulation } from '../../page/kept-simulation.ts';
import { PageHead } from '../../page/page-head.tsx';
import { storedSimulation } from '../../page/stored-simulation.ts';
import { Page, PageTitle } from '../../ui/layout.tsx';
import { ErrorState, Skeleton, SkeletonList } from '../../ui/states.tsx';
import { makesTransfers, type Overview, shownSection, useOverview } from '../accounts/overview.ts';
import { FeesSection } from '../fees/fees-section.tsx';
import { LoanRequestDialog } from '../loans/loan-request-dialog.tsx';
import { LoansSection } from '../loans/loans-section.tsx';
import { TransactionsSection } from '../movements/transactions-section.tsx';
import { ClientBell } from '../notifications/client-bell.tsx';
import { TransferDialog } from '../withdrawals/transfer-dialog.tsx';
import { TransfersSection } from '../withdrawals/transfers-section.tsx';
import { ActionsSection } from './actions-section.tsx';
import { HelpSection } from './help-section.tsx';
import { HomeSection, RequestButtons } from './home-section.tsx';
import { PaletteButton } from './palette-opener.tsx';
import { PendingSection } from './pending-section.tsx';
import {
  type ClientSection,
  closeDialog,
  openDialog,
  useClientSection,
  useIsOnePage,
  useOpenDialog,
  useTransferAgain,
} from './sections.ts';
import './client.css';

// Its forms come when they are opened.
const ProfileSection = lazy(() =>
  import('../profile/profile-section.tsx').then((file) => ({ default: file.ProfileSection })),
);

/** The lead of each section. */
const leads = {
  transactions: 'client-transactions.lead',
  actions: 'client.actions.lead',
  loans: lends ? 'client-loans.lead' : 'client-loans.leadElsewhere',
  transfers: 'client-transfers.lead',
  pending: 'client.pending.lead',
  fees: 'client-fees.lead',
  profile: 'client-profile.lead',
  help: 'client.help.lead',
} as const satisfies Partial<Record<ClientSection, string>>;

/** The lead of a section. Who has no IBAN of the house's, and is given none, can correct everything (LC-6). */
const leadOf = (section: keyof typeof leads, overview: Overview | undefined) =>
  section === 'profile' && !hasAccounts && !overview?.account.iban
    ? 'client-profile.leadWhole'
    : leads[section];

/** Sections with a primary action of their own, or none. */
const WITHOUT_REQUESTS: readonly ClientSection[] = ['actions', 'profile', 'help'];

function sectionOf(section: ClientSection, overview: Overview): ReactNode {
  switch (section) {
    case 'dashboard':
      return <HomeSection overview={overview} />;
    case 'transactions':
      return <TransactionsSection overview={overview} />;
    case 'actions':
      return <ActionsSection overview={overview} />;
    case 'loans':
      return <LoansSection overview={overview} />;
    case 'transfers':
      return <TransfersSection overview={overview} />;
    case 'pending':
      return <PendingSection overview={overview} />;
    case 'fees':
      return <FeesSection />;
    case 'profile':
      return <ProfileSection overview={overview} />;
    case 'help':
      return <HelpSection />;
  }
}

/** The skeleton of the dashboard. */
function Waiting() {
  const t = useT();
  return (
    <div className="stack" data-gap="5">
      <div className="client-stats" aria-hidden="true">
        {[1, 2, 3, 4].map((card) => (
          <div key={card} className="stat-card">
            <Skeleton />
            <Skeleton shape="figure" />
            <Skeleton />
          </div>
        ))}
      </div>
      <SkeletonList label={t('common.loading')} rows={6} />
    </div>
  );
}

/** Actions of every section: search and notices, except where the small screens' top bar has them, and the two requests. */
function Tools({ withRequests }: { withRequests: boolean }) {
  return (
    <>
      <div className="client-tools">
        <PaletteButton />
        <ClientBell />
      </div>
      {withRequests ? <RequestButtons /> : null}
    </>
  );
}

/** `/client-dashboard`: every section of the client area, by `?section=`. */
export default function ClientDashboard() {
  const t = useT();
  const asked = useClientSection();
  const dialog = useOpenDialog();
  const againId = useTransferAgain();
  const overview = useOverview();
  const section = shownSection(asked, overview.data);
  const title = t(`client.menu.${section}`);
  const { data } = overview;
  const isOnePage = useIsOnePage();
  const [simulation, setSimulation] = useState(storedSimulation);
  const isReady = data !== undefined;
  const hasTransfers = makesTransfers(data);
  // « The two operations »: one of them is not everybody's.
  const hasLead = section !== 'dashboard' && !isOnePage && (section !== 'actions' || hasTransfers);

  // A visitor who simulated and then signed in continues: the request opens prefilled, for them to check and send.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the account is known.
  useEffect(() => {
    if (isReady && simulation && dialog === null) openDialog(simulation.kind);
  }, [isReady]);

  const close = () => {
    setSimulation(null);
    forgetSimulation();
    closeDialog();
  };

  return (
    <Page className="client-page" data-section={section}>
      <PageHead title={title} />
      <PageTitle
        size="quiet"
        lead={hasLead ? t(leadOf(section, data)) : undefined}
        actions={
          <Tools withRequests={!(isOnePage && section === 'loans') && !WITHOUT_REQUESTS.includes(section)} />
        }
      >
        {title}
      </PageTitle>
      <Suspense fallback={<SkeletonList label={t('common.loading')} rows={6} />}>
        {data ? sectionOf(section, data) : null}
      </Suspense>
      {overview.isError && !data ? (
        <ErrorState
          title={t('client.loadFailed')}
          headingLevel="h2"
          retryLabel={t('common.retry')}
          retrying={overview.isFetching}
          onRetry={() => void overview.refetch()}
        >
          {t('client.loadFailedText')}
        </ErrorState>
      ) : null}
      {data || overview.isError ? null : <Waiting />}
      {data ? (
        <>
          <LoanRequestDialog
            open={dialog === 'loan'}
            onClose={close}
            overview={data}
            simulation={simulation?.kind === 'loan' ? simulation : null}
          />
          <TransferDialog
            key={againId}
            again={data.withdrawals.find(({ id }) => id === againId) ?? null}
            open={dialog === 'transfer' && hasTransfers}
            onClose={close}
            overview={data}
            simulation={simulation?.kind === 'transfer' ? simulation : null}
          />
        </>
      ) : null}
    </Page>
  );
}
