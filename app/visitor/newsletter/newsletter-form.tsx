import { type FormEvent, useId, useRef, useState } from 'react';
import { asProblem, problemWords } from '../../api/problem.ts';
import { useWords } from '../../i18n/t.ts';
import { usePageAddress } from '../../page/page-address.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { post } from './post.ts';

type Refusal =
  | { readonly field: true; readonly message: string }
  | { readonly title: string; readonly detail: string };

/** Validation is loaded at the first attempt. */
async function check(typed: string) {
  const { newsletterInput } = await import('#domain/enquiries/newsletter.ts');
  return newsletterInput.safeParse({ email: typed });
}

/** Checks the typed address, sends it and moves the focus to what the person reads next. */
function useSubscription() {
  const { tKey } = useWords();
  const field = useRef<HTMLInputElement>(null);
  const thanks = useRef<HTMLDivElement>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const refuseField = (message: string) => {
    setRefusal({ field: true, message });
    field.current?.focus();
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    setIsSending(true);
    setRefusal(null);
    try {
      const checked = await check(field.current?.value ?? '');
      if (!checked.success) {
        refuseField(tKey(checked.error.issues[0]?.message ?? 'validation.email'));
        return;
      }
      await post('subscriptions', checked.data);
      setSentTo(checked.data.email);
      requestAnimationFrame(() => thanks.current?.focus());
    } catch (error) {
      const problem = asProblem(error);
      const fault = problem.fields.find((each) => each.field === 'email');
      if (fault) refuseField(tKey(fault.message));
      else setRefusal(problemWords(problem, tKey));
    } finally {
      setIsSending(false);
    }
  };
  return { field, thanks, sentTo, isSending, refusal, submit };
}

/** Subscribes an address and says what happens next. The answer is the same whether the address is known or not. */
export default function NewsletterForm() {
  const { t } = useWords();
  const pageAddress = usePageAddress();
  const id = useId();
  const { field, thanks, sentTo, isSending, refusal, submit } = useSubscription();
  if (sentTo !== null) {
    return (
      <Notice tone="success" title={t('newsletter.sent.title')} ref={thanks} tabIndex={-1}>
        <p>{t('newsletter.sent.text', { email: sentTo })}</p>
      </Notice>
    );
  }
  return (
    <form
      className="newsletter"
      method="dialog"
      onSubmit={submit}
      noValidate
      aria-describedby={`${id}-promise`}
    >
      <div className="newsletter-row only-scripted">
        <TextField
          ref={field}
          label={t('newsletter.email')}
          type="email"
          name="email"
          autoComplete="email"
          required
          error={refusal && 'field' in refusal ? refusal.message : undefined}
        />
        <Button type="submit" tone="primary" loading={isSending} loadingText={t('newsletter.sending')}>
          {t('newsletter.subscribe')}
        </Button>
      </div>
      <p className="newsletter-promise" id={`${id}-promise`}>
        {t('newsletter.promise')}{' '}
        <a href={pageAddress('/confidentialite/resume')}>{t('newsletter.privacy')}</a>
      </p>
      {refusal && 'title' in refusal ? (
        <Notice tone="danger" title={refusal.title} live="assertive">
          <p>{refusal.detail}</p>
        </Notice>
      ) : null}
      <noscript>
        <p>{t('newsletter.noScript')}</p>
      </noscript>
    </form>
  );
}
