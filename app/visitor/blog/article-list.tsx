import BookOpen from 'lucide-react/icons/book-open';
import Calculator from 'lucide-react/icons/calculator';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import TrendingUp from 'lucide-react/icons/trending-up';
import { type MouseEvent, useRef } from 'react';
import { type BlogCategory, blogCategories } from '#content/blog-categories.ts';
import { useT } from '../../i18n/t.ts';
import { goTo, useQuery } from '../../page/address-query.ts';
import { usePageAddress } from '../../page/page-address.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { DocumentDrawing } from '../../ui/drawings/document.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ArticleCard } from './article-card.tsx';
import type { ShownArticle } from './article-words.ts';
import { categoryIn, categoryOf, hrefOf } from './categories.ts';

/** Number of articles shown large at the head of the list (docs/rules.md, Figures). */
const LARGE_CARDS = 2;

const icons: Record<BlogCategory['id'], typeof BookOpen> = {
  conseils: BookOpen,
  finance: TrendingUp,
  simulation: Calculator,
  prevention: ShieldAlert,
};

/** The categories with how they are chosen: a filter changes the address without scrolling, since it is no new page. */
function Categories({ active }: { active: BlogCategory | undefined }) {
  const t = useT();
  const pageAddress = usePageAddress();
  const addressOf = (category: BlogCategory) => pageAddress(hrefOf(category, active));
  const filter = (href: string) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    goTo(href);
  };
  return (
    <nav aria-label={t('blog.categoriesLabel')}>
      <ul className="categories">
        {blogCategories.map((category) => {
          const Icon = icons[category.id];
          const isActive = category.id === active?.id;
          return (
            <li key={category.id}>
              <a
                className="category"
                href={addressOf(category)}
                aria-current={isActive ? 'true' : undefined}
                onClick={filter(addressOf(category))}
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
  );
}

/** The island `articles`: the list, and its filter by category, which stands in the address. */
export default function ArticleList({ articles }: { articles: readonly ShownArticle[] }) {
  const t = useT();
  const pageAddress = usePageAddress();
  const active = categoryIn(useQuery());
  const count = useRef<HTMLParagraphElement>(null);
  const shown = active ? articles.filter((article) => categoryOf(article).id === active.id) : articles;

  const showAll = () => {
    // The pressed button is removed with the filter: move the focus beside it.
    count.current?.focus({ preventScroll: true });
    goTo(pageAddress('/blog'));
  };

  return (
    <>
      <Categories active={active} />
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
          drawing={<DocumentDrawing />}
          title={t('blog.empty.title')}
          headingLevel="h2"
          action={<LinkButton href={pageAddress('/simulateur')}>{t('blog.empty.simulate')}</LinkButton>}
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
    </>
  );
}
