import { useT } from '../i18n/t.ts';
import { Island } from '../page/island.tsx';
import { PageHead } from '../page/page-head.tsx';
import { Page, PageTitle } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';

/** The API's documentation: its rules, and its operations as an island. */
export default function ApiDocs() {
  const t = useT();
  return (
    <Page className="api-docs">
      <PageHead title={t('api-docs.title')} description={t('api-docs.description')} />
      <PageTitle lead={t('api-docs.lead')}>{t('api-docs.title')}</PageTitle>
      <div className="stack api-rules">
        <ul className="checks-list">
          <li>{t('api-docs.rules.money')}</li>
          <li>{t('api-docs.rules.key')}</li>
          <li>{t('api-docs.rules.refusal')}</li>
          <li>{t('api-docs.rules.session')}</li>
        </ul>
        <p>
          <a href="/api/openapi.json">{t('api-docs.document')}</a>
        </p>
      </div>
      <noscript>
        <Notice>{t('api-docs.noScript')}</Notice>
      </noscript>
      <Island name="api-docs" />
    </Page>
  );
}
