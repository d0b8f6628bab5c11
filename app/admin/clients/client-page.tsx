import { useQuery } from '@tanstack/react-query';
import Link2 from 'lucide-react/icons/link-2';
import LogOut from 'lucide-react/icons/log-out';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { formatIban } from '#domain/accounts/iban.ts';
import type { api } from '../../api/client.ts';
import { asProblem } from '../../api/problem.ts';
import { query } from '../../api/queries.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT, useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { hasAccounts, movesMoney } from '../../page/institution.ts';
import { navigate } from '../../page/navigation.ts';
import { PageHead } from '../../page/page-head.tsx';
import type { ScreenProps } from '../../page/site-map.ts';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { SearchDrawing } from '../../ui/drawings/search.tsx';
import { BackLink, Page, PageTitle } from '../../ui/layout.tsx';
import { EmptyState, ErrorState, Skeleton, SkeletonList } from '../../ui/states.tsx';
import { RateDay } from '../desk/amount.tsx';
import { HeadActs } from '../frame/head-acts.tsx';
import { NotPermitted, Permitted } from '../frame/permitted.tsx';
import { adminHref } from '../frame/sections.ts';
import { AwaitedApproval } from '../tasks/awaited-approval.tsx';
import { ClientActions } from './client-actions.tsx';
import { ClientDialog } from './client-dialog.tsx';
import { ClientTimeline } from './client-timeline.tsx';
import {
  approvalSinceOf,
  type ClientAction,
  type ClientSummary,
  countryName,
  permissionOf,
} from './client-words.ts';
import { NoteForm } from './note-form.tsx';

// The page is read before it is taken: this part comes after the first paint.
const Follower = lazy(() => import('../tasks/follower.tsx').then((file) => ({ default: file.Follower })));

const AlertsCard = lazy(() => import('./alerts-card.tsx').then((file) => ({ default: file.AlertsCard })));
const LimitsCard = lazy(() => import('./limits-card.tsx').then((file) => ({ default: file.LimitsCard })));

type Client = Awaited<ReturnType<typeof api.clients.show>>['client'];

/** The balance of the account and what is known of it. */
function AccountCard({ client }: { client: Client }) {
  const { t } = useWords();
  const { day } = useFormats();
  // What only the holder of an account to pay from has (LC-6).
  const ownAccount = [
    {
      term: t('admin-clients.iban.iban'),
      value: client.iban ? (
        <span className="tabular">{formatIban(client.iban)}</span>
      ) : (
        t('admin-clients.noIban')
      ),
    },
    {
      term: t('admin-clients.iban.bankName'),
      value: client.bankName || t('admin-clients.page.notGiven'),
    },
    {
      term: t('admin-clients.page.deposit'),
      value: <Amount minor={client.activationDepositMinor} currency={client.currency} />,
    },
  ];
  // No money of theirs lies with an intermediary (LC-6).
  const hasBalance = movesMoney || client.balanceMinor !== 0;
  return (
    <Card ledge title={t('admin-clients.page.account')}>
      {hasBalance ? (
        <p className="client-page-balance">
          <Amount minor={client.balanceMinor} currency={client.currency} size="large" />
        </p>
      ) : null}
      {client.currency === 'EUR' || !hasBalance ? null : (
        <p className="cell-note">
          {t('admin-clients.page.inEuro')} <Amount minor={client.balanceEurMinor} currency="EUR" />,{' '}
          <RateDay currency={client.currency} />
        </p>
      )}
      <DefinitionList
        items={[
          {
            term: t('admin-clients.page.type'),
            value: t(`common.accountTypes.${client.accountType}`),
          },
          ...(hasAccounts || client.iban ? ownAccount : []),
          { term: t('admin-clients.page.opened'), value: day(client.createdAt) },
        ]}
      />
    </Card>
  );
}

