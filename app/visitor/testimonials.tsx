import type { Texts } from '#content/texts.ts';
import { useDates } from '../i18n/dates.ts';
import { useWords } from '../i18n/t.ts';
import { isDemo, localized } from '../page/institution.ts';
import { PageHead } from '../page/page-head.tsx';
import { PageText } from '../page/page-text.tsx';
import { Badge } from '../ui/badge.tsx';
import { LinkButton } from '../ui/button.tsx';
import { EnvelopeDrawing } from '../ui/drawings/envelope.tsx';
import { Cluster, Page, PageTitle } from '../ui/layout.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Stars } from './stars.tsx';

const projectKeys = {
  'Prêt auto': 'testimonials.projects.car',
  'Prêt personnel': 'testimonials.projects.personal',
  'Regroupement de crédits': 'testimonials.projects.consolidation',
  'Prêt travaux': 'testimonials.projects.works',
} as const;

/** The figures that the institution claims, each with its source. */
function Results({ claims }: Pick<Texts['testimonials'], 'claims'>) {
  const { t, language } = useWords();
  const { day } = useDates();
  return (
    <section className="results" aria-labelledby="results-title">
      <h2 className="section-title" id="results-title">
        {t('testimonials.results.title')}
      </h2>
      <dl className="results-figures">
        {claims.map((claim) => (
          <div key={claim.id}>
            <dt>{localized(claim.label, language)}</dt>
            <dd className="tabular">{localized(claim.figure, language)}</dd>
            <dd className="results-source">
              {claim.fictional || claim.source === undefined || claim.asOf === undefined ? (
                <Badge tone="accent">{t('testimonials.fictional')}</Badge>
              ) : (
                t('testimonials.results.source', { source: claim.source, day: day(claim.asOf) })
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Testimonial({
  one,
  textLanguage,
}: {
  one: Texts['testimonials']['list'][number];
  textLanguage: string;
}) {
  const { t } = useWords();
  const { day } = useDates();
  return (
    <li className="testimonial">
      <figure>
        <div className="testimonial-head">
          <Stars note={one.note} label={t('testimonials.stars', { note: one.note })} />
          <Badge tone="accent">{t('testimonials.fictional')}</Badge>
        </div>
        <blockquote lang={textLanguage}>
          <p>{one.commentaire}</p>
        </blockquote>
        <figcaption>
          <strong>{one.nom}</strong>, {one.ville}
          <br />
          {t(projectKeys[one.projet])} · <time dateTime={one.date}>{day(one.date)}</time>
        </figcaption>
      </figure>
    </li>
  );
}

export default function Testimonials() {
  const { t, locale } = useWords();
  const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <>
      <PageHead
        title={t('testimonials.title')}
        description={t(isDemo ? 'testimonials.descriptionDemo' : 'testimonials.description')}
        path="/temoignages"
      />
      <Page>
        <PageTitle lead={t(isDemo ? 'testimonials.leadDemo' : 'testimonials.lead')}>
          {t('testimonials.title')}
        </PageTitle>
        <PageText name="testimonials">
          {({ list, average, claims }, textLanguage) => (
            <>
              {average === null ? (
                <EmptyState
                  drawing={<EnvelopeDrawing />}
                  title={t('testimonials.empty.title')}
                  headingLevel="h2"
                >
                  <p>{t('testimonials.empty.text')}</p>
                </EmptyState>
              ) : (
                <>
                  <div className="average">
                    <p className="average-figure tabular">
                      {oneDecimal.format(average)}
                      <span className="average-of">{t('testimonials.average.of')}</span>
                    </p>
                    <div className="average-words">
                      <Stars note={average} label={t('testimonials.stars', { note: Math.round(average) })} />
                      <p>{t('testimonials.average.text', { count: list.length })}</p>
                      <Badge tone="accent">{t('testimonials.fictional')}</Badge>
                    </div>
                  </div>
                  <ul className="testimonials">
                    {list.map((one) => (
                      <Testimonial key={one.id} one={one} textLanguage={textLanguage} />
                    ))}
                  </ul>
                </>
              )}
              {claims.length === 0 ? null : <Results claims={claims} />}
            </>
          )}
        </PageText>
        <section className="card help" data-ledge aria-labelledby="your-turn">
          <div>
            <h2 className="section-title" id="your-turn">
              {t('testimonials.next.title')}
            </h2>
            <p>{t('testimonials.next.text')}</p>
          </div>
          <Cluster>
            <LinkButton tone="primary" href="/simulateur">
              {t('testimonials.next.simulate')}
            </LinkButton>
            <LinkButton href="/contact">{t('testimonials.next.contact')}</LinkButton>
          </Cluster>
        </section>
      </Page>
    </>
  );
}
