import type { ShownTestimonial } from '#content/texts.ts';
import { useT } from '../../i18n/t.ts';
import { Carousel } from '../../ui/carousel.tsx';
import { Stars } from '../stars.tsx';

/** The island `voices`: testimonials that pass. `lang` names their language when it is not the page's. */
export default function VoicesCarousel({
  voices,
  lang,
}: {
  voices: readonly ShownTestimonial[];
  lang?: string | undefined;
}) {
  const t = useT();
  return (
    <Carousel
      label={t('home.voices.label')}
      roleDescription={t('home.voices.roleDescription')}
      slideRoleDescription={t('home.voices.slide')}
      previousLabel={t('home.voices.previous')}
      nextLabel={t('home.voices.next')}
      pauseLabel={t('home.voices.pause')}
      playLabel={t('home.voices.play')}
      slides={voices.map((one, index) => ({
        key: String(one.id),
        label: t('home.voices.slideLabel', {
          number: index + 1,
          count: voices.length,
          name: one.nom,
          city: one.ville,
        }),
        content: (
          <figure className="voice">
            <div className="voice-head">
              <Stars note={one.note} label={t('home.voices.stars', { note: one.note })} />
              <span className="fictional-mark">{t('home.fictional')}</span>
            </div>
            <blockquote lang={lang}>
              <p>{one.commentaire}</p>
            </blockquote>
            <figcaption>
              <strong>{one.nom}</strong>, {one.ville} · {t(`home.voices.projects.${one.projet}`)}
            </figcaption>
          </figure>
        ),
      }))}
    />
  );
}
