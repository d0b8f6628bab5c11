import { useEffect } from 'react';
import { useT } from '../i18n/t.ts';
import { Button } from '../ui/button.tsx';
import {
  askAboutCookies,
  chooseCookies,
  storedCookieChoice,
  useIsAskingAboutCookies,
} from './cookie-choice.ts';

/** Specification, public area, section 9. */
const delayMs = 2000;

/** Asks about audience measurement. The two answers look alike and take one press each. */
export function CookieBanner() {
  const t = useT();
  const isAsking = useIsAskingAboutCookies();

  useEffect(() => {
    if (storedCookieChoice() !== null) return;
    // Two seconds after the page loaded, however late this code arrived.
    const timer = setTimeout(askAboutCookies, Math.max(0, delayMs - performance.now()));
    return () => clearTimeout(timer);
  }, []);

  if (!isAsking) return null;
  return (
    <section className="cookie-banner" aria-label={t('visitor.cookies.label')}>
      <p>
        {t('visitor.cookies.text')} <a href="/confidentialite/resume">{t('visitor.cookies.more')}</a>
      </p>
      <div className="cookie-banner-answers">
        <Button onClick={() => chooseCookies('rejected')}>{t('visitor.cookies.reject')}</Button>
        <Button onClick={() => chooseCookies('accepted')}>{t('visitor.cookies.accept')}</Button>
      </div>
    </section>
  );
}