/** What concerns the person rather than their account. */
function ProfileActions({
  client,
  onAsk,
}: {
  client: ClientSummary;
  onAsk: (action: 'link' | 'sessions') => void;
}) {
  const t = useT();
  const buttonFor = (action: 'link' | 'sessions') => ({
    size: 'dense' as const,
    tone: 'quiet' as const,
    'aria-label': t(`admin-clients.actionOf.${action}`, { name: client.displayName }),
    onClick: () => onAsk(action),
  });
  return (
    <>
      <Permitted to={permissionOf.link}>
        <Button {...buttonFor('link')} icon={<Link2 aria-hidden="true" />}>
          {t('admin-clients.action.link')}
        </Button>
      </Permitted>
      <Permitted to={permissionOf.sessions}>
        <Button {...buttonFor('sessions')} icon={<LogOut aria-hidden="true" />}>
          {t('admin-clients.action.sessions')}
        </Button>
      </Permitted>
    </>
  );
}

type Shown = Awaited<ReturnType<typeof api.clients.show>>;

/** Who the client is and how they are reached. */
function ProfileCard({
  client,
  profile,
  identityReceipt,
  onAsk,
}: Pick<Shown, 'client' | 'profile' | 'identityReceipt'> & { onAsk: (action: ClientAction) => void }) {
  const { t, locale } = useWords();
  const { day } = useFormats();
  const place = [profile.address, [profile.postalCode, profile.city].filter(Boolean).join(' ')].filter(
    Boolean,
  );
  const orNone = (value: string | null) => value || t('admin-clients.page.notGiven');
  return (
    <Card title={t('admin-clients.page.profile')} actions={<ProfileActions client={client} onAsk={onAsk} />}>
      <DefinitionList
        items={[
          {
            term: t('admin-clients.page.email'),
            value: <a href={`mailto:${profile.email}`}>{profile.email}</a>,
          },
          {
            term: t('admin-clients.page.phone'),
            value: profile.phone ? (
              <a href={`tel:${profile.phone.replace(/[^\d+]/g, '')}`}>{profile.phone}</a>
            ) : (
              t('admin-clients.page.notGiven')
            ),
          },
          { term: t('admin-clients.page.country'), value: countryName(profile.country, locale) },
          { term: t('admin-clients.page.address'), value: orNone(place.join(', ')) },
          {
            term: t('admin-clients.page.birth'),
            value: profile.dateOfBirth ? day(profile.dateOfBirth) : t('admin-clients.page.notGiven'),
          },
          { term: t('admin-clients.page.profession'), value: orNone(profile.profession) },
          ...(movesMoney
            ? [
                {
                  term: t('admin-clients.page.identityReceipt'),
                  value: identityReceipt ? (
                    <>
                      {identityReceipt.payer},{' '}
                      <span className="nowrap tabular">{formatIban(identityReceipt.iban)}</span>
                      {identityReceipt.day ? `, ${day(identityReceipt.day)}` : null}
                    </>
                  ) : (
                    t('admin-clients.page.noIdentityReceipt')
                  ),
                },
              ]
            : []),
        ]}
      />
    </Card>
  );
}

/** The page while its client is loaded, unknown, barred or unreachable, which `children` say. */
function WithoutClient({
  before,
  isUnknown,
  isBarred,
  hasFailed,
  children,
}: {
  before: ReactNode;
  isUnknown: boolean;
  isBarred: boolean;
  hasFailed: boolean;
  children: ReactNode;
}) {
  const { t } = useWords();
  return (
    <Page width="wide">
      <PageHead title={t('admin.client')} />
      <PageTitle size="quiet" before={before} actions={<HeadActs />}>
        {t('admin.client')}
      </PageTitle>
      {isUnknown ? (
        <EmptyState
          headingLevel="h2"
          drawing={<SearchDrawing />}
          title={t('admin-clients.unknown')}
          action={<LinkButton href={adminHref('clients')}>{t('admin-clients.backToList')}</LinkButton>}
        >
          {t('admin-clients.unknownText')}
        </EmptyState>
      ) : null}
      {isBarred ? <NotPermitted to="clients.show" /> : null}
      {hasFailed && !isUnknown && !isBarred ? children : null}
      {hasFailed ? null : <SkeletonList label={t('common.loading')} rows={8} />}
    </Page>
  );
}

