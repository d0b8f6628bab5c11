import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import type { heldTransfer } from '#contract/withdrawals.ts';
import { formatIban, maskedIban } from '#domain/accounts/iban.ts';
import { rejectWithdrawalInput, WITHDRAWAL_REASONS } from '#domain/withdrawals/request.ts';
import { api } from '../../api/client.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { query, refresh } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useSubmission } from '../../api/submission.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useProblemToast } from '../../form/problem-toast.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT, useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { EmptyState, ErrorState, SkeletonList } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.ts';
import { Age } from '../desk/age.tsx';
import { Fact } from '../desk/fact.tsx';
import { RejectDialog } from '../desk/reject-dialog.tsx';
import { ClientLink, Permitted } from '../frame/permitted.tsx';
import { Deadline } from '../tasks/deadline.tsx';
import { FollowedNote, TaskButton } from '../tasks/follower.tsx';
import { LegalBlocksCard } from './legal-blocks-card.tsx';
import './holds.css';

type Held = z.infer<typeof heldTransfer>;

/** Lets a held transfer go, or refuses it, and says so. */
function useHoldDecision(onDone: () => void) {
  const t = useT();
  const showProblem = useProblemToast();
  const again = () => void refresh(['withdrawals', 'account']);
  return useSubmission(api.withdrawals.decideHold, {
    onSuccess: (_, { action }) => {
      again();
      toast({
        title: t(
          action === 'release' ? 'admin-withdrawals.holds.released' : 'admin-withdrawals.holds.refused',
        ),
      });
      onDone();
    },
    onProblem: (problem: ApiProblem) => {
      again();
      showProblem(problem);
      if (problem.isFinal) onDone();
    },
  });
}

/** « Prendre en charge »: a held transfer that nobody has is taken in hand, and its colleagues see by whom. */
function useTaking() {
  const t = useT();
  const showProblem = useProblemToast();
  const again = () => void refresh(['withdrawals', 'tasks']);
  return useSubmission(api.withdrawals.decide, {
    onSuccess: () => {
      again();
      toast({ title: t('admin-withdrawals.holds.taken') });
    },
    onProblem: (problem: ApiProblem) => {
      again();
      showProblem(problem);
    },
  });
}

/** Who has a held transfer in hand, and the press that takes it. */
function InHand({ held }: { held: Held }) {
  const t = useT();
  const may = useMay();
  const taking = useTaking();
  const { id, client, followedBy, isInHand } = held;
  if (isInHand)
    return <TaskButton kind="withdrawal" id={id} name={client.displayName} followedBy={followedBy} />;
  if (!may('withdrawals.decide.process')) return null;
  return (
    <Button
      size="dense"
      tone="quiet"
      loading={taking.isSending}
      data-shortcut="m"
      aria-label={t('admin-withdrawals.holds.takeOf', { name: client.displayName })}
      onClick={() => taking.send({ id, action: 'process', seenStatus: 'processing' })}
    >
      {t('admin-withdrawals.holds.take')}
    </Button>
  );
}

/** Why a transfer is held: for the staff alone. */
function HoldReasons({ held }: { held: Held }) {
  const t = useT();
  return held.rules.map((rule) => (
    <p key={rule} className="cell-note">
      <Fact kind="doubtful">{t(`admin-withdrawals.holds.rules.${rule}`)}</Fact>
    </p>
  ));
}

function HoldRow({ held, onRelease, onRefuse }: { held: Held; onRelease: () => void; onRefuse: () => void }) {
  const t = useT();
  const may = useMay();
  const { client } = held;
  const mayRelease = may('withdrawals.decideHold.release');
  return (
    <li className="hold" data-row={held.id}>
      <div className="hold-text">
        <p className="hold-who">
          <ClientLink accountId={client.accountId}>{client.displayName}</ClientLink>{' '}
          <span className="cell-note">
            {t('admin-withdrawals.holds.toPayee', {
              name: held.recipientName ?? t('admin-withdrawals.unnamed'),
            })}
          </span>
        </p>
        <p className="cell-note">
          {held.clientBankName} · <span className="tabular nowrap">{maskedIban(held.clientIban)}</span>
        </p>
        <HoldReasons held={held} />
        <FollowedNote followedBy={held.followedBy} />
      </div>
      <div className="hold-answer">
        <p className="hold-amount">
          <Amount minor={held.amountMinor} currency={held.currency} />
        </p>
        <p className="cell-note">
          {t('admin-withdrawals.holds.since')} <Age since={held.heldAt} />
        </p>
        <Deadline since={held.heldAt} dueAt={held.decideBy} />
        {held.isAlarming ? <Fact kind="bad">{t('admin-withdrawals.holds.late')}</Fact> : null}
        <div className="cluster">
          {mayRelease ? (
            <Button
              size="dense"
              data-row-link
              data-shortcut="a"
              aria-label={t('admin-withdrawals.holds.releaseOf', { name: client.displayName })}
              onClick={onRelease}
            >
              {t('admin-withdrawals.holds.release')}
            </Button>
          ) : null}
          {may('withdrawals.decideHold.refuse') ? (
            <Button
              size="dense"
              tone="danger-quiet"
              data-row-link={mayRelease ? undefined : true}
              data-shortcut="r"
              aria-label={t('admin-withdrawals.holds.refuseOf', { name: client.displayName })}
              onClick={onRefuse}
            >
              {t('admin-withdrawals.holds.refuse')}
            </Button>
          ) : null}
          <InHand held={held} />
        </div>
      </div>
    </li>
  );
}

