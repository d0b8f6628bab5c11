import { type ComponentType, lazy, Suspense } from 'react';
import { useMay } from '../../api/session.ts';
import { needCatalogues } from '../../i18n/catalogue-files.ts';
import { useT } from '../../i18n/t.ts';
import { PageHead } from '../../page/page-head.tsx';
import { Page, PageTitle } from '../../ui/layout.tsx';
import { SkeletonList } from '../../ui/states.tsx';
import { LoansTab } from '../loans/loans-tab.tsx';
import { OverviewTab } from '../overview/overview-tab.tsx';
import { WithdrawalsTab } from '../withdrawals/withdrawals-tab.tsx';
import { HeadActs } from './head-acts.tsx';
import { NotPermitted } from './permitted.tsx';
import { type AdminSection, readingOf, useAdminSection } from './sections.ts';

// The dashboard, loans and transfers come with the screen; the others are loaded when they are opened.
const ClientsTab = lazy(() =>
  import('../clients/clients-tab.tsx').then((file) => ({ default: file.ClientsTab })),
);
const FeesTab = lazy(() => import('../fees/fees-tab.tsx').then((file) => ({ default: file.FeesTab })));
const RatesTab = lazy(() => import('../rates/rates-tab.tsx').then((file) => ({ default: file.RatesTab })));
const ParametersTab = lazy(async () => {
  const [file] = await Promise.all([
    import('../parameters/parameters-tab.tsx'),
    needCatalogues(['dated-data']),
  ]);
  return { default: file.ParametersTab };
});
const EnquiriesTab = lazy(() =>
  import('../enquiries/enquiries-tab.tsx').then((file) => ({ default: file.EnquiriesTab })),
);
const SecurityTab = lazy(async () => {
  const [file] = await Promise.all([import('./security-tab.tsx'), needCatalogues(['admin-staff'])]);
  return { default: file.SecurityTab };
});
const StatementsTab = lazy(async () => {
  const [file] = await Promise.all([
    import('../statements/statements-tab.tsx'),
    needCatalogues(['admin-bank-files']),
  ]);
  return { default: file.StatementsTab };
});
const ProposalsTab = lazy(async () => {
  // A proposed role names its permissions, a proposed value what it is of, a release the fault of its statement.
  const [file] = await Promise.all([
    import('../proposals/proposals-tab.tsx'),
    needCatalogues(['admin-audit', 'admin-bank-files', 'admin-staff', 'dated-data']),
  ]);
  return { default: file.ProposalsTab };
});
const JobsTab = lazy(() => import('../jobs/jobs-tab.tsx').then((file) => ({ default: file.JobsTab })));
const MineTab = lazy(() => import('../tasks/mine-tab.tsx').then((file) => ({ default: file.MineTab })));
const TeamTab = lazy(async () => {
  const [file] = await Promise.all([
    import('../staff/team-tab.tsx'),
    needCatalogues(['admin-audit', 'admin-staff']),
  ]);
  return { default: file.TeamTab };
});
const AuditTab = lazy(async () => {
  // What a line keeps of roles and ties is read in the words of their screen.
  const [file] = await Promise.all([
    import('../audit/audit-tab.tsx'),
    needCatalogues(['admin-audit', 'admin-staff']),
  ]);
  return { default: file.AuditTab };
});

const tabs: Record<AdminSection, ComponentType> = {
  dashboard: OverviewTab,
  mine: MineTab,
  clients: ClientsTab,
  loans: LoansTab,
  withdrawals: WithdrawalsTab,
  fees: FeesTab,
  statements: StatementsTab,
  proposals: ProposalsTab,
  enquiries: EnquiriesTab,
  rates: RatesTab,
  parameters: ParametersTab,
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
  const may = useMay();
  const Tab = tabs[section];
  const title = t(`admin.tabs.${section}`);
  return (
    <Page width="wide">
      <PageHead title={title} />
      <PageTitle size="quiet" actions={<HeadActs />}>
        {title}
      </PageTitle>
      <Suspense fallback={<SkeletonList label={t('common.loading')} rows={8} />}>
        {reading !== null && !may(reading) ? <NotPermitted to={reading} /> : <Tab />}
      </Suspense>
    </Page>
  );
}
