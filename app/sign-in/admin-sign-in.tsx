import { useMutation } from '@tanstack/react-query';
import House from 'lucide-react/icons/house';
import { useEffect, useState } from 'react';
import { DEMONSTRATION_ACCOUNTS, DEMONSTRATION_STAFF } from '#content/demonstration-accounts.ts';
import { credentials } from '#contract/session.ts';
import { api } from '../api/client.ts';
import { useOutcome } from '../api/outcome.ts';
import { type ApiProblem, asProblem, problemWords } from '../api/problem.ts';
import { enter, type Session, useSessionOnArrival } from '../api/session.ts';
import { useScreenForm } from '../form/form.ts';
import { useWords } from '../i18n/t.ts';
import { isDemo } from '../page/institution.ts';
import { navigate } from '../page/navigation.ts';
import { PageHead } from '../page/page-head.tsx';
import { Disclosure } from '../ui/accordion.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DefinitionList } from '../ui/definition-list.tsx';
import { TextField } from '../ui/field.tsx';
import { FormSummary } from '../ui/form-summary.tsx';
import { Page, PageTitle, Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { toast } from '../ui/toasts.ts';
import { Invitation, useInvitationToken } from './invitation.tsx';
import { type FirstStep, SecondStep } from './second-step.tsx';
import { SessionEnded } from './session-ended.tsx';

const demonstrationAccount = DEMONSTRATION_ACCOUNTS.find(({ role }) => role === 'administrator');

type CredentialsForm = ReturnType<typeof useCredentialsForm>;

function useCredentialsForm() {
  const { t } = useWords();
  return useScreenForm({
    initial: { email: '', password: '' },
    schema: credentials,
    labels: { email: t('admin-sign-in.email'), password: t('admin-sign-in.password') },
  });
}

/** The sign-in in one or two steps; a person who is already inside goes to the back office at once. */
function useAdminSignIn(form: CredentialsForm) {
  const { t, tKey } = useWords();
  const session = useSessionOnArrival();
  const asOutcome = useOutcome();
  const [firstStep, setFirstStep] = useState<FirstStep | null>(null);
  const [isEntered, setEntered] = useState(false);
  const goIn = (begun: Session) => {
    asOutcome(null, () =>
      toast({ title: t('admin-sign-in.success'), onTheWay: t('admin-sign-in.redirecting') }),
    );
    setEntered(true);
    enter(begun);
  };
  const signIn = useMutation({
    mutationFn: (typed: { email: string; password: string }) => api.session.signInAsAdministrator(typed),
    onSuccess: ({ session: begun }) => goIn(begun),
    onError: (error, typed) => {
      const problem = asProblem(error);
      if (problem.code === 'auth.second-factor-required')
        return setFirstStep({ typed, by: problem.params.by });
      const isRoleMissing = problem.code === 'auth.admin-required';
      asOutcome(null, () =>
        toast({
          tone: 'destructive',
          title: isRoleMissing ? t('admin-sign-in.error') : t('admin-sign-in.failed'),
          description: isRoleMissing ? t('admin-sign-in.adminRequired') : problemWords(problem, tKey).detail,
        }),
      );
      form.focus('password');
    },
  });
  const isInside = session?.isAdministrator === true && !isEntered;
  useEffect(() => {
    if (isInside) navigate('/admin-dashboard', { replace: true });
  }, [isInside]);
  const back = () => {
    signIn.reset();
    setFirstStep(null);
  };
  return { signIn, goIn, firstStep, back };
}

function SignInProblem({ problem }: { problem: ApiProblem }) {
  const { t, tKey } = useWords();
  if (problem.code === 'auth.admin-required')
    return (
      <Notice tone="danger" title={t('admin-sign-in.adminRequired')}>
        <p>
          {t('admin-sign-in.adminRequiredText')} <a href="/auth">{t('admin-sign-in.clientArea')}</a>
        </p>
      </Notice>
    );
  const { title, detail } = problemWords(problem, tKey);
  return (
    <Notice tone="danger" title={title}>
      <p>{detail}</p>
    </Notice>
  );
}

function CredentialFields({ form, problem }: { form: CredentialsForm; problem: ApiProblem | null }) {
  const { t } = useWords();
  return (
    <>
      <FormSummary
        title={t('admin-sign-in.summary', { count: form.problems.length })}
        problems={form.problems}
        attempt={form.attempt}
      />
      {problem ? <SignInProblem problem={problem} /> : null}
      <TextField
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        label={t('admin-sign-in.email')}
        required
        {...form.field('email')}
      />
      <PasswordField
        autoComplete="current-password"
        label={t('admin-sign-in.password')}
        required
        showLabel={t('admin-sign-in.showPassword')}
        hideLabelText={t('admin-sign-in.hidePassword')}
        {...form.field('password')}
      />
    </>
  );
}

/** The account that a demonstration offers, and the button that types it. */
function DemonstrationCard({ form }: { form: CredentialsForm }) {
  const { t } = useWords();
  if (!isDemo || !demonstrationAccount) return null;
  const { email, password } = demonstrationAccount;
  const fill = (account: { readonly email: string; readonly password: string }) => {
    form.set('email', account.email);
    form.set('password', account.password);
    form.focus('password');
  };
  return (
    <Card
      title={t('admin-sign-in.demo.title')}
      actions={
        <Button size="dense" onClick={() => fill({ email, password })}>
          {t('admin-sign-in.demo.fill')}
        </Button>
      }
      footer={t('admin-sign-in.demo.text')}
    >
      <DefinitionList
        items={[
          { term: t('admin-sign-in.email'), value: email },
          { term: t('admin-sign-in.password'), value: password },
        ]}
      />
      <Disclosure title={t('admin-sign-in.demo.others')}>
        <ul className="demo-staff">
          {DEMONSTRATION_STAFF.map(({ label, ...account }) => (
            <li key={account.role}>
              <span>
                {label}
                <span className="cell-note">{account.email}</span>
              </span>
              <Button
                size="dense"
                aria-label={t('admin-sign-in.demo.fillOf', { role: label })}
                onClick={() => fill(account)}
              >
                {t('admin-sign-in.demo.fillShort')}
              </Button>
            </li>
          ))}
        </ul>
      </Disclosure>
    </Card>
  );
}

/** « Connexion Administrateur » (docs/rules.md, Screens). Without the role the server signs the person out. */
export default function AdminSignIn() {
  const { t } = useWords();
  const form = useCredentialsForm();
  const { signIn, goIn, firstStep, back } = useAdminSignIn(form);
  const problem = signIn.error && !firstStep ? asProblem(signIn.error) : null;
  const invitation = useInvitationToken();

  if (firstStep)
    return (
      <Page width="text">
        <PageHead title={t('admin-sign-in.title')} />
        <PageTitle size="quiet">{t('admin-sign-in.title')}</PageTitle>
        <SecondStep
          by={firstStep.by}
          signIn={(proof) => api.session.signInAsAdministrator({ ...firstStep.typed, ...proof })}
          onEntered={goIn}
          onBack={back}
        />
      </Page>
    );
  if (invitation.token !== null)
    return (
      <Page width="text">
        <PageHead title={t('admin-sign-in.invitation.title')} />
        <PageTitle size="quiet">{t('admin-sign-in.invitation.title')}</PageTitle>
        <Invitation
          token={invitation.token}
          onLeave={invitation.leave}
          onAccepted={(typed) => signIn.mutate(typed)}
        />
      </Page>
    );
  return (
    <Page width="text">
      <PageHead title={t('admin-sign-in.title')} />
      <PageTitle size="quiet" lead={t('admin-sign-in.lead')}>
        {t('admin-sign-in.title')}
      </PageTitle>
      <Stack gap={6}>
        <SessionEnded />
        <form
          className="form"
          method="post"
          noValidate
          onSubmit={form.onSubmit((typed) => signIn.mutate(typed))}
        >
          <CredentialFields form={form} problem={problem} />
          <div className="form-actions">
            <Button
              type="submit"
              tone="primary"
              loading={signIn.isPending}
              loadingText={t('admin-sign-in.submitting')}
            >
              {t('admin-sign-in.submit')}
            </Button>
            <LinkButton href="/" tone="quiet" icon={<House aria-hidden="true" />}>
              {t('admin-sign-in.home')}
            </LinkButton>
          </div>
        </form>
        <DemonstrationCard form={form} />
      </Stack>
    </Page>
  );
}
