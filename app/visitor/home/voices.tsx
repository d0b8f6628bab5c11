import { demoTestimonials } from '#content/testimonials/testimonials.ts';
import { useWords } from '../../i18n/t.ts';
import { isDemo } from '../../institution.ts';
import { Carousel } from '../../ui/carousel.tsx';
import { Section } from '../../ui/layout.tsx';
import { Stars } from '../stars.tsx';

/** Invented testimonials exist in a demonstration only. */
const shown = isDemo ? demoTestimonials.filter(({ home }) => home) : [];

export function Voices() {
  const { t, language } = useWords();
  if (shown.length === 0) return null;
  return (
    <Section className="voices" title={t('home.voices.title')} lead={t('home.voices.lead')}>
      <Carousel
        label={t('home.voices.label')}
        roleDescription={t('home.voices.roleDescription')}
        slideRoleDescription={t('home.voices.slide')}
        previousLabel={t('home.voices.previous')}
        nextLabel={t('home.voices.next')}
        pauseLabel={t('home.voices.pause')}
        playLabel={t('home.voices.play')}
        slides={shown.map((one, index) => ({
          key: String(one.id),
          label: t('home.voices.slideLabel', {
            number: index + 1,
            count: shown.length,
            name: one.nom,
            city: one.ville,
          }),
          content: (
            <figure className="voice">
              <div className="voice-head">
                <Stars note={one.note} label={t('home.voices.stars', { note: one.note })} />
                <span className="fictional-mark">{t('home.fictional')}</span>
              </div>
              <blockquote lang={language === 'en' || language === 'fr' ? undefined : 'fr'}>
                <p>{language === 'en' ? one.commentaireEn : one.commentaire}</p>
              </blockquote>
              <figcaption>
                <strong>{one.nom}</strong>, {one.ville} · {t(`home.voices.projects.${one.projet}`)}
              </figcaption>
            </figure>
          ),
        }))}
      />
      <p className="voices-all">
        <a href="/temoignages">{t('home.voices.all')}</a>
      </p>
    </Section>
  );
}
