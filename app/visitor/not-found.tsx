import { useWords } from '../i18n/t.ts';
import { PageHead } from '../page/page-head.tsx';

export default function NotFound() {
  const { t, language } = useWords();
  return (
    <>
      <PageHead title={t('not-found.title')} />
      <section className="page section">
        <div className="stack">
          <p className="not-found-figure tabular">404</p>
          <h1 className="page-title">{t('not-found.sentence')}</h1>
          {language === 'en' ? null : (
            // A wrong address often comes from a reader of another language.
            <p className="page-lead" lang="en">
              Oops! Page not found
            </p>
          )}
          <p>{t('not-found.explanation')}</p>
          <p>
            <a className="btn" data-tone="primary" href="/">
              {t('not-found.home')}
            </a>
          </p>
        </div>
      </section>
    </>
  );
}
