import { useQuery } from '@tanstack/react-query';
import CreditCard from 'lucide-react/icons/credit-card';
import PiggyBank from 'lucide-react/icons/piggy-bank';
import WalletMinimal from 'lucide-react/icons/wallet-minimal';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type AccountType, accountTypeInput } from '#domain/accounts/account.ts';
import { accountTypesOf } from '#domain/accounts/account-types.ts';
import { currencyOfCountry } from '#domain/money/currencies.ts';
import { api } from '../api/client.ts';
import { type ApiProblem, problemWords } from '../api/problem.ts';
import { query, queryClient } from '../api/queries.ts';
import { useSession } from '../api/session.ts';
import { useSubmission } from '../api/submission.ts';
import { useScreenForm } from '../form/form.ts';
import { useRefusal } from '../form/refusal.ts';
import { countryName } from '../i18n/country-name.ts';
import { useWords } from '../i18n/t.ts';
import { hasAccounts, institution, isDemo } from '../page/institution.ts';
import { navigate } from '../page/navigation.ts';
import { PageHead } from '../page/page-head.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { RadioCards } from '../ui/choices.tsx';
import { FormSummary } from '../ui/form-summary.tsx';
import { Page, PageTitle } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { ErrorState, SkeletonList } from '../ui/states.tsx';
import { arrive, toast } from '../ui/toasts.ts';
import { forgetDraft, readDraft } from './sign-up-draft.ts';
import { SignUpSteps } from './sign-up-steps.tsx';
import './entrance-forms.css';

/** The kinds of account that this house opens (LC-6); the only one is chosen. One that clients do not pay from is no choice: their space is opened. */
const TYPES = accountTypesOf(institution);
const ONLY = TYPES.length === 1 ? TYPES[0] : undefined;
const TITLE = hasAccounts ? 'sign-in.account.title' : 'sign-in.intro.titleLender';
const LEAD = hasAccounts ? 'sign-in.account.lead' : 'sign-in.leadLender';

/** Time for the new client to read that the account exists (docs/rules.md, Sign-up and sessions). */
const pauseMs = 1500;

const icons: Record<AccountType, ReactNode> = {
  courant: <WalletMinimal aria-hidden="true" />,
  epargne: <PiggyBank aria-hidden="true" />,
  credit: <CreditCard aria-hidden="true" />,
};

/** The destination of a visitor who is not in the middle of signing up; null while loading, or when they are. */
function useStep2() {
  const { session, isBroken, retry } = useSession();
  const [draft] = useState(readDraft);
  const isHalfWay =
    session !== null && session !== undefined && !session.hasAccount && !session.isAdministrator;
  const kept = useQuery({ ...query.signUp.details.queryOptions(), enabled: isHalfWay });
  const details = kept.data?.details ?? null;

  let elsewhere: string | null = null;
  if (session === null || (isHalfWay && kept.isSuccess && details === null))
    elsewhere = '/client-personal-info';
  else if (session && !isHalfWay) elsewhere = session.home;
  return {
    elsewhere,
    // No error for a visitor who has not started signing up.
    hadStarted: draft !== null || isHalfWay,
    details,
    firstName: details?.firstName ?? draft?.firstName ?? session?.firstName ?? '',
    isBroken: isBroken || kept.isError,
    retry: () => {
      retry();
      void kept.refetch();
    },
  };
}

/** The address of step 1 is already registered: the next step is only in a mail to its owner (decision 0009). */
const mailboxCode = 'sign-up.look-in-mailbox';

function LookInMailbox({ problem, email }: { problem: ApiProblem; email: string }) {
  const { t, tKey } = useWords();
  const { title, detail } = problemWords(problem, tKey);
  return (
    <Notice
      live="polite"
      title={title}
      actions={
        <>
          {isDemo ? (
            <LinkButton
              size="dense"
              href={`/courrier-de-demonstration?recipient=${encodeURIComponent(email)}`}
            >
              {t('sign-in.reset.read')}
            </LinkButton>
          ) : null}
          <LinkButton size="dense" href="/auth">
            {t('sign-in.reset.giveUp')}
          </LinkButton>
        </>
      }
    >
      <p>{detail}</p>
    </Notice>
  );
}

/** Leads to the address where the person belongs, once; null while they belong here. */
function useSentAway(elsewhere: string | null, hadStarted: boolean) {
  const { t } = useWords();
  const isSentAway = useRef(false);
  useEffect(() => {
    if (elsewhere === null || isSentAway.current) return;
    isSentAway.current = true;
    if (elsewhere === '/client-personal-info' && hadStarted) {
      toast({
        tone: 'destructive',
        title: t('common.failure.title'),
        description: t('sign-in.startAgain'),
      });
    }
    navigate(elsewhere, { replace: true });
  }, [elsewhere, hadStarted, t]);
}

