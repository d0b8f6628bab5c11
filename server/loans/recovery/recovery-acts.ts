import { and, eq } from 'drizzle-orm';
import type { Institution } from '#content/institution/schema.ts';
import { Refusal } from '#domain/errors.ts';
import {
  ACTS_WITH_AMOUNT,
  ACTS_WITH_DOCUMENT,
  EVENT_OF_RECOVERY_ACT,
  type RecoveryAct,
} from '#domain/loans/recovery.ts';
import { audit } from '../../audit/audit.ts';
import { loanRecoveryActs } from '../../db/schema/index.ts';
import { announce } from '../../notifications/live.ts';
import type { Work } from '../../work/work.ts';
import { needsOtherPerson } from '../other-person.ts';
import { lockPaidOutLoan, lockRunningLoan } from '../repayments/lock-running-loan.ts';
import type { ServicedLoan } from '../servicing/serviced-loans.ts';
import { accelerate, requireAcceleration } from './accelerate.ts';
import { provide, requireProvision } from './doubtful-loans.ts';
import { forfeitInterest, requireForfeiture } from './forfeit-interest.ts';
import type { ActRow } from './recovery-queries.ts';
import { taxCosts } from './tax-costs.ts';
import { writeOff } from './write-off.ts';

/** The route of each act, of which the operations of `domain/operations.ts` are made. */
const ROUTE_OF = {
  acceleration: 'loanRecovery.accelerate',
  provision: 'loanRecovery.provide',
  release: 'loanRecovery.provide',
  'write-off': 'loanRecovery.writeOff',
  'interest-forfeiture': 'loanRecovery.forfeitInterest',
  'taxed-costs': 'loanRecovery.taxCosts',
} as const satisfies Readonly<Record<RecoveryAct, string>>;

/** What stands in the way of an act today. */
const CHECKS: Readonly<
  Record<RecoveryAct, (work: Work, serviced: ServicedLoan, amountMinor: number) => Promise<unknown>>
> = {
  acceleration: requireAcceleration,
  provision: (work, serviced, amountMinor) =>
    requireProvision(work, serviced, { kind: 'provision', amountMinor }),
  release: (work, serviced, amountMinor) =>
    requireProvision(work, serviced, { kind: 'release', amountMinor }),
  'write-off': async () => undefined,
  'interest-forfeiture': requireForfeiture,
  'taxed-costs': async () => undefined,
};

const EXECUTIONS: Readonly<
  Record<RecoveryAct, (work: Work, serviced: ServicedLoan, amountMinor: number) => Promise<void>>
> = {
  acceleration: accelerate,
  provision: (work, serviced, amountMinor) => provide(work, serviced, { kind: 'provision', amountMinor }),
  release: (work, serviced, amountMinor) => provide(work, serviced, { kind: 'release', amountMinor }),
  'write-off': writeOff,
  'interest-forfeiture': forfeitInterest,
  'taxed-costs': taxCosts,
};

function tellTrail(
  work: Work,
  serviced: ServicedLoan,
  { act, amount, reason, document }: Pick<ActRow, 'act' | 'amount' | 'reason' | 'document'>,
  action: 'propose' | 'confirm' | 'refuse',
): void {
  audit(work, {
    operation: `${ROUTE_OF[act]}.${action}`,
    clientAccountId: serviced.account.id,
    subjectId: serviced.loan.id,
    before: null,
    after: {
      recoveryAct: act,
      reasonNote: reason,
      ...(document === null ? {} : { document }),
      ...(amount === null ? {} : { amountMinor: amount, currency: serviced.currency }),
    },
  });
}

/**
 * Proposes an act of recovery, which another person carries out (LC-75, LC-82, LC-84, LC-85, LC-94). Nothing changes until then.
 * @throws Refusal `not-found`; `loan.wrong-phase`; `loan.frozen`; `request.invalid` without the amount or the document of an act that has one;
 * `recovery.already-proposed`; and what stands in the way of the act.
 */
