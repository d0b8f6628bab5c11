import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatIban, maskedIban } from '#domain/accounts/iban.ts';
import { useBankDay } from '../../../api/bank-clock.ts';
import { query } from '../../../api/queries.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/t.ts';
import { hasAccounts } from '../../../page/institution.ts';
import { StatusBadge, type StatusKind } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import type { Loan } from '../../accounts/overview.ts';
import { DownloadButton } from '../../frame/download-button.tsx';
import { LoanDebits } from './loan-debits.tsx';
import { type Mandate, mandatesOfLoan } from './mandate.ts';
import { MandateAccountDialog } from './mandate-account-dialog.tsx';
import { MandateRevokeDialog } from './mandate-revoke-dialog.tsx';
import { MandateSignDialog } from './mandate-sign-dialog.tsx';

const looks: Record<'draft' | 'active' | 'suspended', StatusKind> = {
  draft: 'waiting',
  active: 'done',
  suspended: 'attention',
};

/** What of a mandate a dialog is about. */
type Opened =
  | { readonly about: 'account'; readonly changed: Mandate | null }
  | { readonly about: 'sign' | 'revoke'; readonly mandate: Mandate };
type Open = (opened: Opened) => void;

/** The account that waits for its signature: of a mandate that is not one yet, or in the place of the one that is debited. */
function Waiting({ mandate, onOpen }: { mandate: Mandate; onOpen: Open }) {
  const t = useT();
  const { toSign } = mandate;
  if (!toSign) return null;
  const isDraft = mandate.state === 'draft';
  return (
    <Notice
      title={t(isDraft ? 'client-mandates.waiting.title' : 'client-mandates.waiting.changeTitle')}
      actions={
        <>
          <Button tone="primary" onClick={() => onOpen({ about: 'sign', mandate })}>
            {t('client-mandates.waiting.read')}
          </Button>
          {isDraft ? (
            <Button tone="quiet" onClick={() => onOpen({ about: 'revoke', mandate })}>
              {t('client-mandates.waiting.drop')}
            </Button>
          ) : null}
        </>
      }
    >
      {t('client-mandates.waiting.text', { bank: toSign.bankName, iban: maskedIban(toSign.iban) })}
    </Notice>
  );
}

/** What was signed: from which account, for whom, since when. */
function MandateFacts({ mandate }: { mandate: Mandate }) {
  const t = useT();
  const format = useFormats();
  const today = useBankDay();
  const { signedOn, effectiveOn } = mandate;
  return (
    <DefinitionList
      look="ledger"
      items={[
        {
          term: t('client-mandates.facts.account'),
          value: (
            <>
              <span className="iban tabular">{formatIban(mandate.iban)}</span>
              <span className="due-state">{mandate.bankName}</span>
            </>
          ),
          strong: true,
        },
        { term: t('client-mandates.facts.holder'), value: mandate.debtorName },
        { term: t('client-mandates.facts.creditor'), value: mandate.creditorName },
        { term: t('client-mandates.facts.creditorIdentifier'), value: mandate.creditorIdentifier },
        { term: t('client-mandates.facts.reference'), value: mandate.reference },
        ...(signedOn ? [{ term: t('client-mandates.facts.signedOn'), value: format.day(signedOn) }] : []),
        ...(effectiveOn && effectiveOn > today
          ? [{ term: t('client-mandates.facts.effectiveOn'), value: format.day(effectiveOn) }]
          : []),
        {
          term: t('client-mandates.facts.onFailure'),
          value: t(`client-mandates.facts.${mandate.usesAccount ? 'usesAccount' : 'leavesAccount'}`),
        },
      ]}
    />
  );
}

/** The next instalment, as long as its direct debit is not announced. */
function NextInstalment({ loan: known, mandate }: { loan: Loan; mandate: Mandate }) {
  const t = useT();
  const format = useFormats();
  const asked = useQuery({
    ...query.loans.show.queryOptions({ input: { id: known.id } }),
    enabled: known.phase === 'active',
  });
  const next = (asked.data?.loan ?? known).position?.next;
  const isListed = mandate.debits.some(
    ({ dueOn, state }) => dueOn === next?.dueDate && state !== 'cancelled',
  );
  if (!next || isListed || mandate.state !== 'active' || next.dueDate < (mandate.effectiveOn ?? ''))
    return null;
  return (
    <p>
      {t('client-mandates.next', {
        date: format.day(next.dueDate),
        amount: format.amount(next.amountMinor, known.currency),
      })}
    </p>
  );
}