function ClientState({ client }: Pick<Shown, 'client'>) {
  const { t } = useWords();
  return (
    <span className="badges">
      <StatusBadge kind={client.isActivated ? 'done' : 'waiting'}>
        {t(client.isActivated ? 'admin.activated' : 'admin.notActivated')}
      </StatusBadge>
      {client.hasOpenLoan ? <Badge tone="info">{t('admin-clients.openLoan')}</Badge> : null}
      <AwaitedApproval since={approvalSinceOf(client)} />
    </span>
  );
}

/** One client: who they are, their account, what can be done, and everything that happened. */
// Longer than 70 lines: it is the list of a client's cards, each a line or two.
export default function ClientPage({ params }: ScreenProps) {
  const { t } = useWords();
  const id = params.id ?? '';
  const [asked, setAsked] = useState<ClientAction | null>(null);
  const { data, error, refetch, isRefetching } = useQuery(query.clients.show.queryOptions({ input: { id } }));
  const back = <BackLink href={adminHref('clients')}>{t('admin.tabs.clients')}</BackLink>;

  const problem = error ? asProblem(error) : null;
  const isBarred = problem?.code === 'auth.permission-required';
  const isUnknown = problem?.code === 'not-found' || problem?.code === 'request.invalid';
  // A client whom a colleague deleted is no longer shown, once the open dialog has its answer.
  if (!data || (isUnknown && !asked)) {
    return (
      <WithoutClient before={back} isUnknown={isUnknown} isBarred={isBarred} hasFailed={problem !== null}>
        <ErrorState
          headingLevel="h2"
          title={t('admin.loadFailed')}
          retryLabel={t('common.retry')}
          onRetry={() => void refetch()}
          retrying={isRefetching}
        />
      </WithoutClient>
    );
  }

  const { client, profile, identityReceipt } = data;
  return (
    <Page width="wide">
      <PageHead title={client.displayName} />
      <PageTitle size="quiet" before={back} actions={<HeadActs />}>
        {client.displayName}
      </PageTitle>
      <div className="client-page-head">
        <ClientState client={client} />
        <ClientActions client={client} onAsk={setAsked} />
      </div>
      <Suspense fallback={<Skeleton />}>
        <Follower kind="client" id={client.id} followedBy={client.followedBy} />
      </Suspense>
      <div className="overview client-page">
        <div className="overview-side">
          <AccountCard client={client} />
          <ProfileCard client={client} profile={profile} identityReceipt={identityReceipt} onAsk={setAsked} />
          {/* Without money of theirs clients send none (LC-6). */}
          {movesMoney ? (
            <Permitted to="transferLimits.review">
              <Suspense fallback={<Skeleton />}>
                <LimitsCard client={client} />
              </Suspense>
            </Permitted>
          ) : null}
          <Permitted to="clientAlerts.show">
            <Suspense fallback={<Skeleton />}>
              <AlertsCard client={client} />
            </Suspense>
          </Permitted>
          <Permitted to="audit.list">
            <p>
              <a href={adminHref('audit', { client: client.id })}>{t('admin-clients.page.trail')}</a>
            </p>
          </Permitted>
        </div>
        <div className="overview-main">
          <Permitted to="clients.addNote">
            <NoteForm accountId={client.id} />
          </Permitted>
          <Permitted to="overview.clientTimeline">
            <ClientTimeline accountId={client.id} />
          </Permitted>
        </div>
      </div>
      {asked ? (
        <ClientDialog
          action={asked}
          client={client}
          onDeleted={() => navigate(adminHref('clients'), { replace: true })}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </Page>
  );
}
