import { useWords } from '../../i18n/t.ts';
import { isDemo } from '../../page/institution.ts';
import { Island } from '../../page/island.tsx';
import { textIn } from '../../page/page-text.tsx';
import { Section } from '../../ui/layout.tsx';

/** The testimonials of the home page. Invented ones exist in a demonstration only. */
export function Voices() {
  const { t, language } = useWords();
  const { text, lang } = textIn('testimonials', language);
  const voices = text.list.filter(({ home }) => home);
  if (!isDemo || voices.length === 0) return null;
  return (
    <Section className="voices" title={t('home.voices.title')} lead={t('home.voices.lead')}>
      <Island name="voices" props={{ voices, lang }} />
      <p className="voices-all">
        <a href="/temoignages">{t('home.voices.all')}</a>
      </p>
    </Section>
  );
}
