import { useT } from '../i18n/t.ts';
import { PageHead } from '../page/page-head.tsx';
import { PageText } from '../page/page-text.tsx';
import { ShieldDrawing } from '../ui/drawings/shield.tsx';
import { Page } from '../ui/layout.tsx';
import { LendersToVerify } from './path-of-loans.tsx';
import { LongText } from './prose.tsx';

/** How to verify the institution's identity. Configuration cannot remove this page (docs/rules.md, Honest by design 8). */
export default function Verify() {
  const t = useT();
  return (
    <Page>
      <PageHead title={t('verify.title')} description={t('verify.description')} path="/verifier" />
      <PageText name="verify">
        {({ title, lead, body }) => (
          <>
            <header className="page-head">
              <ShieldDrawing size={72} />
              <h1 className="page-title">{title}</h1>
              <p className="page-lead">{lead}</p>
            </header>
            <LendersToVerify />
            <LongText blocks={body} contentsLabel={t('verify.contents')} />
          </>
        )}
      </PageText>
    </Page>
  );
}
