import { useT } from '../i18n/t.ts';
import { PageHead } from '../page/page-head.tsx';
import { Page, PageTitle } from '../ui/layout.tsx';
import { SecondFactorCard } from './second-factor.tsx';

/** The only screen for a person who must set up a second factor first. */
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
