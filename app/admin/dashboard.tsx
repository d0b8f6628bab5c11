import { useT } from '../i18n/t.ts';
import { PageHead } from '../page-head.tsx';
import { Page, PageTitle } from '../ui/layout.tsx';
import { useAdminSection } from './sections.ts';

export default function AdminDashboard() {
  const t = useT();
  const section = useAdminSection();
  const title = t(`admin.tabs.${section}`);
  return (
    <Page width="wide">
      <PageHead title={title} />
      <PageTitle size="quiet">{title}</PageTitle>
    </Page>
  );
}
