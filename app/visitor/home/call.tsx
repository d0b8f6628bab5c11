import { useT } from '../../i18n/t.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Page } from '../../ui/layout.tsx';

export function Call() {
  const t = useT();
  return (
    <section className="home-call" aria-labelledby="home-call-title">
      <Page>
        <div className="home-call-frame">
          <div>
            <h2 className="section-title" id="home-call-title">
              {t('home-sections.call.title')}
            </h2>
            <p>{t('home-sections.call.text')}</p>
          </div>
          <div className="cluster">
            <LinkButton size="large" tone="primary" href="/simulateur">
              {t('home-sections.call.simulate')}
            </LinkButton>
            <LinkButton size="large" href="/demande-de-pret">
              {t('home-sections.call.request')}
            </LinkButton>
          </div>
        </div>
      </Page>
    </section>
  );
}
