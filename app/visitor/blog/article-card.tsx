import { excerpt } from '#content/parse-text.ts';
import { useDates } from '../../i18n/dates.ts';
import { useT } from '../../i18n/t.ts';
import { usePageAddress } from '../../page/page-address.ts';
import { LinkCard } from '../../ui/link-card.tsx';
import { ArticleIcon } from './article-icon.tsx';
import type { ShownArticle } from './article-words.ts';
import { categoryOf } from './categories.ts';

/** Where a suggestion cuts the summary (docs/rules.md, Figures). */
const SUGGESTION_LENGTH = 100;

/** An article in a list, marked as French where it has no translation. */
export function ArticleCard({
  article,
  look,
  headingLevel = 'h2',
}: {
  article: ShownArticle;
  look: 'large' | 'small' | 'suggestion';
  headingLevel?: 'h2' | 'h3';
}) {
  const t = useT();
  const { day } = useDates();
  const pageAddress = usePageAddress();
  const { titre, resume, lang } = article;
  const summary = look === 'suggestion' ? excerpt(resume, SUGGESTION_LENGTH) : resume;
  return (
    <LinkCard
      className="article-card"
      href={pageAddress(`/article/${article.id}`)}
      headingLevel={headingLevel}
      title={<span lang={lang}>{titre}</span>}
      icon={<ArticleIcon article={article} size={look === 'large' ? 'large' : undefined} />}
      overline={t(`blog.categories.${categoryOf(article).id}.name`)}
      footer={
        <>
          <time dateTime={article.date}>{day(article.date)}</time> ·{' '}
          {t('blog.readingTime', { minutes: article.tempsLecture })}
        </>
      }
    >
      <p lang={lang}>{summary}</p>
    </LinkCard>
  );
}
