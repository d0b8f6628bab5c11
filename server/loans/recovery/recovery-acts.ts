import {
  EVENT_OF_RECOVERY_ACT,
  OPERATION_OF_RECOVERY_ACT,
  type RecoveryAct,
} from '#domain/loans/recovery.ts';
import { audit } from '../../audit/audit.ts';
import { loanRecoveryActs } from '../../db/schema/index.ts';
import { announce } from '../../notifications/live.ts';
import type { Work } from '../../work/work.ts';
import { lockRunningLoan } from '../repayments/lock-running-loan.ts';
import type { ServicedLoan } from '../servicing/serviced-loans.ts';
import { accelerate, requireAcceleration } from './accelerate.ts';
import { provide, requireProvision } from './doubtful-loans.ts';
import { forfeitInterest, requireForfeiture } from './forfeit-interest.ts';
import { taxCosts } from './tax-costs.ts';
import { requireWriteOff, writeOff } from './write-off.ts';

type Step<Result> = (work: Work, serviced: ServicedLoan, amountMinor: number) => Promise<Result>;

/** What stands in the way of an act today. */
const CHECKS: Readonly<Record<RecoveryAct, Step<unknown>>> = {
  acceleration: requireAcceleration,
  provision: (work, serviced, amountMinor) =>
    requireProvision(work, serviced, { kind: 'provision', amountMinor }),
  release: (work, serviced, amountMinor) =>
    requireProvision(work, serviced, { kind: 'release', amountMinor }),
  'write-off': requireWriteOff,
  'interest-forfeiture': requireForfeiture,
  'taxed-costs': async () => undefined,
};

const EXECUTIONS: Readonly<Record<RecoveryAct, Step<void>>> = {
  acceleration: accelerate,
  provision: (work, serviced, amountMinor) => provide(work, serviced, { kind: 'provision', amountMinor }),
  release: (work, serviced, amountMinor) => provide(work, serviced, { kind: 'release', amountMinor }),
  'write-off': writeOff,
  'interest-forfeiture': forfeitInterest,
  'taxed-costs': taxCosts,
};

/** An act of recovery as it is asked for. */
export interface RecoveryOrder {
  readonly id: string;
  readonly act: RecoveryAct;
  readonly reason: string;
  readonly amountMinor?: number | undefined;
  readonly document?: string | undefined;
}

const lockForAct = (work: Work, { id, act }: RecoveryOrder) =>
  lockRunningLoan(work, id, { event: EVENT_OF_RECOVERY_ACT[act], ofAccount: null });

/** Checks an act before others are asked to approve it. @throws Refusal as `actOnLateLoan`. */
export async function requirePossibleAct(work: Work, order: RecoveryOrder): Promise<void> {
  await CHECKS[order.act](work, await lockForAct(work, order), order.amountMinor ?? 0);
}

/**
 * Carries out an act of recovery (LC-75, LC-82, LC-84, LC-85, LC-94). Who must approve it before is the policy's to say (decision 0056).
 * @throws Refusal `not-found`; `loan.wrong-phase`; `loan.frozen`; `acceleration.not-possible`; `provision.not-doubtful`; `provision.above-claim`;
 * `forfeiture.above-received`.
 */
export async function actOnLateLoan(work: Work, order: RecoveryOrder): Promise<void> {
  const { id, act, reason, amountMinor, document } = order;
  const serviced = await lockForAct(work, order);
  await EXECUTIONS[act](work, serviced, amountMinor ?? 0);
  await work.tx.insert(loanRecoveryActs).values({
    id: work.newId(),
    loanId: id,
    act,
    amount: amountMinor ?? null,
    reason,
    document: document ?? null,
    doneAt: work.now,
    doneBy: work.actorId,
    proposal: work.proposal,
  });
  audit(work, {
    operation: OPERATION_OF_RECOVERY_ACT[act],
    clientAccountId: serviced.account.id,
    subjectId: id,
    before: null,
    after: {
      recoveryAct: act,
      reasonNote: reason,
      ...(document === undefined ? {} : { document }),
      ...(amountMinor === undefined ? {} : { amountMinor, currency: serviced.currency }),
    },
  });
  await announce(work, { userId: serviced.account.userId, staff: true }, [
    'loans',
    'account',
    'transactions',
  ]);
}
