import Calculator from 'lucide-react/icons/calculator';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import Newspaper from 'lucide-react/icons/newspaper';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import type { ListedArticle } from '#content/texts.ts';

const icons = {
  'clipboard-list': ClipboardList,
  newspaper: Newspaper,
  calculator: Calculator,
  'shield-alert': ShieldAlert,
};

/** The article's own icon behind the counter's window, in its colour. */
export function ArticleIcon({ article, size }: { article: ListedArticle; size?: 'large' }) {
  const Icon = icons[article.icone as keyof typeof icons] ?? Newspaper;
  return (
    <span className="article-icon" data-tone={article.couleur} data-size={size}>
      <Icon aria-hidden="true" />
    </span>
  );
}
