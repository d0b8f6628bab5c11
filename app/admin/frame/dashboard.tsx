import { type ComponentType, lazy, Suspense } from 'react';
import { useT } from '../../i18n/t.ts';
import { PageHead } from '../../page/page-head.tsx';
import { Page, PageTitle } from '../../ui/layout.tsx';
import { SkeletonList } from '../../ui/states.tsx';
import { ClientsTab } from '../clients/clients-tab.tsx';
import { FeesTab } from '../fees/fees-tab.tsx';
import { LoansTab } from '../loans/loans-tab.tsx';
import { OverviewTab } from '../overview/overview-tab.tsx';
import { WithdrawalsTab } from '../withdrawals/withdrawals-tab.tsx';
import { NotPermitted, useMayOpen } from './permitted.tsx';
import { type AdminSection, readingOf, useAdminSection } from './sections.ts';

// Rarely opened: loaded on demand.
const RatesTab = lazy(() => import('../rates/rates-tab.tsx').then((file) => ({ default: file.RatesTab })));
const EnquiriesTab = lazy(() =>
  import('../enquiries/enquiries-tab.tsx').then((file) => ({ default: file.EnquiriesTab })),
);
const SecurityTab = lazy(() => import('./security-tab.tsx').then((file) => ({ default: file.SecurityTab })));
const StatementsTab = lazy(() =>
  import('../statements/statements-tab.tsx').then((file) => ({ default: file.StatementsTab })),
);
const ProposalsTab = lazy(() =>
  import('../proposals/proposals-tab.tsx').then((file) => ({ default: file.ProposalsTab })),
);
const JobsTab = lazy(() => import('../jobs/jobs-tab.tsx').then((file) => ({ default: file.JobsTab })));
const TeamTab = lazy(() => import('../staff/team-tab.tsx').then((file) => ({ default: file.TeamTab })));
const AuditTab = lazy(() => import('../audit/audit-tab.tsx').then((file) => ({ default: file.AuditTab })));

const tabs: Record<AdminSection, ComponentType> = {
  dashboard: OverviewTab,
  clients: ClientsTab,
  loans: LoansTab,
  withdrawals: WithdrawalsTab,
  fees: FeesTab,
  statements: StatementsTab,
  proposals: ProposalsTab,
  enquiries: EnquiriesTab,
  rates: RatesTab,
  jobs: JobsTab,
  audit: AuditTab,
  team: TeamTab,
  security: SecurityTab,
};

/** The back office: one address, one tab at a time (docs/rules.md, Screens). */
export default function AdminDashboard() {
  const t = useT();
  const section = useAdminSection();
  const reading = readingOf[section];
  const mayOpen = useMayOpen()(section);
  const Tab = tabs[section];
  const title = t(`admin.tabs.${section}`);
  return (
    <Page width="wide">
      <PageHead title={title} />
      <PageTitle size="quiet">{title}</PageTitle>
      <Suspense fallback={<SkeletonList label={t('common.loading')} rows={8} />}>
        {reading !== null && !mayOpen ? <NotPermitted to={reading} /> : <Tab />}
      </Suspense>
    </Page>
  );
}
