import { useT } from './i18n/t.ts';
import { isDemo } from './institution.ts';

/** The slim permanent ribbon of a demonstration. Every shell shows it first; in live mode it draws nothing. */
export function DemoRibbon() {
  const t = useT();
  if (!isDemo) return null;
  return (
    <p className="demo-ribbon" role="note">
      {t('common.demoRibbon')}
    </p>
  );
}
