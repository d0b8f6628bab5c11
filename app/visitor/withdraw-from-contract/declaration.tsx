import { useEffect, useRef, useState } from 'react';
import { fetchApi } from '../../api/fetch.ts';
import { asProblem } from '../../api/problem.ts';
import { Submission } from '../../api/submission-key.ts';
import { useScreenForm } from '../../form/form.ts';
import { useWords } from '../../i18n/t.ts';
import { institution } from '../../page/institution.ts';
import { Button } from '../../ui/button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormSummary } from '../../ui/form-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Declaration } from './declaration-schema.ts';

const rules = () => import('./declaration-schema.ts').then(({ declaration }) => declaration);

const submission = new Submission();

/** @throws ApiProblem */
async function declare(input: Declaration): Promise<string> {
  try {
    const response = await fetchApi(
      new Request('/api/retractions', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': submission.keyFor(input) },
        body: JSON.stringify(input),
      }),
    );
    const { declaredAt } = (await response.json()) as { declaredAt: string };
    submission.settled();
    return declaredAt;
  } catch (error) {
    if (asProblem(error).isFinal) submission.settled();
    throw error;
  }
}

type Step =
  | { readonly at: 'typing' }
  | { readonly at: 'confirming' | 'sending' | 'failed'; readonly input: Declaration }
  | { readonly at: 'declared'; readonly input: Declaration; readonly declaredAt: string };

/** Step 1: name, contract, address. No reason is asked (LC-54). */
function DeclarationForm({ onNext }: { onNext: (input: Declaration) => void }) {
  const { t, tKey } = useWords();
  const { customerServiceEmail, phone } = institution;
  const form = useScreenForm({
    initial: { name: '', reference: '', email: '' },
    schema: rules,
    labels: {
      name: t('retraction.name'),
      reference: t('retraction.reference'),
      email: t('retraction.email'),
    },
  });
  return (
    // Without JavaScript the browser's mail form sends the declaration: one by mail counts as well (LC-54).
    <form
      className="form"
      action={`mailto:${customerServiceEmail}`}
      method="post"
      encType="text/plain"
      noValidate
      onSubmit={form.onSubmit(onNext)}
    >
      <noscript>
        <Notice>
          {tKey('validation.form.noScript', { email: customerServiceEmail, phone: phone.display })}
        </Notice>
      </noscript>
      <FormSummary title={t('retraction.missing')} problems={form.problems} attempt={form.attempt} />
      <TextField label={t('retraction.name')} required autoComplete="name" {...form.field('name')} />
      <TextField
        label={t('retraction.reference')}
        hint={t('retraction.referenceHint')}
        required
        autoCapitalize="characters"
        spellCheck={false}
        {...form.field('reference')}
      />
      <TextField
        type="email"
        label={t('retraction.email')}
        hint={t('retraction.emailHint')}
        required
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('email')}
      />
      <div className="form-actions">
        <Button type="submit" tone="primary" size="large">
          {t('retraction.next')}
        </Button>
      </div>
    </form>
  );
}

/** The island `retraction-form`: the withdrawal from a contract of credit without signing in (LC-54, L222-8): what is declared, then « Confirmer la rétractation ». */
export default function WithdrawalDeclaration() {
  const { t, locale } = useWords();
  const [step, setStep] = useState<Step>({ at: 'typing' });
  const answer = useRef<HTMLDivElement>(null);
  const isOver = step.at === 'declared' || step.at === 'failed';
  useEffect(() => {
    if (isOver) answer.current?.focus();
  }, [isOver]);
  const confirm = async (input: Declaration) => {
    setStep({ at: 'sending', input });
    try {
      setStep({ at: 'declared', input, declaredAt: await declare(input) });
    } catch {
      setStep({ at: 'failed', input });
    }
  };
  const moment = (at: string) =>
    new Intl.DateTimeFormat(locale, {
      dateStyle: 'long',
      timeStyle: 'long',
      timeZone: 'Europe/Paris',
    }).format(new Date(at));
  if (step.at === 'typing')
    return <DeclarationForm onNext={(input) => setStep({ at: 'confirming', input })} />;
  return (
    <div className="stack">
      <DefinitionList
        items={[
          { term: t('retraction.name'), value: step.input.name },
          { term: t('retraction.reference'), value: step.input.reference },
          { term: t('retraction.email'), value: step.input.email },
          ...(step.at === 'declared'
            ? [{ term: t('retraction.declaredAt'), value: moment(step.declaredAt) }]
            : []),
        ]}
      />
      {step.at === 'declared' ? (
        <Notice tone="success" title={t('retraction.done')} ref={answer} tabIndex={-1}>
          {t('retraction.doneText')}
        </Notice>
      ) : (
        <>
          {step.at === 'failed' ? (
            <Notice tone="danger" title={t('retraction.failed')} ref={answer} tabIndex={-1}>
              {t('retraction.failedText')}
            </Notice>
          ) : null}
          <div className="form-actions">
            <Button onClick={() => setStep({ at: 'typing' })}>{t('retraction.change')}</Button>
            <Button
              tone="primary"
              size="large"
              loading={step.at === 'sending'}
              onClick={() => void confirm(step.input)}
            >
              {t('retraction.confirm')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
