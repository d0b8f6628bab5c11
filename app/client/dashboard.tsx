import { useT } from '../i18n/t.ts';
import { PageHead } from '../page-head.tsx';
import { Page, PageTitle } from '../ui/layout.tsx';
import { useClientSection } from './sections.ts';

export default function ClientDashboard() {
  const t = useT();
  const section = useClientSection();
  const title = t(`client.menu.${section}`);
  return (
    <Page>
      <PageHead title={title} />
      <PageTitle size="quiet">{title}</PageTitle>
    </Page>
  );
}
