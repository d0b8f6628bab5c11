import { excerpt } from '#content/parse-text.ts';
import type { ListedArticle } from '#content/texts.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { LinkCard } from '../../ui/card.tsx';
import { ArticleIcon } from './article-icon.tsx';
import { categoryOf } from './categories.ts';

/** Where a suggestion cuts the summary (specification, public area, section 9). */
const SUGGESTION_LENGTH = 100;

/** An article in a list. Articles are written in French: their words say so in the other languages. */
export function ArticleCard({
  article,
  look,
  headingLevel = 'h2',
}: {
  article: ListedArticle;
  look: 'large' | 'small' | 'suggestion';
  headingLevel?: 'h2' | 'h3';
}) {
  const { t, language } = useWords();
  const { day } = useFormats();
  const lang = language === 'fr' ? undefined : 'fr';
  const summary = look === 'suggestion' ? excerpt(article.resume, SUGGESTION_LENGTH) : article.resume;
  return (
    <LinkCard
      className="article-card"
      href={`/article/${article.id}`}
      headingLevel={headingLevel}
      title={<span lang={lang}>{article.titre}</span>}
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
