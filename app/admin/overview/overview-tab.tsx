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
import { movesMoney } from '../../page/institution.ts';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { StatCard } from '../../ui/figure.tsx';
import { ErrorState, Skeleton, SkeletonList } from '../../ui/states.tsx';
import { Age } from '../desk/age.tsx';
import { EuroAmount, OldestRateDay } from '../desk/amount.tsx';
import { useCounts } from '../desk/counts.ts';
import { ClientLink, useMayOpen, useParts } from '../frame/permitted.tsx';
import { adminHref } from '../frame/sections.ts';
import { loanLooks } from '../loans/loan-words.ts';
import { withdrawalLooks } from '../withdrawals/withdrawal-words.ts';
import { AwaitedCard } from './awaited-card.tsx';
import { BooksCard } from './books.tsx';
import { QueuesCard } from './queues-card.tsx';

type AdministratorOverview = Awaited<ReturnType<typeof api.overview.administrator>>;

/** How many clients, loans and transfers there are, of what the person may list. */
function Stats({ known }: { known: ReturnType<typeof useCounts>['data'] }) {
  const t = useT();
  const mayOpen = useMayOpen();
  const { count } = useFormats();
  const figure = (value: number | null | undefined): ReactNode => (value == null ? '–' : count(value));
  return (
    <div className="stat-grid overview-stats">
      {mayOpen('clients') ? (
        <StatCard
          ledge
          label={<a href={adminHref('clients')}>{t('admin-overview.clients')}</a>}
          icon={<Users aria-hidden="true" />}
          note={
            known ? (
              t('admin-overview.activatedClients', { count: known.activatedClients ?? 0 })
            ) : (
              <Skeleton />
            )
          }
        >
          {figure(known?.clients)}
        </StatCard>
      ) : null}
      {mayOpen('loans') ? (
        <StatCard
          ledge
          label={<a href={adminHref('loans')}>{t('admin-overview.loans')}</a>}
          icon={<HandCoins aria-hidden="true" />}
          note={known ? t('admin-overview.openLoans', { count: known.pendingLoans ?? 0 }) : <Skeleton />}
        >
          {figure(known?.loans)}
        </StatCard>
      ) : null}
      {mayOpen('withdrawals') ? (
        <StatCard
          ledge
          label={<a href={adminHref('withdrawals')}>{t('admin-overview.withdrawals')}</a>}
          icon={<ArrowUpRight aria-hidden="true" />}
          note={
            known ? (
              t('admin-overview.openWithdrawals', { count: known.pendingWithdrawals ?? 0 })
            ) : (
              <Skeleton />
            )
          }
        >
          {figure(known?.withdrawals)}
        </StatCard>
      ) : null}
    </div>
  );
}

/** The loans that were asked for last. */
function RecentLoans({ rows }: { rows: NonNullable<AdministratorOverview['recentLoans']> }) {
  const t = useT();
  return (
    <Card
      flush
      title={t('admin-overview.recentLoans')}
      actions={<a href={adminHref('loans')}>{t('admin-overview.all')}</a>}
    >
      <ul className="entries">
        {rows.map((loan) => (
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
      {rows.length === 0 ? <p className="entries-empty">{t('admin-overview.noLoan')}</p> : null}
    </Card>
  );
}

/** The transfers that were asked for last. */
function RecentWithdrawals({ rows }: { rows: NonNullable<AdministratorOverview['recentWithdrawals']> }) {
  const t = useT();
  return (
    <Card
      flush
      title={t('admin-overview.recentWithdrawals')}
      actions={<a href={adminHref('withdrawals')}>{t('admin-overview.all')}</a>}
    >
      <ul className="entries">
        {rows.map((withdrawal) => (
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
      {rows.length === 0 ? <p className="entries-empty">{t('admin-overview.noWithdrawal')}</p> : null}
    </Card>
  );
}

/** The clients who came last. */
function LastClients({ rows }: { rows: NonNullable<AdministratorOverview['lastClients']> }) {
  const t = useT();
  return (
    <Card
      flush
      title={t('admin-overview.lastClients')}
      actions={<a href={adminHref('clients')}>{t('admin-overview.all')}</a>}
    >
      <ul className="entries">
        {rows.map((client) => (
          <li
            key={client.id}
            className="entry"
            data-pair={movesMoney || client.balanceMinor !== 0 ? undefined : true}
          >
            <div className="entry-name">
              <ClientLink accountId={client.id}>{client.displayName}</ClientLink>
              <span className="cell-note">
                {t(`common.accountTypes.${client.accountType}`)} · <Age since={client.createdAt} />
              </span>
            </div>
            <Badge tone={client.isActivated ? 'success' : 'neutral'}>
              {t(client.isActivated ? 'admin.activated' : 'admin.notActivated')}
            </Badge>
            {movesMoney || client.balanceMinor !== 0 ? (
              <EuroAmount
                eurMinor={client.balanceEurMinor}
                minor={client.balanceMinor}
                currency={client.currency}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {rows.length === 0 ? <p className="entries-empty">{t('admin-overview.noClient')}</p> : null}
    </Card>
  );
}

/** How much money came in and went out. */
function Flows({ flows }: { flows: NonNullable<AdministratorOverview['flows']> }) {
  const t = useT();
  const parts = useParts();
  return (
    <Card title={t('admin-overview.flows')}>
      <dl className="flows">
        <div>
          <dt>
            <ArrowDownLeft aria-hidden="true" />
            {t('admin-overview.moneyIn')}
          </dt>
          <dd>
            <Amount minor={flows.inEurMinor} currency="EUR" size="large" />
          </dd>
        </div>
        <div>
          <dt>
            <ArrowUpRight aria-hidden="true" />
            {t('admin-overview.moneyOut')}
          </dt>
          <dd>
            <Amount minor={flows.outEurMinor} currency="EUR" size="large" />
          </dd>
        </div>
      </dl>
      <p className="cell-note">
        {t('admin-overview.flowsNote')} {parts.includes('currencies') ? <OldestRateDay /> : null}
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
        <QueuesCard />
        {data?.awaited ? <AwaitedCard rows={data.awaited} /> : null}
      </div>

      <div className="overview-main">
        {data ? (
          <>
            {data.recentLoans ? <RecentLoans rows={data.recentLoans} /> : null}
            {data.recentWithdrawals && (movesMoney || data.recentWithdrawals.length > 0) ? (
              <RecentWithdrawals rows={data.recentWithdrawals} />
            ) : null}
            {data.lastClients ? <LastClients rows={data.lastClients} /> : null}
          </>
        ) : (
          <SkeletonList label={t('common.loading')} rows={10} />
        )}
      </div>

      <div className="overview-side">
        {data?.flows && (movesMoney || data.flows.inEurMinor + data.flows.outEurMinor > 0) ? (
          <Flows flows={data.flows} />
        ) : null}
        {data?.trialBalance ? <BooksCard trialBalance={data.trialBalance} /> : null}
      </div>
    </div>
  );
}