/** A mandate that was signed: how it stands, what it collects, and what the client may do with it. */
function LiveMandate({ loan, mandate, onOpen }: { loan: Loan; mandate: Mandate; onOpen: Open }) {
  const t = useT();
  return (
    <div className="stack">
      {mandate.state === 'suspended' ? (
        <Notice tone="warning" title={t('client-mandates.suspended.title')}>
          {t('client-mandates.suspended.text')}
        </Notice>
      ) : null}
      <Waiting mandate={mandate} onOpen={onOpen} />
      <MandateFacts mandate={mandate} />
      <NextInstalment loan={loan} mandate={mandate} />
      {mandate.debits.length > 0 ? <LoanDebits debits={mandate.debits} /> : null}
      <div className="loan-manage">
        <DownloadButton size="regular" path={`/api/mandates/${mandate.id}/mandate.pdf`}>
          {t('client-mandates.paper')}
        </DownloadButton>
        <Button onClick={() => onOpen({ about: 'account', changed: mandate })}>
          {t('client-mandates.change')}
        </Button>
        <Button tone="danger-quiet" onClick={() => onOpen({ about: 'revoke', mandate })}>
          {t('client-mandates.revoke')}
        </Button>
      </div>
    </div>
  );
}

/** A loan without a mandate: what a direct debit is, the last one that ended, and how to begin. */
function NoMandate({ ended, onOpen }: { ended: Mandate | null; onOpen: Open }) {
  const t = useT();
  const format = useFormats();
  return (
    <div className="stack">
      {/* Nothing lies on the account of a loan that an instalment could be taken from (LC-6). */}
      <p>{t(hasAccounts ? 'client-mandates.lead' : 'client-mandates.leadOutside')}</p>
      {ended?.endedAt ? (
        <p className="section-note">
          {t('client-mandates.wasEnded', { reference: ended.reference, date: format.day(ended.endedAt) })}
        </p>
      ) : null}
      {ended && ended.debits.length > 0 ? <LoanDebits debits={ended.debits} /> : null}
      <div>
        <Button onClick={() => onOpen({ about: 'account', changed: null })}>
          {t(hasAccounts ? 'client-mandates.setUp' : 'client-mandates.setUpOutside')}
        </Button>
      </div>
    </div>
  );
}

/** « Prélèvement » (PAY-68 to PAY-73): the mandate by which a loan's instalments are collected from the client's account at another bank. */
export default function LoanMandate({ loan }: { loan: Loan }) {
  const t = useT();
  const [opened, setOpened] = useState<Opened | null>(null);
  const asked = useQuery(query.mandates.list.queryOptions());
  const close = () => setOpened(null);
  const title = t('client-mandates.title');
  if (!asked.data)
    return asked.isError ? (
      <Card title={title}>
        <ErrorState
          title={t('client-mandates.loadFailed')}
          headingLevel="h3"
          retryLabel={t('common.retry')}
          retrying={asked.isFetching}
          onRetry={() => void asked.refetch()}
        />
      </Card>
    ) : null;
  const { live, draft, ended } = mandatesOfLoan(asked.data.mandates, loan.id);
  const shown = live ?? draft;
  if (!shown && !asked.data.isOffered) return null;
  const state = shown?.state;
  return (
    <Card
      title={title}
      actions={
        state === 'draft' || state === 'active' || state === 'suspended' ? (
          <StatusBadge kind={looks[state]}>{t(`client-mandates.states.${state}`)}</StatusBadge>
        ) : undefined
      }
    >
      {live ? (
        <LiveMandate loan={loan} mandate={live} onOpen={setOpened} />
      ) : draft ? (
        <Waiting mandate={draft} onOpen={setOpened} />
      ) : (
        <NoMandate ended={ended} onOpen={setOpened} />
      )}
      {opened?.about === 'account' ? (
        <MandateAccountDialog
          loanId={loan.id}
          changed={opened.changed}
          onPrepared={(mandate) => setOpened({ about: 'sign', mandate })}
          onClose={close}
        />
      ) : null}
      {opened?.about === 'sign' && opened.mandate.toSign ? (
        <MandateSignDialog mandate={opened.mandate} toSign={opened.mandate.toSign} onClose={close} />
      ) : null}
      {opened?.about === 'revoke' ? <MandateRevokeDialog mandate={opened.mandate} onClose={close} /> : null}
    </Card>
  );
}
