import { useCallback, useEffect, useState } from 'react';
import { asProblem } from '../../api/problem.ts';
import { useT } from '../../i18n/t.ts';
import { usePageAddress } from '../../page/page-address.ts';
import { tokenIn } from '../../page/token-in-address.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { post } from './post.ts';

type State = 'sending' | 'done' | 'refused' | 'unreachable';

/** The target of each mail's unsubscribe link: it works on arrival, without another press. */
export default function Unsubscription() {
  const t = useT();
  const pageAddress = usePageAddress();
  const [state, setState] = useState<State>('sending');

  const leave = useCallback(async () => {
    const token = tokenIn(location.hash);
    if (token === null) return setState('refused');
    setState('sending');
    try {
      await post('unsubscriptions', { token });
      setState('done');
    } catch (error) {
      setState(asProblem(error).isFinal ? 'refused' : 'unreachable');
    }
  }, []);

  useEffect(() => {
    void leave();
  }, [leave]);

  return (
    <div className="only-scripted" aria-live="polite">
      {state === 'sending' ? (
        <p>{t('newsletter.unsubscription.sending')}</p>
      ) : state === 'done' ? (
        <Notice
          tone="success"
          title={t('newsletter.unsubscription.done')}
          actions={
            <LinkButton href={pageAddress('/blog#newsletter')}>
              {t('newsletter.unsubscription.mistake')}
            </LinkButton>
          }
        >
          <p>{t('newsletter.unsubscription.doneText')}</p>
        </Notice>
      ) : state === 'refused' ? (
        <Notice
          tone="warning"
          title={t('newsletter.unsubscription.over')}
          actions={
            <LinkButton href={pageAddress('/contact')}>{t('newsletter.unsubscription.contact')}</LinkButton>
          }
        >
          <p>{t('newsletter.unsubscription.overText')}</p>
        </Notice>
      ) : (
        <Notice
          tone="danger"
          title={t('newsletter.unreachable')}
          actions={<Button onClick={leave}>{t('common.retry')}</Button>}
        >
          <p>{t('newsletter.unreachableText')}</p>
        </Notice>
      )}
    </div>
  );
}
