import { useT } from '../i18n/t.ts';
import { Button } from '../ui/button.tsx';

/** The question about audience measurement, in a template until the page's script asks it. The two answers look alike and take one press each. */
export function CookieBanner() {
  const t = useT();
  return (
    <template id="cookie-question">
      <section className="cookie-banner" aria-label={t('visitor.cookies.label')}>
        <p>
          {t('visitor.cookies.text')} <a href="/confidentialite/resume">{t('visitor.cookies.more')}</a>
        </p>
        <div className="cookie-banner-answers">
          <Button data-answer="rejected">{t('visitor.cookies.reject')}</Button>
          <Button data-answer="accepted">{t('visitor.cookies.accept')}</Button>
        </div>
      </section>
    </template>
  );
}
