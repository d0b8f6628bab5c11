import { useT } from '../i18n/t.ts';
import { Island } from '../page/island.tsx';
import { PageHead } from '../page/page-head.tsx';
import { Page, PageTitle } from '../ui/layout.tsx';

export default function TransferSimulatorPage() {
  const t = useT();
  return (
    <Page>
      <PageHead
        title={t('transfer-simulator.title')}
        description={t('transfer-simulator.description')}
        path="/simulateur-virement"
      />
      <PageTitle lead={t('transfer-simulator.lead')}>{t('transfer-simulator.title')}</PageTitle>
      <Island name="transfer-simulator" hasAmounts />
    </Page>
  );
}
