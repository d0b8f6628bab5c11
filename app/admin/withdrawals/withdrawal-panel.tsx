import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { examinedWithdrawal } from '#contract/withdrawals.ts';
import { formatIban } from '#domain/accounts/iban.ts';
import { refusalSentence } from '#domain/withdrawals/refusal-sentence.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT, useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { countryName } from '../clients/client-words.ts';
import { RecentEvents } from '../clients/recent-events.tsx';
import { LimitNote } from '../desk/limit-note.tsx';
import { ReadPanel } from '../desk/read-panel.tsx';
import { RequestHead } from '../desk/request-head.tsx';
import { ClientLink } from '../frame/permitted.tsx';

import { AwaitedApproval } from '../tasks/awaited-approval.tsx';
import { Follower } from '../tasks/follower.tsx';
import { BankRefusal } from './bank-refusal.tsx';
import { DecisionFacts } from './decision-facts.tsx';
import { PayeeCheckFact } from './payee-check-fact.tsx';
import { WithdrawalActions } from './withdrawal-actions.tsx';
import type { WithdrawalDecisionAction } from './withdrawal-decision.ts';
import { BatchFact, CoverageFact, HeldFact, IbanFact, LastDayFact, PhaseFact } from './withdrawal-facts.tsx';
import { type ReviewedWithdrawal, withdrawalLooks } from './withdrawal-words.ts';

/** Decisions after which an order leaves the list. */
const DECISIONS = ['approve', 'reject', 'complete'] as const;

/** One withdrawal with its debited and credited accounts, and the decision. */
export function WithdrawalPanel({
  id,
  deciding,
  onAct,
  onClose,
}: {
  id: string;
  deciding: string | null;
  onAct: (withdrawal: ReviewedWithdrawal, action: WithdrawalDecisionAction) => void;
  onClose: () => void;
}) {
  const t = useT();
  const may = useMay();
  const read = useQuery(query.withdrawals.reviewOne.queryOptions({ input: { id } }));
  return (
    <ReadPanel
      id={id}
      kind={t('admin-withdrawals.one')}
      read={read}
      title={({ withdrawal }) => withdrawal.client.displayName}
      onClose={onClose}
      opensNext={DECISIONS.some((action) => may(`withdrawals.decide.${action}`))}
      actions={({ withdrawal }) => (
        <WithdrawalActions
          withdrawal={withdrawal}
          place="detail"
          isBusy={deciding === withdrawal.id}
          onAct={(action) => onAct(withdrawal, action)}
        />
      )}
    >
      {({ withdrawal }) => <WithdrawalDetail withdrawal={withdrawal} />}
    </ReadPanel>
  );
}

/** Whom the transfer pays, at which bank, and what the check of the name said. */
function Destination({ withdrawal }: { withdrawal: z.infer<typeof examinedWithdrawal> }) {
  const { t, locale } = useWords();
  const { moment } = useFormats();
  const { payeeCountry } = withdrawal.facts;
  return (
    <section className="desk-panel-part">
      <h3>{t('admin-withdrawals.destination')}</h3>
      <DefinitionList
        items={[
          {
            term: t('admin-withdrawals.recipient'),
            value: (
              <>
                {withdrawal.recipientName ?? t('admin-withdrawals.unnamed')}
                {withdrawal.isOwnAccount ? (
                  <span className="cell-note">{t('admin-withdrawals.ownAccount')}</span>
                ) : null}
              </>
            ),
            strong: true,
          },
          ...(withdrawal.payeeCheck
            ? [
                {
                  term: t('admin-withdrawals.payeeCheck.title'),
                  value: <PayeeCheckFact check={withdrawal.payeeCheck} />,
                },
              ]
            : []),
          ...(withdrawal.isInstant
            ? [{ term: t('admin-withdrawals.speed'), value: t('admin-withdrawals.instant') }]
            : []),
          { term: t('admin-withdrawals.bank'), value: withdrawal.clientBankName },
          ...(payeeCountry
            ? [{ term: t('admin-withdrawals.facts.country'), value: countryName(payeeCountry, locale) }]
            : []),
          {
            term: t('admin-withdrawals.iban'),
            value: (
              <span className="iban-line">
                <span className="tabular">{formatIban(withdrawal.clientIban)}</span>
                <IbanFact isValid={withdrawal.ibanValid} />
                <CopyButton
                  size="dense"
                  tone="quiet"
                  text={withdrawal.clientIban}
                  label={t('admin-withdrawals.copyIban')}
                  copiedLabel={t('admin-withdrawals.copied')}
                />
              </span>
            ),
          },
          { term: t('admin-withdrawals.askedOn'), value: moment(withdrawal.createdAt) },
        ]}
      />
    </section>
  );
}

