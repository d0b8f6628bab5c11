import { useQuery } from '@tanstack/react-query';
import ArrowDownLeft from 'lucide-react/icons/arrow-down-left';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import HandCoins from 'lucide-react/icons/hand-coins';
import Users from 'lucide-react/icons/users';
import type { ReactNode } from 'react';
import type { api } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { StatCard } from '../../ui/figure.tsx';
import { ErrorState, Skeleton, SkeletonList } from '../../ui/states.tsx';
import { Age } from '../desk/age.tsx';
import { EuroAmount, OldestRateDay } from '../desk/amount.tsx';
import { useCounts } from '../desk/counts.ts';
import { adminHref, clientHref } from '../frame/sections.ts';
import { loanLooks } from '../loans/loan-words.ts';
import { withdrawalLooks } from '../withdrawals/withdrawal-words.ts';
import { AwaitedCard } from './awaited-card.tsx';
import { BooksCard } from './books.tsx';
import { WaitingCard } from './waiting-card.tsx';

type AdministratorOverview = Awaited<ReturnType<typeof api.overview.administrator>>;

/** How many clients, loans and transfers there are. */
function Stats({ known }: { known: ReturnType<typeof useCounts>['data'] }) {
  const t = useT();
  const { count } = useFormats();
  const figure = (value: number | undefined): ReactNode => (value === undefined ? '–' : count(value));
  return (
    <div className="stat-grid overview-stats">
      <StatCard
        ledge
        label={<a href={adminHref('clients')}>{t('admin-overview.clients')}</a>}
        icon={<Users aria-hidden="true" />}
        note={known ? t('admin-overview.activatedClients', { count: known.activatedClients }) : <Skeleton />}
      >
        {figure(known?.clients)}
      </StatCard>
      <StatCard
        ledge
        label={<a href={adminHref('loans')}>{t('admin-overview.loans')}</a>}
        icon={<HandCoins aria-hidden="true" />}
        note={known ? t('admin-overview.openLoans', { count: known.pendingLoans }) : <Skeleton />}
      >
        {figure(known?.loans)}
      </StatCard>
      <StatCard
        ledge
        label={<a href={adminHref('withdrawals')}>{t('admin-overview.withdrawals')}</a>}
        icon={<ArrowUpRight aria-hidden="true" />}
        note={known ? t('admin-overview.openWithdrawals', { count: known.pendingWithdrawals }) : <Skeleton />}
      >
        {figure(known?.withdrawals)}
      </StatCard>
    </div>
  );
}

/** The loans that were asked for last. */
function RecentLoans({ data }: { data: AdministratorOverview }) {
  const t = useT();
  return (
    <Card
      flush
      title={t('admin-overview.recentLoans')}
      actions={<a href={adminHref('loans')}>{t('admin-overview.all')}</a>}
    >
      <ul className="entries">
        {data.recentLoans.map((loan) => (
          <li key={loan.id} className="entry">
            <div className="entry-name">
              <a href={adminHref('loans', { loan: loan.id })}>{loan.client.displayName}</a>
              <span className="cell-note">
                <Age since={loan.createdAt} /> · {loan.purpose}
              </span>
            </div>
            <StatusBadge kind={loanLooks[loan.status]}>{t(`admin-loans.status.${loan.status}`)}</StatusBadge>
            <EuroAmount eurMinor={loan.amountEurMinor} minor={loan.amountMinor} currency={loan.currency} />
          </li>
        ))}
      </ul>
      {data.recentLoans.length === 0 ? <p className="entries-empty">{t('admin-overview.noLoan')}</p> : null}
    </Card>
  );
}

