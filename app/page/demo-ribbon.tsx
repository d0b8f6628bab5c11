import { useT } from '../i18n/t.ts';
import { isDemo } from './institution.ts';

/** The permanent banner of a demonstration, a region of its own. Every shell renders it first; in live mode it renders nothing. */
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