/** The account that pays: its balance, and whether it covers the transfer. */
function AccountPart({ withdrawal }: { withdrawal: z.infer<typeof examinedWithdrawal> }) {
  const t = useT();
  const { amount, count } = useFormats();
  const { client, facts } = withdrawal;
  return (
    <section className="desk-panel-part">
      <h3>{t('admin-withdrawals.account')}</h3>
      <DefinitionList
        look="ledger"
        items={[
          {
            term: t('admin-withdrawals.balance'),
            value: <Amount minor={client.balanceMinor} currency={client.currency} />,
          },
          {
            term: t('admin-withdrawals.facts.otherOpen'),
            value:
              facts.otherOpen.count === 0
                ? t('admin.none')
                : t('admin-withdrawals.facts.otherOpenOf', {
                    number: count(facts.otherOpen.count),
                    total: amount(facts.otherOpen.totalMinor, client.currency),
                  }),
          },
          {
            term: t('admin-withdrawals.available'),
            value: <Amount minor={client.availableMinor} currency={client.currency} />,
            strong: true,
          },
        ]}
      />
      <CoverageFact withdrawal={withdrawal} />
      <p>
        <ClientLink accountId={client.accountId}>{client.displayName}</ClientLink>
        <span className="cell-note">{client.email}</span>
      </p>
    </section>
  );
}

function WithdrawalDetail({ withdrawal }: { withdrawal: z.infer<typeof examinedWithdrawal> }) {
  const { t, tKey } = useWords();
  const refusal = refusalSentence(withdrawal, tKey);
  return (
    <>
      <RequestHead
        request={withdrawal}
        kind={withdrawalLooks[withdrawal.status]}
        state={t(`admin-withdrawals.status.${withdrawal.status}`)}
        inEuro={t('admin-withdrawals.inEuro')}
        decidedBy={t(`admin-withdrawals.decidedBy.${withdrawal.status}`, {
          name: withdrawal.decision.by ?? t('admin.someone'),
        })}
      />
      {refusal ? (
        <Notice tone="danger" title={t('admin.reason')}>
          <span lang={withdrawal.failureReason ? 'fr' : undefined}>{refusal}</span>
        </Notice>
      ) : null}
      {withdrawal.status === 'approved' && !withdrawal.ibanValid ? (
        <Notice tone="warning" title={t('admin-withdrawals.ibanInvalid')}>
          {t('admin-withdrawals.cannotExecute')}
        </Notice>
      ) : null}

      <AwaitedApproval since={withdrawal.approvalSince} />
      {withdrawal.status === 'pending' || withdrawal.status === 'processing' ? (
        <LimitNote operation="withdrawals.decide.approve" eurMinor={withdrawal.amountEurMinor} isQuiet />
      ) : null}
      <BatchFact withdrawal={withdrawal} />
      <PhaseFact withdrawal={withdrawal} />
      <HeldFact withdrawal={withdrawal} />
      <LastDayFact withdrawal={withdrawal} />
      <BankRefusal withdrawal={withdrawal} />
      <Follower kind="withdrawal" id={withdrawal.id} followedBy={withdrawal.followedBy} />

      <Destination withdrawal={withdrawal} />

      <DecisionFacts withdrawal={withdrawal} />

      <AccountPart withdrawal={withdrawal} />

      <RecentEvents accountId={withdrawal.client.accountId} />
    </>
  );
}
