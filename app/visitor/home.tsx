import './home/home.css';
import { useT } from '../i18n/t.ts';
import { institution } from '../institution.ts';
import { PageHead } from '../page-head.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Page } from '../ui/layout.tsx';
import { Claims, Hero } from './home/hero.tsx';
import { Services } from './home/services.tsx';
import { Trust } from './home/trust.tsx';
import { Voices } from './home/voices.tsx';
import { Why } from './home/why.tsx';

function Call() {
  const t = useT();
  return (
    <section className="home-call" aria-labelledby="home-call-title">
      <Page>
        <div className="home-call-frame">
          <div>
            <h2 className="section-title" id="home-call-title">
              {t('home.call.title')}
            </h2>
            <p>{t('home.call.text')}</p>
          </div>
          <div className="cluster">
            <LinkButton size="large" tone="primary" href="/simulateur">
              {t('home.call.simulate')}
            </LinkButton>
            <LinkButton size="large" href="/demande-de-pret">
              {t('home.call.request')}
            </LinkButton>
          </div>
        </div>
      </Page>
    </section>
  );
}

export default function Home() {
  const t = useT();
  return (
    <>
      <PageHead
        title={t('home.title', { name: institution.brandName })}
        description={t('home.description')}
        path="/"
      />
      <Hero />
      <Claims />
      <Services />
      <Why />
      <Call />
      <Voices />
      <Trust />
    </>
  );
}