interface Asked {
  readonly held: Held;
  readonly decision: ReturnType<typeof useHoldDecision>;
  readonly onClose: () => void;
}

/** Asks whether a held transfer leaves: the money cannot be taken back, so no single key lets it go. Says why it was held. */
function ReleaseHold({ held, decision, onClose }: Asked) {
  const t = useT();
  const { amount } = useFormats();
  return (
    <ConfirmDialog
      title={t('admin-withdrawals.holds.releaseOf', { name: held.client.displayName })}
      submit={t('admin-withdrawals.holds.release')}
      submitting={t('admin-clients.saving')}
      sending={decision.sending}
      onConfirm={() => decision.send({ id: held.id, action: 'release' })}
      onClose={onClose}
    >
      <div>
        <HoldReasons held={held} />
      </div>
      <DefinitionList
        look="ledger"
        items={[
          {
            term: t('admin-withdrawals.destination'),
            value: held.recipientName ?? t('admin-withdrawals.unnamed'),
          },
          { term: t('admin-withdrawals.bank'), value: held.clientBankName },
          { term: t('admin-withdrawals.iban'), value: formatIban(held.clientIban) },
          {
            term: t('admin-withdrawals.amount'),
            value: amount(held.amountMinor, held.currency),
            strong: true,
          },
        ]}
      />
    </ConfirmDialog>
  );
}

/** Asks why a held transfer is refused, in the words that its client reads. */
function RefuseHold({ held, decision, onClose }: Asked) {
  const { t, tKey } = useWords();
  return (
    <RejectDialog
      title={t('admin-withdrawals.rejectTitle', { name: held.client.displayName })}
      schema={rejectWithdrawalInput}
      reasons={WITHDRAWAL_REASONS}
      sentenceOf={(reason) => tKey(`withdrawal-reasons.reasons.${reason}`)}
      noteName="failureReason"
      ending={tKey('withdrawal-reasons.nothingToPay')}
      sending={decision.sending}
      onReject={(reason) => decision.send({ id: held.id, action: 'refuse', ...reason })}
      onClose={onClose}
    />
  );
}

/** « Contrôles »: transfers that are held for a check of their security, the first to end first (PAY-61). */
export function HoldsDesk() {
  const t = useT();
  const list = useQuery(query.withdrawals.holds.queryOptions());
  const [asked, setAsked] = useState<{ readonly held: Held; readonly action: 'release' | 'refuse' } | null>(
    null,
  );
  const close = () => setAsked(null);
  const decision = useHoldDecision(close);
  const holds = list.data?.holds;
  return (
    <div className="stack holds-desk">
      <Card title={t('admin-withdrawals.holds.caption')} flush>
        {holds === undefined ? (
          list.isError ? (
            <ErrorState
              title={t('admin-withdrawals.holds.loadFailed')}
              retryLabel={t('common.retry')}
              retrying={list.isFetching}
              onRetry={() => void list.refetch()}
            />
          ) : (
            <SkeletonList label={t('common.loading')} rows={4} />
          )
        ) : holds.length === 0 ? (
          <EmptyState title={t('admin-withdrawals.holds.empty')}>
            {t('admin-withdrawals.holds.emptyText')}
          </EmptyState>
        ) : (
          <ul className="holds">
            {holds.map((held) => (
              <HoldRow
                key={held.id}
                held={held}
                onRelease={() => setAsked({ held, action: 'release' })}
                onRefuse={() => setAsked({ held, action: 'refuse' })}
              />
            ))}
          </ul>
        )}
        {asked?.action === 'release' ? (
          <ReleaseHold held={asked.held} decision={decision} onClose={close} />
        ) : null}
        {asked?.action === 'refuse' ? (
          <RefuseHold held={asked.held} decision={decision} onClose={close} />
        ) : null}
      </Card>
      <Permitted to="clientAlerts.legalBlocks">
        <LegalBlocksCard />
      </Permitted>
    </div>
  );
}
