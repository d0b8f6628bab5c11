import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import {
  PASSWORD_FAULT_KEYS,
  passwordVerdict,
  personalDetailsInput,
  personalInfoInput,
} from '#domain/clients/sign-up.ts';
import { DEFAULT_COUNTRY_CODE } from '#domain/money/currencies.ts';
import { query, queryClient } from '../api/queries.ts';
import { type Session, useSession } from '../api/session.ts';
import { useScreenForm } from '../form/form.ts';
import { useRefusal } from '../form/refusal.ts';
import { useT } from '../i18n/t.ts';
import { navigate } from '../page/navigation.ts';
import { PageHead } from '../page/page-head.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/field.tsx';
import { FormSummary } from '../ui/form-summary.tsx';
import { Page, PageTitle } from '../ui/layout.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { ErrorState, SkeletonList } from '../ui/states.tsx';
import { toast } from '../ui/toasts.ts';
import { CountryField } from './country-field.tsx';
import { PasswordStrength } from './password-strength.tsx';
import { keepDraft, readDraft, type SignUpDraft } from './sign-up-draft.ts';
import { SignUpSteps } from './sign-up-steps.tsx';
import './entrance-forms.css';

const nextStep = '/client-account-selection';

/** Someone who has signed up half-way corrects their details: the e-mail and the password are theirs already. */
const correctedDetails = z.extend(personalDetailsInput, { email: z.string(), password: z.string() });

/** What is typed in the form: with a password for a new person, without for one who corrects their details. */
function useDetailsForm(session: Session | null, known: SignUpDraft) {
  const t = useT();
  const isNew = session === null;
  return useScreenForm({
    initial: { ...known, email: session?.email ?? known.email, password: '' },
    schema: isNew ? personalInfoInput : correctedDetails,
    labels: {
      firstName: t('sign-in.details.firstName'),
      lastName: t('sign-in.details.lastName'),
      email: t('sign-in.email'),
      password: t('sign-in.password'),
      phone: t('sign-in.details.phone'),
      country: t('sign-in.details.country'),
    },
    verdict: (input) => {
      if (!isNew) return [];
      const verdict = passwordVerdict(input.password, input);
      return verdict.ok ? [] : [{ field: 'password', message: PASSWORD_FAULT_KEYS[verdict.reason] }];
    },
  });
}

type DetailsFields = ReturnType<typeof useDetailsForm>;

/** Begins the sign-up, or corrects the details of one that was begun; then goes on to the choice of an account. */
function useDetailsSubmission(form: DetailsFields, isNew: boolean) {
  const t = useT();
  const refuse = useRefusal(form);
  const { typed } = form;
  const continueToAccountChoice = () => {
    keepDraft(typed);
    toast({ title: t('sign-in.details.saved') });
    navigate(nextStep);
  };
  const onError = (error: unknown) => refuse(error);
  const start = useMutation({
    ...query.signUp.start.mutationOptions(),
    onSuccess: (begun) => {
      queryClient.setQueryData(query.session.current.queryKey(), begun);
      continueToAccountChoice();
    },
    onError,
  });
  const correct = useMutation({
    ...query.signUp.saveDetails.mutationOptions(),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: query.signUp.details.key() });
      continueToAccountChoice();
    },
    onError,
  });

  const send = form.onSubmit((input) => {
    if (isNew) start.mutate(input);
    else
      correct.mutate({
        firstName: input.firstName,
        lastName: input.lastName,
        phone: input.phone,
        country: input.country,
      });
  });
  return { send, isSending: start.isPending || correct.isPending };
}

// Longer than 70 lines: it is the fields of one form, in the order of the screen.
function DetailsForm({ session, known }: { session: Session | null; known: SignUpDraft }) {
  const t = useT();
  const isNew = session === null;
  const form = useDetailsForm(session, known);
  const { typed } = form;
  useEffect(() => keepDraft(typed), [typed]);
  const { send, isSending } = useDetailsSubmission(form, isNew);
  const person = { email: typed.email, firstName: typed.firstName, lastName: typed.lastName };

  return (
    <form className="form" method="post" noValidate onSubmit={send}>
      <p className="form-legend">{t('sign-in.details.lead')}</p>
      <FormSummary
        title={form.hasMissing ? t('sign-in.missing') : t('sign-in.summary')}
        problems={form.problems}
        attempt={form.attempt}
      />
      <div className="form-row">
        <TextField
          {...form.field('firstName')}
          label={t('sign-in.details.firstName')}
          autoComplete="given-name"
          required
        />
        <TextField
          {...form.field('lastName')}
          label={t('sign-in.details.lastName')}
          autoComplete="family-name"
          required
        />
      </div>
      <TextField
        {...form.field('email')}
        label={t('sign-in.email')}
        hint={isNew ? undefined : t('sign-in.details.emailFixed')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={!isNew}
        required
      />
      {isNew ? (
        <PasswordField
          {...form.field('password')}
          label={t('sign-in.password')}
          hint={t('sign-in.details.passwordHint')}
          remark={<PasswordStrength password={typed.password} person={person} />}
          autoComplete="new-password"
          showLabel={t('common.password.show')}
          hideLabelText={t('common.password.hide')}
          required
        />
      ) : null}
      <TextField
        {...form.field('phone')}
        label={t('sign-in.details.phone')}
        optionalText={t('common.optional')}
        hint={t('sign-in.details.phoneHint')}
        type="tel"
        autoComplete="tel"
        width="md"
      />
      <CountryField
        value={typed.country}
        onChange={(country) => form.set('country', country)}
        error={form.errorOf('country')}
      />
      <div className="form-actions entrance-actions">
        <LinkButton href="/auth?tab=inscription">{t('common.back')}</LinkButton>
        <Button type="submit" tone="primary" loading={isSending} loadingText={t('sign-in.details.saving')}>
          {t('sign-in.details.next')}
        </Button>
      </div>
    </form>
  );
}

/** `/client-personal-info`: step 1 of signing up. */
export default function PersonalInfo() {
  const t = useT();
  const { session, isBroken, retry } = useSession();
  const isHalfWay =
    session !== null && session !== undefined && !session.hasAccount && !session.isAdministrator;
  const details = useQuery({ ...query.signUp.details.queryOptions(), enabled: isHalfWay });
  const [draft] = useState(readDraft);
  const home = session && !isHalfWay ? session.home : null;
  // Only someone who comes here with an account already open: the form itself leads to step 2.
  useEffect(() => {
    if (home) navigate(home, { replace: true });
  }, [home]);

  const kept = details.data?.details;
  const known: SignUpDraft = kept
    ? { ...kept, phone: kept.phone ?? '' }
    : (draft ?? { firstName: '', lastName: '', email: '', phone: '', country: DEFAULT_COUNTRY_CODE });
  const isReady = session === null || (isHalfWay && details.isFetched);

  return (
    <Page className="entrance-page">
      <PageHead title={t('sign-in.details.title')} />
      <PageTitle size="quiet" before={<SignUpSteps current={0} />}>
        {t('sign-in.details.title')}
      </PageTitle>
      <Card ledge>
        {isReady ? <DetailsForm session={session ?? null} known={known} /> : null}
        {isBroken ? (
          <ErrorState title={t('common.failure.unknown')} retryLabel={t('common.retry')} onRetry={retry} />
        ) : null}
        {isReady || isBroken ? null : <SkeletonList label={t('common.loading')} rows={6} />}
      </Card>
    </Page>
  );
}
