import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { OPERATION_OF_RECOVERY_ACT, type RecoveryAct } from '#domain/loans/recovery.ts';
import { useBankDay } from '../../../api/bank-clock.ts';
import { query } from '../../../api/queries.ts';
import { useMay } from '../../../api/session.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/t.ts';
import { Amount } from '../../../page/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { DownloadButton } from '../../desk/download-button.tsx';
import { ReadFailed } from '../../desk/read-failed.tsx';
import { adminHref } from '../../frame/sections.ts';
import { AwaitedSince } from '../../tasks/awaited-approval.tsx';
import type { ReviewedLoan } from '../loan-words.ts';
import {
  ActDialog,
  FicpDialog,
  FormalNoticeDialog,
  FreezeDialog,
  ReceiptDialog,
  UnfreezeDialog,
} from './recovery-dialogs.tsx';
import type { Recovery } from './recovery-state.ts';

/** The dialog that is open. */
type Opened =
  | { readonly what: 'notice' | 'freeze' | 'unfreeze' | 'receipt' | 'declare' | 'delete' }
  | { readonly what: 'act'; readonly act: RecoveryAct };

/** The acts that are possible today. */
function possibleActs(state: Recovery): RecoveryAct[] {
  const isRunning = state.phase === 'active' || state.phase === 'accelerated';
  // Nothing is in default of a loan whose payout is back (LC-6).
  const isOwed = isRunning && state.freeze?.kind !== 'payout-returned';
  const possible: readonly [RecoveryAct, boolean][] = [
    ['acceleration', state.mayAccelerate],
    ['provision', isOwed && state.doubtfulOn !== null],
    ['release', isRunning && state.provisionMinor > 0],
    ['write-off', isOwed && (state.doubtfulOn !== null || state.phase === 'accelerated')],
    ['interest-forfeiture', state.phase !== 'written_off' && state.interestReceivedMinor > 0],
    [
      'taxed-costs',
      isRunning && state.freeze === null && (state.lateSince !== null || state.phase === 'accelerated'),
    ],
  ];
  return possible.flatMap(([act, isPossible]) => (isPossible ? [act] : []));
}

/** The freeze that the staff set, which may hold beside a payout that is back (LC-94); undefined for none. */
const staffFreeze = ({ freezes }: Recovery) =>
  freezes.find(({ kind, liftedOn }) => kind !== 'payout-returned' && liftedOn === null);

/** An act that waits for the approval of others, with since when; it leads to its proposal (FOUR-10). */
function WaitingAct({ waiting }: { waiting: Recovery['waiting'][number] }) {
  const t = useT();
  return (
    <Notice
      tone="warning"
      title={t('admin-recovery.waiting', {
        operation: t(`admin-proposals.operations.${waiting.operation}`),
        reference: waiting.reference,
      })}
      actions={
        <a className="button-link" href={adminHref('proposals', { proposal: waiting.id })}>
          {t('admin-recovery.waitingOpen')}
        </a>
      }
    >
      <AwaitedSince since={waiting.since} />
    </Notice>
  );
}

/** Where the recovery stands, in names and figures; what says nothing is left out. */
function Figures({ state, loan }: { state: Recovery; loan: ReviewedLoan }) {
  const t = useT();
  const format = useFormats();
  const amount = (minor: number) => <Amount minor={minor} currency={loan.currency} />;
  const line = (isShown: boolean, term: string, value: () => ReactNode) =>
    isShown ? [{ term, value: value() }] : [];
  const { notice, timeBar, claim, declaration, doubtfulOn, writtenOffOn } = state;
  const ficpDay = declaration?.deletedOn ?? declaration?.regularisedOn ?? declaration?.declaredOn;
  return (
    <DefinitionList
      look="ledger"
      items={[
        ...state.freezes
          .filter(({ liftedOn }) => liftedOn === null)
          .map(({ kind, fromDay }) => ({
            key: kind,
            term: t('admin-recovery.lines.freeze'),
            value: `${t(`admin-recovery.freezes.${kind}`)}, ${format.day(fromDay)}`,
          })),
        ...line(state.measuresAnswerBy !== null, t('admin-recovery.lines.measures'), () =>
          format.day(state.measuresAnswerBy ?? ''),
        ),
        ...line(notice !== null, t('admin-recovery.lines.notice'), () =>
          notice
            ? t('admin-recovery.lines.noticeText', {
                amount: format.amount(notice.amountMinor, loan.currency),
                date: format.day(notice.lastDay),
              })
            : '',
        ),
        // Of a loan that was written off, « Reste à recouvrer » says the same.
        ...line(claim !== null && writtenOffOn === null, t('admin-recovery.lines.claim'), () =>
          amount(claim?.totalMinor ?? 0),
        ),
        ...line(claim !== null && claim.perDayMinor > 0, t('admin-recovery.lines.perDay'), () =>
          amount(claim?.perDayMinor ?? 0),
        ),
        ...line(doubtfulOn !== null, t('admin-recovery.lines.doubtful'), () => format.day(doubtfulOn ?? '')),
        ...line(state.provisionMinor > 0, t('admin-recovery.lines.provision'), () =>
          amount(state.provisionMinor),
        ),
        ...line(writtenOffOn !== null, t('admin-recovery.lines.writtenOff'), () =>
          format.day(writtenOffOn ?? ''),
        ),
        ...line(state.claimLeftMinor !== null, t('admin-recovery.lines.left'), () =>
          amount(state.claimLeftMinor ?? 0),
        ),
        ...line(declaration !== null, t('admin-recovery.lines.ficp'), () =>
          ficpDay
            ? t(
                `admin-recovery.ficp.${declaration?.deletedOn ? 'deleted' : declaration?.regularisedOn ? 'paid' : 'declared'}`,
                { date: format.day(ficpDay) },
              )
            : t('admin-recovery.ficp.informed', { date: format.day(declaration?.declareFrom ?? '') }),
        ),
        ...line(timeBar !== null, t('admin-recovery.lines.timeBar'), () =>
          format.day(timeBar?.lastDay ?? ''),
        ),
      ]}
    />
  );
}

