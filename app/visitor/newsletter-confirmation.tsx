import { useT } from '../i18n/t.ts';
import { Island } from '../page/island.tsx';
import { PageHead } from '../page/page-head.tsx';
import { EnvelopeDrawing } from '../ui/drawings/envelope.tsx';
import { Page, PageTitle } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';

export default function NewsletterConfirmation() {
  const t = useT();
  return (
    <Page width="text" className="letter">
      <PageHead title={t('newsletter.confirmation.title')} />
      <EnvelopeDrawing />
      <PageTitle>{t('newsletter.confirmation.title')}</PageTitle>
      <noscript>
        <Notice>{t('newsletter.noScript')}</Notice>
      </noscript>
      <Island name="newsletter-confirmation" />
    </Page>
  );
}
