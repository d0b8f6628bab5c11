import { useWords } from '../i18n/t.ts';
import { PageHead } from '../page/page-head.tsx';
import { Page } from '../ui/layout.tsx';
import { SummaryText } from './privacy-summary-text.tsx';

export default function PrivacySummaryPage() {
  const { t } = useWords();
  return (
    <Page width="text">
      <PageHead
        title={t('legal.summary.title')}
        description={t('legal.summary.description')}
        path="/confidentialite/resume"
      />
      <SummaryText />
    </Page>
  );
}
