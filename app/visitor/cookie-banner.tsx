import { useEffect, useRef } from 'react';
import { useT } from '../i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { useAsked } from './asked.ts';
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
  useAsked('cookies', askAboutCookies);

  useEffect(() => {
    if (storedCookieChoice() !== null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const askSoon = () => {
      const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      // Two seconds after the page load, however late this code arrived.
      const loadedMs = page?.loadEventStart || performance.now();
      timer = setTimeout(askAboutCookies, Math.max(0, loadedMs + delayMs - performance.now()));
    };
    if (document.readyState === 'complete') askSoon();
    else addEventListener('load', askSoon);
    return () => {
      clearTimeout(timer);
      removeEventListener('load', askSoon);
    };
  }, []);

  const banner = useRef<HTMLElement>(null);
  useEffect(() => {
    const root = document.documentElement.style;
    if (!isAsking || !banner.current) return;
    // Floating elements move above the banner, whatever its height.
    const watch = new ResizeObserver(([entry]) =>
      root.setProperty('--asking', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`),
    );
    watch.observe(banner.current);
    return () => {
      watch.disconnect();
      root.removeProperty('--asking');
    };
  }, [isAsking]);

  if (!isAsking) return null;
  return (
    <section className="cookie-banner" ref={banner} aria-label={t('visitor.cookies.label')}>
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