function LetterProof({ proof }: { proof: Recovery['letterProofs'][number] | undefined }) {
  const t = useT();
  const format = useFormats();
  if (!proof) return null;
  return (
    <p className="cell-note">
      {proof.deliveredAt
        ? t('admin-recovery.letters.delivered', { date: format.moment(proof.deliveredAt) })
        : t('admin-recovery.letters.undelivered')}
      {' · '}
      {t('admin-recovery.letters.hash')} <span title={proof.sha256}>{proof.sha256.slice(0, 12)}…</span>
    </p>
  );
}

/** Lines under a small title of their own. */
function Lines({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <p className="field-label" aria-hidden="true">
        {title}
      </p>
      <ul className="desk-lines" aria-label={title}>
        {children}
      </ul>
    </div>
  );
}

/** The letters that were sent, each as it was, with the proof: when the mail server took it, and its hash. */
function Letters({ loan, state }: { loan: ReviewedLoan; state: Recovery }) {
  const t = useT();
  const format = useFormats();
  const { letters, letterProofs } = state;
  if (letters.length === 0) return null;
  const proofOf = (id: string) => letterProofs.find((proof) => proof.id === id);
  return (
    <Lines title={t('admin-recovery.letters.title')}>
      {letters.map(({ id, kind, day }) => (
        <li key={id} className="desk-line" data-has-file>
          <span>
            {t(`admin-recovery.letters.${kind}`)}, {format.shortDay(day)}
          </span>
          <DownloadButton
            path={`/api/admin/loans/${loan.id}/recovery-letters/${id}`}
            label={`${t('admin-recovery.letters.open')}, ${t(`admin-recovery.letters.${kind}`)}, ${format.shortDay(day)}`}
            tone="quiet"
          >
            {t('admin-recovery.letters.open')}
          </DownloadButton>
          <LetterProof proof={proofOf(id)} />
        </li>
      ))}
    </Lines>
  );
}

/** What was decided and received before, in lines. */
function History({ state, loan }: { state: Recovery; loan: ReviewedLoan }) {
  const t = useT();
  const format = useFormats();
  const { acts } = state;
  if (acts.length + state.recoveries.length === 0) return null;
  return (
    <Lines title={t('admin-recovery.history')}>
      {acts.map((act) => (
        <li key={act.id} className="desk-line">
          {t(`admin-recovery.acts.${act.act}`)}
          {act.amountMinor === null ? '' : `, ${format.amount(act.amountMinor, loan.currency)}`},{' '}
          {format.shortDay(act.doneAt)}
          {act.proposal ? <span className="cell-note">{act.proposal}</span> : null}
        </li>
      ))}
      {state.recoveries.map(({ day, amountMinor, document }) => (
        <li key={`${day} ${amountMinor} ${document}`} className="desk-line">
          {t('admin-recovery.receipt.line', {
            amount: format.amount(amountMinor, loan.currency),
            date: format.shortDay(day),
          })}
          , {document}
        </li>
      ))}
    </Lines>
  );
}

