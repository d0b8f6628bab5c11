import { useT } from '../i18n/t.ts';
import { Island } from '../page/island.tsx';
import { PageHead } from '../page/page-head.tsx';
import { EnvelopeDrawing } from '../ui/drawings/envelope.tsx';
import { Page, PageTitle } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';

export default function NewsletterUnsubscription() {
  const t = useT();
  return (
    <Page width="text" className="letter">
      <PageHead title={t('newsletter.unsubscription.title')} />
      <EnvelopeDrawing />
      <PageTitle>{t('newsletter.unsubscription.title')}</PageTitle>
      <noscript>
        <Notice>{t('newsletter.noScript')}</Notice>
      </noscript>
      <Island name="newsletter-unsubscription" />
    </Page>
  );
}