export async function proposeAct(
  work: Work,
  input: {
    readonly id: string;
    readonly act: RecoveryAct;
    readonly reason: string;
    readonly amountMinor?: number | undefined;
    readonly document?: string | undefined;
  },
): Promise<void> {
  const { id, act, reason } = input;
  const hasAmount = ACTS_WITH_AMOUNT.includes(act);
  if (hasAmount !== (input.amountMinor !== undefined))
    throw new Refusal('request.invalid', {}, [{ field: 'amountMinor', message: 'validation.required' }]);
  if (ACTS_WITH_DOCUMENT.includes(act) !== (input.document !== undefined))
    throw new Refusal('request.invalid', {}, [{ field: 'document', message: 'validation.required' }]);
  const serviced = await lockRunningLoan(work, id, { event: EVENT_OF_RECOVERY_ACT[act], ofAccount: null });
  await CHECKS[act](work, serviced, input.amountMinor ?? 0);
  const row = {
    id: work.newId(),
    loanId: id,
    act,
    amount: input.amountMinor ?? null,
    reason,
    document: input.document ?? null,
    proposedAt: work.now,
    proposedBy: work.actorId,
  };
  const written = await work.tx.insert(loanRecoveryActs).values(row).onConflictDoNothing().returning();
  if (written.length === 0) throw new Refusal('recovery.already-proposed');
  tellTrail(work, serviced, row, 'propose');
  await announce(work, { staff: true }, ['loans']);
}

/**
 * Who proposed an act does not carry it out, unless a demonstration has no other person who may (as for an agreement, LC-49).
 * @throws Refusal `recovery.other-person-required`.
 */
async function requireOtherPerson(work: Work, mode: Institution['mode'], row: ActRow): Promise<void> {
  if (await needsOtherPerson(work, mode, row.proposedBy, `${ROUTE_OF[row.act]}.confirm`))
    throw new Refusal('recovery.other-person-required');
}

async function actById(work: Work, loanId: string, actId: string): Promise<ActRow | null> {
  const [row] = await work.tx
    .select()
    .from(loanRecoveryActs)
    .where(and(eq(loanRecoveryActs.id, actId), eq(loanRecoveryActs.loanId, loanId)));
  return row ?? null;
}

/**
 * Carries out an act that was proposed, by another person, or refuses it; who proposed it may take it back in the same way.
 * @throws Refusal `not-found`; `recovery.decided`; `recovery.other-person-required`; `loan.wrong-phase`; `loan.frozen`; and what stands in the way
 * of the act by now.
 */
export async function decideAct(
  work: Work,
  institution: Institution,
  input: {
    readonly id: string;
    readonly actId: string;
    readonly acts: readonly RecoveryAct[];
    readonly action: 'confirm' | 'refuse';
  },
): Promise<void> {
  const found = await actById(work, input.id, input.actId);
  if (!found || !input.acts.includes(found.act)) throw new Refusal('not-found');
  const isConfirmed = input.action === 'confirm';
  if (isConfirmed) await requireOtherPerson(work, institution.mode, found);
  // A proposal can be refused in every phase: one that a payoff or another act overtook would wait for ever.
  const serviced = isConfirmed
    ? await lockRunningLoan(work, input.id, { event: EVENT_OF_RECOVERY_ACT[found.act], ofAccount: null })
    : await lockPaidOutLoan(work, input.id);
  // Read again under the lock of the loan: another person may have decided it meanwhile.
  const row = await actById(work, input.id, input.actId);
  if (!row || row.decidedAt) throw new Refusal('recovery.decided');
  if (isConfirmed) await EXECUTIONS[row.act](work, serviced, row.amount ?? 0);
  await work.tx
    .update(loanRecoveryActs)
    .set({ decidedAt: work.now, decidedBy: work.actorId, outcome: isConfirmed ? 'done' : 'refused' })
    .where(eq(loanRecoveryActs.id, row.id));
  tellTrail(work, serviced, row, input.action);
  await announce(work, { userId: serviced.account.userId, staff: true }, [
    'loans',
    'account',
    'transactions',
  ]);
}
