import ThumbsDown from 'lucide-react/icons/thumbs-down';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { useRef } from 'react';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Cluster } from '../../ui/layout.tsx';
import { useVote, type Vote, vote } from './vote.ts';

/** « Cet article vous a-t-il été utile ? »: thanks, and remembers the answer in this browser. */
export default function Useful({ articleId }: { articleId: number }) {
  const t = useT();
  const choice = useVote(articleId);
  const box = useRef<HTMLElement>(null);

  const choose = (next: Vote | null) => {
    vote(articleId, next);
    // The pressed button is replaced: keep the keyboard focus in the block.
    box.current?.focus({ preventScroll: true });
  };

  return (
    <section
      data-below
      className="useful no-print only-scripted"
      aria-labelledby="useful-title"
      ref={box}
      tabIndex={-1}
    >
      <h2 className="useful-title" id="useful-title">
        {t('article.useful.title')}
      </h2>
      <div role="status">
        {choice === null ? null : (
          <p>
            {t(`article.useful.thanks.${choice}`)} {t('article.useful.kept')}
          </p>
        )}
      </div>
      {choice === null ? (
        <Cluster>
          <Button icon={<ThumbsUp aria-hidden="true" />} onClick={() => choose('yes')}>
            {t('article.useful.yes')}
          </Button>
          <Button icon={<ThumbsDown aria-hidden="true" />} onClick={() => choose('no')}>
            {t('article.useful.no')}
          </Button>
        </Cluster>
      ) : (
        <Cluster>
          <Button size="dense" tone="quiet" onClick={() => choose(null)}>
            {t('article.useful.change')}
          </Button>
        </Cluster>
      )}
    </section>
  );
}
