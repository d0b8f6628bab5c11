import type * as z from 'zod/mini';
import type { examinedWithdrawal } from '#contract/withdrawals.ts';
import { useBankNow } from '../../api/bank-clock.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { deviceOf } from '../../office/device-name.ts';
import { Amount } from '../../page/amount.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Fact } from '../desk/fact.tsx';
import { Reserved } from '../desk/reserved.tsx';
import { adminHref } from '../frame/sections.ts';

/** A change at most this old is worth a second look. */
const RECENT_MS = 24 * 3_600_000;

type Examined = z.infer<typeof examinedWithdrawal>;

/** A change of the client's details: how long ago, amber for a day. */
function ChangeFact({ at }: { at: string | null }) {
  const t = useT();
  const { ago } = useFormats();
  const now = useBankNow();
  if (at === null) return t('admin-withdrawals.facts.never');
  return now - Date.parse(at) < RECENT_MS ? <Fact kind="doubtful">{ago(at, now)}</Fact> : ago(at, now);
}

/** From which browser and connection the order was asked for, amber when the client first signed in from it within a day. */
function AskedFrom({ withdrawal }: { withdrawal: Examined }) {
  const t = useT();
  const { day } = useFormats();
  const { askedFrom } = withdrawal.facts;
  if (!askedFrom) return t('admin-facts.device.none');
  const askedAt = Date.parse(withdrawal.createdAt);
  const { browser, system } = deviceOf(askedFrom.userAgent ?? '');
  const device =
    browser && system
      ? t('admin-facts.device.on', { browser, system })
      : (browser ?? system ?? t('admin-facts.device.unknown'));
  const line = (name: string, since: string | null) =>
    since === null || askedAt - Date.parse(since) < RECENT_MS ? (
      <Fact kind="doubtful">{t('admin-facts.device.fresh', { name })}</Fact>
    ) : (
      t('admin-facts.device.since', { name, date: day(since) })
    );
  return (
    <>
      <span className="asked-from">{line(device, askedFrom.userAgentSince)}</span>
      {askedFrom.address ? (
        <span className="asked-from">{line(askedFrom.address, askedFrom.addressSince)}</span>
      ) : null}
      <span className="cell-note">{t('admin-facts.device.country')}</span>
    </>
  );
}

/** Whether the payee was paid before, what the client changed lately, and their last transfers. */
// Longer than 70 lines: it is two lists of facts, a line or two each.
export function DecisionFacts({ withdrawal }: { withdrawal: Examined }) {
  const t = useT();
  const { moment, day, amount, count } = useFormats();
  const { facts, currency } = withdrawal;
  const { count: times, lastAt, totalMinor } = facts.paidBefore;
  return (
    <>
      <section className="desk-panel-part">
        <h3>{t('admin-withdrawals.facts.title')}</h3>
        <DefinitionList
          items={[
            {
              term: t('admin-withdrawals.facts.paidBefore'),
              value:
                times === 0 || lastAt === null ? (
                  <Fact kind="doubtful">{t('admin-withdrawals.facts.newPayee')}</Fact>
                ) : (
                  t('admin-withdrawals.facts.paidTimes', {
                    count: times,
                    date: day(lastAt),
                    total: amount(totalMinor, currency),
                  })
                ),
            },
            {
              term: t('admin-withdrawals.facts.otherClients'),
              value:
                facts.otherClients === null ? (
                  <Reserved />
                ) : facts.otherClients > 0 ? (
                  <Fact kind="doubtful">{count(facts.otherClients)}</Fact>
                ) : (
                  t('admin.none')
                ),
            },
            { term: t('admin-facts.device.term'), value: <AskedFrom withdrawal={withdrawal} /> },
            {
              term: t('admin-withdrawals.facts.password'),
              value: <ChangeFact at={facts.passwordChangedAt} />,
            },
            { term: t('admin-withdrawals.facts.details'), value: <ChangeFact at={facts.detailsChangedAt} /> },
            { term: t('admin-withdrawals.facts.iban'), value: <ChangeFact at={facts.ibanAssignedAt} /> },
          ]}
        />
      </section>
      <section className="desk-panel-part">
        <h3>{t('admin-withdrawals.facts.last')}</h3>
        {facts.lastTransfers.length === 0 ? (
          <p className="cell-note">{t('admin-withdrawals.facts.none')}</p>
        ) : (
          <DefinitionList
            look="ledger"
            items={facts.lastTransfers.map((one) => ({
              key: one.id,
              term: (
                <>
                  <a href={adminHref('withdrawals', { withdrawal: one.id })}>
                    {one.recipientName ?? t('admin-withdrawals.unnamed')}
                  </a>
                  <span className="cell-note">
                    {moment(one.createdAt)} · {t(`admin-withdrawals.status.${one.status}`)}
                  </span>
                </>
              ),
              value: <Amount minor={one.amountMinor} currency={one.currency} />,
            }))}
          />
        )}
      </section>
    </>
  );
}
