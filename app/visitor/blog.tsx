import { useWords } from '../i18n/t.ts';
import { Island } from '../page/island.tsx';
import { PageHead } from '../page/page-head.tsx';
import { textIn } from '../page/page-text.tsx';
import { Page, PageTitle, Section } from '../ui/layout.tsx';
import { shownArticles } from './blog/article-words.ts';

export default function Blog() {
  const { t, language } = useWords();
  return (
    <>
      <PageHead title={t('blog.title')} description={t('blog.description')} path="/blog" />
      <Page className="above-section">
        <PageTitle lead={t('blog.lead')}>{t('blog.title')}</PageTitle>
        {textIn('articles', language).lang && language !== 'fr' ? (
          <p className="language-note">{t('blog.frenchOnly')}</p>
        ) : null}
        <Island name="articles" props={{ articles: shownArticles(language) }} />
      </Page>
      <Section
        className="letter-section"
        tone="brand"
        title={t('newsletter.title')}
        lead={t('newsletter.lead')}
        id="newsletter"
      >
        <Island name="newsletter-form" />
      </Section>
    </>
  );
}
