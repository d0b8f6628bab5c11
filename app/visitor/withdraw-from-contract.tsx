import { useT } from '../i18n/t.ts';
import { Island } from '../page/island.tsx';
import { PageHead } from '../page/page-head.tsx';
import { Page, PageTitle } from '../ui/layout.tsx';
import { WhoLends } from './path-of-loans.tsx';

/** Where a contract of credit is withdrawn from without signing in (LC-54). */
export default function WithdrawFromContract() {
  const t = useT();
  return (
    <Page width="text">
      <PageHead
        title={t('retraction.title')}
        description={t('retraction.description')}
        path="/retractation"
      />
      <PageTitle lead={t('retraction.lead')}>{t('retraction.title')}</PageTitle>
      <WhoLends />
      <Island name="retraction-form" />
    </Page>
  );
}