function useAccountTypeForm() {
  const { t } = useWords();
  return useScreenForm({
    initial: { accountType: ONLY ?? '' },
    schema: accountTypeInput,
    labels: { accountType: t('sign-in.account.type') },
  });
}

/** The kinds of account, and the currency that the country gives it. */
function AccountTypeForm({
  form,
  details,
  isSending,
  onSend,
}: {
  form: ReturnType<typeof useAccountTypeForm>;
  details: ReturnType<typeof useStep2>['details'];
  isSending: boolean;
  onSend: (input: { accountType: AccountType }) => void;
}) {
  const { t, locale } = useWords();
  const type = form.field('accountType');
  return (
    <form className="form" method="post" noValidate onSubmit={form.onSubmit((input) => onSend(input))}>
      <FormSummary title={t('sign-in.missing')} problems={form.problems} attempt={form.attempt} />
      {hasAccounts ? (
        <RadioCards
          name={type.name}
          ref={type.ref}
          onChange={type.onChange}
          onBlur={type.onBlur}
          error={type.error}
          label={t('sign-in.account.type')}
          columns={ONLY ? 1 : 3}
          required
          options={TYPES.map((each) => ({
            value: each,
            title: t(`common.accountTypes.${each}`),
            description: t(`sign-in.account.notes.${each}`),
            icon: icons[each],
          }))}
        />
      ) : (
        <p>{t('sign-in.intro.neverLender')}</p>
      )}
      {details && hasAccounts ? (
        <Notice>
          {t('sign-in.account.currency', {
            currency: currencyOfCountry(details.country),
            country: countryName(details.country, locale),
          })}
        </Notice>
      ) : null}
      <div className="form-actions entrance-actions">
        <LinkButton href="/client-personal-info">{t('common.back')}</LinkButton>
        <Button
          type="submit"
          tone="primary"
          loading={isSending}
          loadingText={t(hasAccounts ? 'sign-in.account.creating' : 'sign-in.details.saving')}
        >
          {t(hasAccounts ? 'sign-in.account.create' : 'sign-in.intro.titleLender')}
        </Button>
      </div>
    </form>
  );
}

/** `/client-account-selection` and `/client-signup`: step 2 of signing up. */
export default function AccountSelection() {
  const { t } = useWords();
  const [isCreated, setCreated] = useState(false);
  const { elsewhere, hadStarted, details, firstName, isBroken, retry } = useStep2();

  useSentAway(isCreated ? null : elsewhere, hadStarted);
  // The sign-in that leads here stays in this area, whose toasts are not shown anew: « redirecting » is over.
  useEffect(arrive, []);
  useEffect(() => {
    if (!isCreated) return;
    const timer = setTimeout(async () => {
      // The session now has an account: refetch it, because the client area checks it first.
      await queryClient.refetchQueries({ queryKey: query.session.current.key() });
      navigate('/client-dashboard', { replace: true });
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [isCreated]);

  const form = useAccountTypeForm();
  const refuse = useRefusal(form);
  const { send, isSending, problem } = useSubmission(api.signUp.chooseAccount, {
    onSuccess: () => {
      forgetDraft();
      setCreated(true);
      const created = hasAccounts ? 'sign-in.account.created' : 'sign-in.account.createdLender';
      toast({ title: t(created), onTheWay: t('sign-in.account.createdNote') });
    },
    onProblem: (met) => {
      if (met.code !== mailboxCode) refuse(met);
    },
  });

  const isReady = elsewhere === null && details !== null;
  const isInMailbox = problem?.code === mailboxCode;

  return (
    <Page className="entrance-page" data-wide>
      <PageHead title={t(TITLE)} />
      <PageTitle
        size="quiet"
        before={<SignUpSteps current={1} />}
        overline={firstName ? t('sign-in.account.welcome', { firstName }) : undefined}
        lead={ONLY && hasAccounts ? undefined : t(LEAD)}
      >
        {t(TITLE)}
      </PageTitle>
      <Card ledge>
        {isInMailbox && problem ? <LookInMailbox problem={problem} email={details?.email ?? ''} /> : null}
        {!isInMailbox && (isReady || isCreated) ? (
          <AccountTypeForm form={form} details={details} isSending={isSending || isCreated} onSend={send} />
        ) : null}
        {isBroken ? (
          <ErrorState title={t('common.failure.unknown')} retryLabel={t('common.retry')} onRetry={retry} />
        ) : null}
        {isReady || isCreated || isBroken ? null : <SkeletonList label={t('common.loading')} rows={4} />}
      </Card>
    </Page>
  );
}
