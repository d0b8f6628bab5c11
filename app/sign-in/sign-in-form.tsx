import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { credentials } from '#contract/session.ts';
import { emailField } from '#domain/fields.ts';
import { api } from '../api/client.ts';
import { useOutcome } from '../api/outcome.ts';
import { asProblem } from '../api/problem.ts';
import { query } from '../api/queries.ts';
import { enter, type Session } from '../api/session.ts';
import { useScreenForm } from '../form/form.ts';
import { useProblemToast } from '../form/problem-toast.ts';
import { useT } from '../i18n/t.ts';
import { useTypedBeforeHydration } from '../page/before-hydration.ts';
import { isDemo } from '../page/institution.ts';
import { navigate } from '../page/navigation.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { FormSummary } from '../ui/form-summary.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { toast } from '../ui/toasts.ts';
import { DemonstrationAccounts } from './demonstration-accounts.tsx';
import { type FirstStep, SecondStep } from './second-step.tsx';

type CredentialsForm = ReturnType<typeof useCredentialsForm>;

function useCredentialsForm() {
  const t = useT();
  return useScreenForm({
    initial: { email: '', password: '' },
    schema: credentials,
    labels: { email: t('sign-in.email'), password: t('sign-in.password') },
  });
}

/** The sign-in in one or two steps: the first step's credentials are kept while the second is asked for. */
function useSignIn() {
  const t = useT();
  const showProblem = useProblemToast();
  const asOutcome = useOutcome();
  const [firstStep, setFirstStep] = useState<FirstStep | null>(null);
  const goIn = (session: Session) => {
    asOutcome(null, () =>
      toast({ title: t('sign-in.succeeded.title'), onTheWay: t('sign-in.succeeded.detail') }),
    );
    enter(session);
  };
  const signIn = useMutation({
    ...query.session.signIn.mutationOptions(),
    onSuccess: ({ session }) => goIn(session),
    onError: (error, typed) => {
      const problem = asProblem(error);
      if (problem.code === 'auth.second-factor-required') setFirstStep({ typed, by: problem.params.by });
      else asOutcome(null, () => showProblem(problem, { title: t('sign-in.failed') }));
    },
  });
  return { signIn, goIn, firstStep, back: () => setFirstStep(null) };
}

/** « Mot de passe oublié » : asks for a link to the typed address, or says what is missing. */
function useForgottenPassword(form: CredentialsForm) {
  const t = useT();
  const showProblem = useProblemToast();
  /** A demonstration sends nothing: what it wrote can be read in the product. */
  const mailboxAction = (email: string) => ({
    label: t('sign-in.reset.read'),
    onPress: () => navigate(`/courrier-de-demonstration?recipient=${encodeURIComponent(email)}`),
  });
  const askForLink = useMutation({
    ...query.passwordReset.request.mutationOptions(),
    onSuccess: (_, { email }) =>
      toast({
        title: t('sign-in.reset.sentTitle'),
        description: t('sign-in.reset.sent'),
        action: isDemo ? mailboxAction(email) : undefined,
      }),
    onError: (error) => showProblem(asProblem(error)),
  });
  const forgot = () => {
    const typed = form.valueOf('email');
    const email = emailField.safeParse(typed);
    if (email.success) {
      askForLink.mutate({ email: email.data });
      return;
    }
    form.focus('email');
    if (typed.trim() === '') {
      toast({
        tone: 'destructive',
        title: t('sign-in.reset.neededTitle'),
        description: t('sign-in.reset.needed'),
      });
    } else {
      form.refuse([{ field: 'email', message: 'validation.email' }]);
    }
  };
  return { forgot, isAsking: askForLink.isPending };
}

function CredentialFields({ form }: { form: CredentialsForm }) {
  const t = useT();
  const { forgot, isAsking } = useForgottenPassword(form);
  return (
    <>
      <FormSummary
        title={form.hasMissing ? t('sign-in.missing') : t('sign-in.summary')}
        problems={form.problems}
        attempt={form.attempt}
      />
      <TextField
        {...form.field('email')}
        label={t('sign-in.email')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <div className="entrance-password">
        <PasswordField
          {...form.field('password')}
          label={t('sign-in.password')}
          autoComplete="current-password"
          showLabel={t('common.password.show')}
          hideLabelText={t('common.password.hide')}
          required
        />
        <button
          type="button"
          className="link-button entrance-forgotten"
          // It keeps its focus, which `disabled` would take.
          aria-disabled={isAsking || undefined}
          onClick={isAsking ? undefined : forgot}
        >
          {t('sign-in.forgotten')}
        </button>
      </div>
    </>
  );
}

export function SignInForm() {
  const t = useT();
  const submit = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLFormElement>(null);
  const form = useCredentialsForm();
  const { signIn, goIn, firstStep, back } = useSignIn();

  // Password managers and quick hands are done before the code arrives.
  useTypedBeforeHydration(box, (values) => {
    form.restore({ email: values.get('email') ?? '', password: values.get('password') ?? '' });
  });

  function fill(account: { email: string; password: string }): void {
    form.set('email', account.email);
    form.set('password', account.password);
    submit.current?.focus();
  }

  if (firstStep)
    return (
      <div className="entrance-panel">
        <SecondStep
          by={firstStep.by}
          signIn={(proof) => api.session.signIn({ ...firstStep.typed, ...proof })}
          onEntered={goIn}
          onBack={back}
        />
      </div>
    );
  return (
    <div className="entrance-panel">
      {/* A form that is sent before its code arrived must not write the password into the address. */}
      <form
        ref={box}
        className="form"
        method="post"
        noValidate
        onSubmit={form.onSubmit((input) => signIn.mutate(input))}
      >
        <CredentialFields form={form} />
        <Button
          type="submit"
          tone="primary"
          size="large"
          block
          ref={submit}
          loading={signIn.isPending}
          loadingText={t('sign-in.submitting')}
        >
          {t('sign-in.submit')}
        </Button>
      </form>
      {isDemo ? <DemonstrationAccounts roles={['client', 'administrator']} onUse={fill} /> : null}
    </div>
  );
}
