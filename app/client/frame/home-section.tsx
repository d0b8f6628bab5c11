import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import HandCoins from 'lucide-react/icons/hand-coins';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CoinsDrawing } from '../../ui/drawings/coins.tsx';
import { StatCard, Trend } from '../../ui/figure.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AccountAmount, HideAmounts } from '../accounts/account-amount.tsx';
import { AccountCard } from '../accounts/account-card.tsx';
import { ActivationNotice } from '../accounts/activation-notice.tsx';
import { keepsMoney, makesTransfers, type Overview, sectionsFor, useOverview } from '../accounts/overview.ts';
import { ReceivableNotice } from '../corrections/receivable-notice.tsx';
import { LoanNotices } from '../loans/loan-notices.tsx';
import { LoansSection } from '../loans/loans-section.tsx';
import { MovementList } from '../movements/movement-list.tsx';
import { EmailProofNotice } from '../profile/email-proof-notice.tsx';
import { clientHref, openDialog } from './sections.ts';

/** This month against the same days of the last; nothing when there is nothing to compare. */
function MonthlyTrend({ percent }: { percent: number | null }) {
  const { t } = useWords();
  const format = useFormats();
  if (percent === null) return null;
  if (percent === 0) return <Trend direction="flat">{t('client.stats.same')}</Trend>;
  const sign = percent > 0 ? '+' : '';
  return (
    <Trend direction={percent > 0 ? 'up' : 'down'}>
      {t('client.stats.trend', { percent: `${sign}${format.percent(percent, 1)}` })}
    </Trend>
  );
}

function Stats({ overview }: { overview: Overview }) {
  const { t } = useWords();
  const { account, received, sent, borrowedMinor, pendingCount } = overview;
  const { currency } = account;
  return (
    <section className="client-stats" aria-label={t('client.stats.label')}>
      <StatCard
        ledge
        label={t('client.balance.label')}
        action={<HideAmounts />}
        note={
          <span className="client-available">
            {t('client.balance.availableIs')}{' '}
            <AccountAmount minor={account.availableMinor} currency={currency} />
          </span>
        }
      >
        <AccountAmount minor={account.balanceMinor} currency={currency} size="large" />
      </StatCard>
      <StatCard
        label={t('client.stats.received')}
        note={
          <>
            <MonthlyTrend percent={received.trendPercent} />
            {borrowedMinor > 0 ? (
              <p>
                {t('client.stats.borrowed')} <AccountAmount minor={borrowedMinor} currency={currency} />
              </p>
            ) : null}
          </>
        }
      >
        <AccountAmount minor={received.thisMonthMinor} currency={currency} />
      </StatCard>
      <StatCard label={t('client.stats.sent')} note={<MonthlyTrend percent={sent.trendPercent} />}>
        <AccountAmount minor={sent.thisMonthMinor} currency={currency} />
      </StatCard>
      <StatCard
        label={t('client.stats.pending')}
        note={
          pendingCount > 0 ? (
            <a href={clientHref('pending')}>{t('client.stats.see')}</a>
          ) : (
            t('client.stats.none')
          )
        }
      >
        {pendingCount}
      </StatCard>
    </section>
  );
}

export function RequestButtons() {
  const { t } = useWords();
  const { data } = useOverview();
  return (
    <>
      {makesTransfers(data) ? (
        <Button icon={<ArrowLeftRight aria-hidden="true" />} onClick={() => openDialog('transfer')}>
          {t('client.askTransfer')}
        </Button>
      ) : null}
      <Button tone="primary" icon={<HandCoins aria-hidden="true" />} onClick={() => openDialog('loan')}>
        {t('client.askLoan')}
      </Button>
    </>
  );
}

/** Small screens: links that the five bottom tabs have no room for. */
function Shortcuts({ overview }: { overview: Overview }) {
  const { t } = useWords();
  return (
    <nav className="client-shortcuts" aria-label={t('client.shortcuts.label')}>
      {sectionsFor(['loans', 'transfers', 'help'] as const, overview).map((section) => (
        <a key={section} href={clientHref(section)}>
          {t(`client.shortcuts.${section}`)}
        </a>
      ))}
    </nav>
  );
}

/** The latest movements beside the account. */
function Money({ overview }: { overview: Overview }) {
  const { t } = useWords();
  const { recentTransactions, account } = overview;
  return (
    <div className="client-columns">
      <Card
        title={t('client.movements.title')}
        flush
        actions={
          recentTransactions.length > 0 ? (
            <a className="card-link" href={clientHref('transactions')}>
              {t('client.movements.all')}
            </a>
          ) : null
        }
      >
        {recentTransactions.length > 0 ? (
          <MovementList movements={recentTransactions} />
        ) : (
          <EmptyState drawing={<CoinsDrawing />} title={t('client.movements.empty')}>
            {t('client.movements.emptyText')}
          </EmptyState>
        )}
      </Card>
      <AccountCard account={account} />
    </div>
  );
}

export function HomeSection({ overview }: { overview: Overview }) {
  // Where no money of theirs is, clients come for their requests (LC-6).
  const hasMoney = keepsMoney(overview);
  return (
    <div className="stack" data-gap="5">
      {hasMoney ? <Stats overview={overview} /> : null}
      {/* Small screens: under the balance, within reach of the thumb. */}
      <div className="client-requests">
        <RequestButtons />
      </div>
      <Shortcuts overview={overview} />
      <LoanNotices loans={overview.loans} />
      <ActivationNotice overview={overview} />
      <ReceivableNotice />
      {hasMoney ? <Money overview={overview} /> : <LoansSection overview={overview} />}
      {/* Last, so that on a telephone the first movement is visible without scrolling. */}
      <EmailProofNotice overview={overview} />
    </div>
  );
}
