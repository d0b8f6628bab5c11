import { useEffect, useRef, useState } from 'react';
import { asProblem } from '../../api/problem.ts';
import { useT } from '../../i18n/t.ts';
import { usePageAddress } from '../../page/page-address.ts';
import { tokenIn } from '../../page/token-in-address.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { post } from './post.ts';

type State = 'asking' | 'sending' | 'confirmed' | 'refused' | 'unreachable';

/** The target of the confirmation mail's link. Confirmation needs a press: mail scanners that open links must not consent. */
export default function Confirmation() {
  const t = useT();
  const pageAddress = usePageAddress();
  const [state, setState] = useState<State>('asking');
  const answer = useRef<HTMLDivElement>(null);
  const isAnswered = state === 'confirmed' || state === 'refused' || state === 'unreachable';

  useEffect(() => {
    if (isAnswered) answer.current?.focus();
  }, [isAnswered]);

  const confirm = async () => {
    const token = tokenIn(location.hash);
    if (token === null) return setState('refused');
    setState('sending');
    try {
      await post('confirmations', { token });
      setState('confirmed');
    } catch (error) {
      setState(asProblem(error).isFinal ? 'refused' : 'unreachable');
    }
  };

  return (
    <div>
      {state === 'confirmed' ? (
        <Notice
          tone="success"
          title={t('newsletter.confirmation.done')}
          ref={answer}
          tabIndex={-1}
          actions={<LinkButton href={pageAddress('/blog')}>{t('newsletter.toBlog')}</LinkButton>}
        >
          <p>{t('newsletter.confirmation.doneText')}</p>
        </Notice>
      ) : state === 'refused' ? (
        <Notice
          tone="warning"
          title={t('newsletter.confirmation.over')}
          ref={answer}
          tabIndex={-1}
          actions={<LinkButton href={pageAddress('/blog#newsletter')}>{t('newsletter.again')}</LinkButton>}
        >
          <p>{t('newsletter.confirmation.overText')}</p>
        </Notice>
      ) : (
        <div className="stack">
          <p>{t('newsletter.confirmation.text')}</p>
          {state === 'unreachable' ? (
            <Notice tone="danger" title={t('newsletter.unreachable')} ref={answer} tabIndex={-1}>
              <p>{t('newsletter.unreachableText')}</p>
            </Notice>
          ) : null}
          <p className="only-scripted">
            <Button
              tone="primary"
              loading={state === 'sending'}
              loadingText={t('newsletter.sending')}
              onClick={confirm}
            >
              {t('newsletter.confirmation.button')}
            </Button>
          </p>
        </div>
      )}
    </div>
  );
}