/** The buttons of the steps that are possible now. */
function Steps({ state, onOpen }: { state: Recovery; onOpen: (opened: Opened) => void }) {
  const t = useT();
  const may = useMay();
  const today = useBankDay();
  const isRunning = state.phase === 'active' || state.phase === 'accelerated';
  const { declaration } = state;
  const button = (isShown: boolean, opened: Opened, label: string, waits = false) =>
    isShown ? (
      <Button
        key={label}
        size="dense"
        aria-disabled={waits || undefined}
        title={waits ? t('admin.approval.waits') : undefined}
        onClick={() => {
          if (!waits) onOpen(opened);
        }}
      >
        {label}
      </Button>
    ) : null;
  const waiting = new Set<string>(state.waiting.map(({ operation }) => operation));
  return (
    <div className="cluster">
      {button(
        state.mayGiveNotice && may('loanRecovery.formalNotice'),
        { what: 'notice' },
        t('admin-recovery.steps.notice'),
      )}
      {possibleActs(state).map((act) => {
        const operation = OPERATION_OF_RECOVERY_ACT[act];
        const label = t(`admin-recovery.steps.${act}`);
        return button(may(operation), { what: 'act', act }, label, waiting.has(operation));
      })}
      {button(
        state.phase === 'written_off' && (state.claimLeftMinor ?? 0) > 0 && may('loanRecovery.recover'),
        { what: 'receipt' },
        t('admin-recovery.steps.receipt'),
      )}
      {button(
        declaration !== null &&
          !declaration.declaredOn &&
          !declaration.regularisedOn &&
          // The thirty days of the letter (LC-83): the server refuses it before.
          declaration.declareFrom <= today &&
          may('loanRecovery.declareFicp.declare'),
        { what: 'declare' },
        t('admin-recovery.steps.declare'),
      )}
      {button(
        declaration?.declaredOn != null &&
          declaration.regularisedOn !== null &&
          may('loanRecovery.declareFicp.delete'),
        { what: 'delete' },
        t('admin-recovery.steps.delete'),
      )}
      {button(
        isRunning &&
          !staffFreeze(state) &&
          (state.freeze === null || state.freeze.kind === 'payout-returned') &&
          may('loanRecovery.freeze.freeze'),
        { what: 'freeze' },
        t('admin-recovery.steps.freeze'),
      )}
      {button(
        isRunning && staffFreeze(state) !== undefined && may('loanRecovery.freeze.unfreeze'),
        { what: 'unfreeze' },
        t('admin-recovery.steps.unfreeze'),
      )}
    </div>
  );
}

/** The dialog that is open. */
function OpenedDialog({
  opened,
  state,
  loan,
  onClose,
}: {
  opened: Opened;
  state: Recovery;
  loan: ReviewedLoan;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormats();
  const of = { loan, onClose };
  const most: Record<RecoveryAct, number> = {
    acceleration: state.claimToday?.totalMinor ?? 0,
    provision: state.booksMinor - state.provisionMinor,
    release: state.provisionMinor,
    'write-off': state.booksMinor,
    'interest-forfeiture': state.interestReceivedMinor,
    'taxed-costs': 0,
  };
  const hintOf = (act: RecoveryAct) =>
    t(`admin-recovery.form.hints.${act}`, { amount: format.amount(most[act], loan.currency) });
  switch (opened.what) {
    case 'notice':
      return <FormalNoticeDialog {...of} notice={state.noticeToGive} />;
    case 'freeze':
      return <FreezeDialog {...of} />;
    case 'unfreeze':
      return <UnfreezeDialog {...of} />;
    case 'receipt':
      return <ReceiptDialog {...of} leftMinor={state.claimLeftMinor ?? 0} />;
    case 'declare':
    case 'delete':
      return <FicpDialog {...of} action={opened.what} />;
    case 'act':
      return <ActDialog {...of} act={opened.act} hint={hintOf(opened.act)} />;
  }
}

/** The recovery of a loan for the staff (LC-80 to LC-85, LC-92 to LC-94): where it stands, what waits, what may be done, what was sent. */
export function LoanRecovery({ loan }: { loan: ReviewedLoan }) {
  const t = useT();
  const may = useMay();
  const [opened, setOpened] = useState<Opened | null>(null);
  const read = useQuery({
    ...query.loanRecovery.review.queryOptions({ input: { id: loan.id } }),
    enabled: may('loanRecovery.review') && loan.paidOutAt !== null,
  });
  const state = read.data?.recovery;
  if (!state) return <ReadFailed read={read} />;
  return (
    <section className="desk-panel-part">
      <h3>{t('admin-recovery.title')}</h3>
      {state.waiting.map((waiting) => (
        <WaitingAct key={waiting.id} waiting={waiting} />
      ))}
      <Figures state={state} loan={loan} />
      <Steps state={state} onOpen={setOpened} />
      <Letters loan={loan} state={state} />
      <History state={state} loan={loan} />
      {opened ? (
        <OpenedDialog opened={opened} state={state} loan={loan} onClose={() => setOpened(null)} />
      ) : null}
    </section>
  );
}
