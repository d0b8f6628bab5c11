import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { hasAccounts, institution, localized } from '../../page/institution.ts';
import { shownClaims } from '../../page/marketing-claims.ts';
import { LinkButton } from '../../ui/button.tsx';
import { CounterDrawing } from '../../ui/drawings/counter.tsx';
import { Page } from '../../ui/layout.tsx';
import { isIntermediary, useIntermediary } from '../path-of-loans.tsx';

const since = shownClaims.find(({ id }) => id === 'since');

export function Hero() {
  const { t, language } = useWords();
  const intermediary = useIntermediary();
  // Clients of a house that holds no accounts sign up for their requests and loans (LC-6).
  const ownLead = t(hasAccounts ? 'home-sections.hero.lead' : 'home-sections.hero.leadLender');
  return (
    <section className="hero">
      <Page className="hero-frame">
        <div className="hero-words">
          {since ? (
            <p className="hero-since">
              {institution.brandName}, {t('home-sections.hero.sinceLead')}{' '}
              <strong className="tabular">{localized(since.figure, language)}</strong>
              {since.fictional ? (
                <span className="fictional-mark">{t('home-sections.fictional')}</span>
              ) : null}
            </p>
          ) : null}
          <h1 className="page-title" data-size="hero" tabIndex={-1}>
            {t('home-sections.hero.title')}
          </h1>
          <p className="page-lead">{isIntermediary ? intermediary.text : ownLead}</p>
          <div className="cluster">
            <LinkButton tone="primary" size="large" href="/simulateur">
              {t('home-sections.hero.simulate')}
            </LinkButton>
            <LinkButton size="large" href="/client-personal-info">
              {t(hasAccounts ? 'home-sections.hero.signUp' : 'sign-in.intro.titleLender')}
            </LinkButton>
          </div>
        </div>
        <div className="hero-drawing">
          <CounterDrawing size={360} />
        </div>
      </Page>
    </section>
  );
}

/** The figures that the institution puts forward: with their source and date, or marked as fictional. */
export function Claims() {
  const { t, language } = useWords();
  const { day } = useFormats();
  const shown = shownClaims.filter(({ id }) => id !== 'since');
  if (shown.length === 0) return null;
  return (
    <section className="claims" aria-labelledby="claims-title">
      <Page>
        <h2 className="visually-hidden" id="claims-title">
          {t('home-sections.claims.title')}
        </h2>
        <dl className="claims-list">
          {shown.map(({ id, figure, label, fictional, source, asOf }) => (
            <div key={id} className="claim">
              <dt>{localized(label, language)}</dt>
              <dd className="claim-figure tabular">{localized(figure, language)}</dd>
              <dd className="claim-source">
                {fictional || source === undefined || asOf === undefined
                  ? t('home-sections.fictional')
                  : t('home-sections.claims.source', { source, day: day(asOf) })}
              </dd>
            </div>
          ))}
        </dl>
      </Page>
    </section>
  );
}
