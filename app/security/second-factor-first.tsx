import { useT } from '../i18n/t.ts';
import { PageHead } from '../page/page-head.tsx';
import { Page, PageTitle } from '../ui/layout.tsx';
import { SecondFactorCard } from './second-factor.tsx';

/** All that somebody finds who needs a second factor and has none yet. */
export default function SecondFactorFirst() {
  const t = useT();
  return (
    <Page width="text">
      <PageHead title={t('security.first')} />
      <PageTitle size="quiet">{t('security.first')}</PageTitle>
      <SecondFactorCard />
    </Page>
  );
}
