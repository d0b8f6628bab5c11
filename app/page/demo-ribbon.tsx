import { useT } from '../i18n/t.ts';
import { isDemo } from './institution.ts';

/** The slim permanent ribbon of a demonstration, a region of its own. Every shell shows it first; in live mode it draws nothing. */
export function DemoRibbon({ note }: { note?: string | null | undefined }) {
  const t = useT();
  if (!isDemo) return null;
  return (
    <section className="demo-ribbon" aria-label={t('common.demoLabel')}>
      <p>
        {t('common.demoRibbon')}
        {note ? <strong> {note}</strong> : null}
      </p>
    </section>
  );
}
