import type { ComponentType } from 'react';
import { useT } from '../i18n/t.ts';
import { PageHead } from '../page-head.tsx';
import { Page, PageTitle } from '../ui/layout.tsx';
import { ClientsTab } from './clients-tab.tsx';
import { FeesTab } from './fees-tab.tsx';
import { LoansTab } from './loans-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { type AdminSection, useAdminSection } from './sections.ts';
import { WithdrawalsTab } from './withdrawals-tab.tsx';

const tabs: Record<AdminSection, ComponentType> = {
  dashboard: OverviewTab,
  clients: ClientsTab,
  loans: LoansTab,
  withdrawals: WithdrawalsTab,
  fees: FeesTab,
};

/** The back office: one address, one tab at a time (specification, signed-in areas, section 2). */
export default function AdminDashboard() {
  const t = useT();
  const section = useAdminSection();
  const Tab = tabs[section];
  const title = t(`admin.tabs.${section}`);
  return (
    <Page width="wide">
      <PageHead title={title} />
      <PageTitle size="quiet">{title}</PageTitle>
      <Tab />
    </Page>
  );
}
