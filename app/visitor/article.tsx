import { useDates } from '../i18n/dates.ts';
import type { LanguageCode } from '../i18n/languages.ts';
import { useWords } from '../i18n/t.ts';
import { articles } from '../page/articles.ts';
import { institution, publicUrl } from '../page/institution.ts';
import { Island } from '../page/island.tsx';
import { pageAddress } from '../page/page-address.ts';
import { PageHead } from '../page/page-head.tsx';
import { PageText, textIn } from '../page/page-text.tsx';
import type { ScreenProps } from '../page/site-map.ts';
import { LinkButton } from '../ui/button.tsx';
import { SearchDrawing } from '../ui/drawings/search.tsx';
import { BackLink, Page, Section } from '../ui/layout.tsx';
import { ArticleCard } from './blog/article-card.tsx';
import { ArticleIcon } from './blog/article-icon.tsx';
import { type ShownArticle, shownArticle } from './blog/article-words.ts';
import { categoryOf, hrefOf } from './blog/categories.ts';
import { LongText } from './prose.tsx';

/** Separator between two facts; it breaks after, never before. */
const DOT = '\u00a0· ';

function NoArticle() {
  const { t } = useWords();
  return (
    <Page className="section">
      <PageHead title={t('article.none.title')} />
      <div className="stack">
        <SearchDrawing />
        <h1 className="page-title">{t('article.none.title')}</h1>
        <p className="page-lead">{t('article.none.text')}</p>
        <p>
          <LinkButton tone="primary" href="/blog">
            {t('article.back')}
          </LinkButton>
        </p>
      </div>
    </Page>
  );
}

/** Structured data of an article for search engines, without ratings or pictures that do not exist. */
function structuredData(article: ShownArticle, language: LanguageCode): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: article.titre,
    description: article.resume,
    datePublished: article.date,
    inLanguage: article.lang ?? language,
    timeRequired: `PT${article.tempsLecture}M`,
    author: { '@type': 'Organization', name: article.auteur },
    publisher: { '@type': 'Organization', name: institution.brandName },
    mainEntityOfPage: `${publicUrl}${pageAddress(`/article/${article.id}`, language)}`,
  };
  // A closing tag inside the data would end the script.
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

function ArticlePage({ article }: { article: ShownArticle }) {
  const { t, language } = useWords();
  const { day } = useDates();
  const path = `/article/${article.id}`;
  const category = categoryOf(article);
  const { titre, resume, auteur, lang } = article;
  const related = article.related.flatMap((id) =>
    articles.filter((other) => other.id === id).map((other) => shownArticle(other, language)),
  );
  return (
    <>
      <PageHead title={titre} description={resume} path={path} type="article" />
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own texts, with every « < » escaped.
        dangerouslySetInnerHTML={{ __html: structuredData(article, language) }}
      />
      <Page>
        <article className="article">
          <header className="page-head article-head">
            <BackLink href="/blog">{t('article.back')}</BackLink>
            <p className="article-category">
              <ArticleIcon article={article} />
              <a href={hrefOf(category, undefined)}>{t(`blog.categories.${category.id}.name`)}</a>
            </p>
            <h1 className="page-title" tabIndex={-1} lang={lang}>
              {titre}
            </h1>
            <p className="page-lead" lang={lang}>
              {resume}
            </p>
            <div className="article-meta">
              <p>
                <span lang={lang}>{auteur}</span>
                {DOT}
                <time dateTime={article.date}>{day(article.date)}</time>
                {DOT}
                {t('blog.readingTime', { minutes: article.tempsLecture })}
              </p>
              <Island
                name="share"
                start="touched"
                props={{ path: pageAddress(path, language), title: titre }}
              />
            </div>
            {textIn(`article-${article.id}`, language).lang ? (
              <p className="language-note">{t('article.frenchOnly')}</p>
            ) : null}
          </header>
          <PageText name={`article-${article.id}`}>
            {(blocks) => <LongText blocks={blocks} contentsLabel={t('article.contents')} />}
          </PageText>
        </article>
        <Island name="useful" props={{ articleId: article.id }} />
      </Page>
      <Section data-below tone="sunk" title={t('article.others')}>
        <ul className="suggestions">
          {related.map((other) => (
            <li key={other.id}>
              <ArticleCard article={other} look="suggestion" headingLevel="h3" />
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

export default function Article({ params }: ScreenProps) {
  const { language } = useWords();
  const article = articles.find(({ id }) => String(id) === params.id);
  return article ? <ArticlePage article={shownArticle(article, language)} /> : <NoArticle />;
}
