import type { ReactNode } from 'react';
import type { LegalText } from '#content/legal/legal.ts';
import { useDates } from '../i18n/dates.ts';
import { referenceLanguage } from '../i18n/languages.ts';
import { useWords } from '../i18n/t.ts';
import { useCurrentPage } from '../page/current-page.ts';
import { PageHead } from '../page/page-head.tsx';
import { PageText } from '../page/page-text.tsx';
import { Page } from '../ui/layout.tsx';
import { TabLinks } from '../ui/tabs.tsx';
import { SummaryText } from './privacy-summary-text.tsx';
import { LongText } from './prose.tsx';

function useLegalText() {
  const { t } = useWords();
  const { day } = useDates();
  return ({ title, lead, date, body }: LegalText): ReactNode => (
    <>
      <header className="page-head">
        <h1 className="page-title">{title}</h1>
        <p className="page-lead">{lead}</p>
        <p className="eyebrow">
          {t('legal.inForce')} <time dateTime={date}>{day(date)}</time>
        </p>
      </header>
      <LongText blocks={body} contentsLabel={t('legal.contents')} />
    </>
  );
}

function Notices() {
  const { t, language } = useWords();
  const draw = useLegalText();
  return (
    <>
      <PageHead
        title={t('legal.notices.title')}
        description={t('legal.notices.description')}
        path="/mentions-legales"
      />
      {language === 'fr' ? null : <p className="language-note">{t('legal.frenchOnly')}</p>}
      <PageText name="notices">{draw}</PageText>
    </>
  );
}

function Privacy() {
  const { t, language } = useWords();
  const draw = useLegalText();
  // The text itself is French: another language has its summary, which leads to it.
  const isShort = language !== referenceLanguage;
  return (
    <>
      <PageHead
        title={t('legal.privacy.title')}
        description={t('legal.privacy.description')}
        path="/confidentialite"
      />
      {isShort ? (
        <SummaryText />
      ) : (
        <>
          <PageText name="privacy">{draw}</PageText>
          <p className="legal-short">
            <a href="/confidentialite/resume">{t('legal.privacy.short')}</a>
          </p>
        </>
      )}
    </>
  );
}

/** One screen for both texts: the path says which (docs/rules.md, Screens). */
export default function Legal() {
  const { t } = useWords();
  const { path } = useCurrentPage();
  return (
    <Page className="legal">
      <TabLinks
        label={t('legal.texts')}
        current={path}
        links={[
          { href: '/mentions-legales', label: t('legal.notices.tab') },
          { href: '/confidentialite', label: t('legal.privacy.tab') },
        ]}
      />
      {path === '/confidentialite' ? <Privacy /> : <Notices />}
    </Page>
  );
}
