import { useT } from '../i18n/t.ts';
import { PageHead } from '../page-head.tsx';

export default function Home() {
  const t = useT();
  return (
    <>
      <PageHead title={t('home.title')} description={t('home.description')} path="/" />
      <section className="page section">
        <h1 className="page-title" data-size="hero">
          {t('home.title')}
        </h1>
        <p className="page-lead">{t('home.description')}</p>
      </section>
    </>
  );
}