/** The transfers that were asked for last. */
function RecentWithdrawals({ data }: { data: AdministratorOverview }) {
  const t = useT();
  return (
    <Card
      flush
      title={t('admin-overview.recentWithdrawals')}
      actions={<a href={adminHref('withdrawals')}>{t('admin-overview.all')}</a>}
    >
      <ul className="entries">
        {data.recentWithdrawals.map((withdrawal) => (
          <li key={withdrawal.id} className="entry">
            <div className="entry-name">
              <a href={adminHref('withdrawals', { withdrawal: withdrawal.id })}>
                {withdrawal.client.displayName}
              </a>
              <span className="cell-note">
                <Age since={withdrawal.createdAt} /> · {withdrawal.clientBankName}
              </span>
            </div>
            <StatusBadge kind={withdrawalLooks[withdrawal.status]}>
              {t(`admin-withdrawals.status.${withdrawal.status}`)}
            </StatusBadge>
            <EuroAmount
              eurMinor={withdrawal.amountEurMinor}
              minor={withdrawal.amountMinor}
              currency={withdrawal.currency}
            />
          </li>
        ))}
      </ul>
      {data.recentWithdrawals.length === 0 ? (
        <p className="entries-empty">{t('admin-overview.noWithdrawal')}</p>
      ) : null}
    </Card>
  );
}

/** The clients who came last. */
function LastClients({ data }: { data: AdministratorOverview }) {
  const t = useT();
  return (
    <Card
      flush
      title={t('admin-overview.lastClients')}
      actions={<a href={adminHref('clients')}>{t('admin-overview.all')}</a>}
    >
      <ul className="entries">
        {data.lastClients.map((client) => (
          <li key={client.id} className="entry">
            <div className="entry-name">
              <a href={clientHref(client.id)}>{client.displayName}</a>
              <span className="cell-note">
                {t(`common.accountTypes.${client.accountType}`)} · <Age since={client.createdAt} />
              </span>
            </div>
            <Badge tone={client.isActivated ? 'success' : 'neutral'}>
              {t(client.isActivated ? 'admin.activated' : 'admin.notActivated')}
            </Badge>
            <EuroAmount
              eurMinor={client.balanceEurMinor}
              minor={client.balanceMinor}
              currency={client.currency}
            />
          </li>
        ))}
      </ul>
      {data.lastClients.length === 0 ? <p className="entries-empty">{t('admin-overview.noClient')}</p> : null}
    </Card>
  );
}

/** How much money came in and went out. */
function Flows({ data }: { data: AdministratorOverview }) {
  const t = useT();
  return (
    <Card title={t('admin-overview.flows')}>
      <dl className="flows">
        <div>
          <dt>
            <ArrowDownLeft aria-hidden="true" />
            {t('admin-overview.moneyIn')}
          </dt>
          <dd>
            <Amount minor={data.flows.inEurMinor} currency="EUR" size="large" />
          </dd>
        </div>
        <div>
          <dt>
            <ArrowUpRight aria-hidden="true" />
            {t('admin-overview.moneyOut')}
          </dt>
          <dd>
            <Amount minor={data.flows.outEurMinor} currency="EUR" size="large" />
          </dd>
        </div>
      </dl>
      <p className="cell-note">
        {t('admin-overview.flowsNote')} <OldestRateDay />
      </p>
    </Card>
  );
}

/** What the day looks like: how many, what waits, what came last, and whether the books balance. */
export function OverviewTab() {
  const t = useT();
  const counts = useCounts();
  const overview = useQuery(query.overview.administrator.queryOptions());
  const known = counts.data;
  const data = overview.data;

  if (overview.isError && !data) {
    return (
      <ErrorState
        title={t('admin.loadFailed')}
        retryLabel={t('common.retry')}
        onRetry={() => {
          void overview.refetch();
          void counts.refetch();
        }}
        retrying={overview.isRefetching}
      />
    );
  }

  return (
    <div className="overview">
      <Stats known={known} />

      <div className="overview-waiting">
        <WaitingCard counts={known} waiting={data?.waiting} />
        {data ? <AwaitedCard rows={data.awaited} /> : null}
      </div>

      <div className="overview-main">
        {data ? (
          <>
            <RecentLoans data={data} />
            <RecentWithdrawals data={data} />
            <LastClients data={data} />
          </>
        ) : (
          <SkeletonList label={t('common.loading')} rows={10} />
        )}
      </div>

      <div className="overview-side">
        {data ? (
          <>
            <Flows data={data} />
            <BooksCard trialBalance={data.trialBalance} />
          </>
        ) : null}
      </div>
    </div>
  );
}
