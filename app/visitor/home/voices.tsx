import { useEffect, useState } from 'react';
import { demoTestimonials } from '#content/testimonials/testimonials.ts';
import type { Texts } from '#content/texts.ts';
import { referenceLanguage } from '../../i18n/languages.ts';
import { useWords } from '../../i18n/t.ts';
import { isDemo } from '../../page/institution.ts';
import { fileOf, needText, textOf } from '../../page/texts.ts';
import { Carousel } from '../../ui/carousel.tsx';
import { Section } from '../../ui/layout.tsx';
import { Stars } from '../stars.tsx';

/** Invented testimonials exist in a demonstration only. */
const shown = isDemo ? demoTestimonials.filter(({ home }) => home) : [];

/** The translated quotes by id: the page contains the French and shows it until they have loaded. */
function useComments(): {
  readonly comments: ReadonlyMap<number, string>;
  readonly lang: string | undefined;
} {
  const { language } = useWords();
  const own = fileOf('testimonials', language);
  const file = own.endsWith(`.${language}`) && language !== referenceLanguage ? own : undefined;
  const [arrived, setArrived] = useState<string>();

  useEffect(() => {
    if (file === undefined || shown.length === 0) return;
    let isCurrent = true;
    needText(file).then(
      () => {
        if (isCurrent) setArrived(file);
      },
      // The fetch failed: keep the French.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [file]);

  const text = file !== undefined && file === arrived ? (textOf(file) as Texts['testimonials']) : undefined;
  return {
    comments: new Map((text?.list ?? shown).map(({ id, commentaire }) => [id, commentaire])),
    lang: text || language === referenceLanguage ? undefined : referenceLanguage,
  };
}

export function Voices() {
  const { t } = useWords();
  const { comments, lang } = useComments();
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
              <blockquote lang={lang}>
                <p>{comments.get(one.id)}</p>
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
