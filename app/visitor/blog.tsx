import './content.css';
import BookOpen from 'lucide-react/icons/book-open';
import Calculator from 'lucide-react/icons/calculator';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import TrendingUp from 'lucide-react/icons/trending-up';
import { lazy, type MouseEvent, Suspense, useRef } from 'react';
import { useSearch } from 'wouter';
import { type BlogCategory, blogCategories } from '#content/blog-categories.ts';
import { useWords } from '../i18n/t.ts';
import { articles } from '../page/articles.ts';
import { navigate } from '../page/navigation.ts';
import { PageHead } from '../page/page-head.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Page, PageTitle, Section } from '../ui/layout.tsx';
import { EmptyState } from '../ui/states.tsx';
import { ArticleCard } from './blog/article-card.tsx';
import { readsFrench } from './blog/article-words.ts';
import { categoryIn, categoryOf, hrefOf } from './blog/categories.ts';
import { NewsletterForm } from './newsletter/newsletter-form.tsx';

/** Loaded only for a category without articles. */
const DocumentDrawing = lazy(async () => ({
  default: (await import('../ui/drawings/document.tsx')).DocumentDrawing,
}));

/** Number of articles shown large at the head of the list (docs/rules.md, Figures). */
const LARGE_CARDS = 2;

const icons: Record<BlogCategory['id'], typeof BookOpen> = {
  conseils: BookOpen,
  finance: TrendingUp,
  simulation: Calculator,
  prevention: ShieldAlert,
};

export default function Blog() {
  const { t, language } = useWords();
  const active = categoryIn(useSearch());
  const count = useRef<HTMLParagraphElement>(null);
  const shown = active ? articles.filter((article) => categoryOf(article).id === active.id) : articles;

  /** A filter changes the address without scrolling: it is not a new page. */
  const filter = (href: string) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
  };
  const showAll = () => {
    // The pressed button is removed with the filter: move the focus beside it.
    count.current?.focus({ preventScroll: true });
    navigate('/blog');
  };

  return (
    <>
      <PageHead title={t('blog.title')} description={t('blog.description')} path="/blog" />
      <Page className="above-section">
        <PageTitle lead={t('blog.lead')}>{t('blog.title')}</PageTitle>
        {readsFrench('articles', language) ? <p className="language-note">{t('blog.frenchOnly')}</p> : null}
        <nav aria-label={t('blog.categoriesLabel')}>
          <ul className="categories">
            {blogCategories.map((category) => {
              const Icon = icons[category.id];
              const isActive = category.id === active?.id;
              return (
                <li key={category.id}>
                  <a
                    className="category"
                    href={hrefOf(category, active)}
                    aria-current={isActive ? 'true' : undefined}
                    onClick={filter(hrefOf(category, active))}
                  >
                    <Icon aria-hidden="true" />
                    <span>
                      <strong>{t(`blog.categories.${category.id}.name`)}</strong>
                      <span className="category-text">{t(`blog.categories.${category.id}.description`)}</span>
                    </span>
                  </a>
                </li>
              );
            })}
          </ul>
        </nav>
        <div className="filter-bar">
          {active ? (
            <>
              <Badge tone="brand">
                {t('blog.filteredBy', { category: t(`blog.categories.${active.id}.name`) })}
              </Badge>
              <Button size="dense" onClick={showAll}>
                {t('blog.showAll')}
              </Button>
            </>
          ) : null}
          <p className="filter-count" role="status" ref={count} tabIndex={-1}>
            {t('blog.count', { count: shown.length })}
          </p>
        </div>
        {shown.length === 0 ? (
          <EmptyState
            drawing={
              <Suspense>
                <DocumentDrawing />
              </Suspense>
            }
            title={t('blog.empty.title')}
            headingLevel="h2"
            action={<LinkButton href="/simulateur">{t('blog.empty.simulate')}</LinkButton>}
          >
            <p>{t('blog.empty.text')}</p>
          </EmptyState>
        ) : (
          <ul className="articles">
            {shown.map((article, index) => {
              const look = index < LARGE_CARDS ? 'large' : 'small';
              return (
                <li key={article.id} data-look={look}>
                  <ArticleCard article={article} look={look} />
                </li>
              );
            })}
          </ul>
        )}
      </Page>
      <Section
        className="letter-section"
        tone="brand"
        title={t('newsletter.title')}
        lead={t('newsletter.lead')}
        id="newsletter"
      >
        <NewsletterForm />
      </Section>
    </>
  );
}
