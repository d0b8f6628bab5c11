import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { lateLoan, recovery, reviewedRecovery } from '#contract/loan-recovery.ts';
import { canAccelerate, canGiveFormalNotice, MEASURES_ANSWER_DAYS } from '#domain/loans/acceleration.ts';
import { timeBarOf } from '#domain/loans/default-status.ts';
import { rateRunningOn } from '#domain/loans/loan-rows.ts';
import { bucketOf, daysPastDue, lateInterestOwedMinor, unpaidRows } from '#domain/loans/loan-state.ts';
import { phaseForStaff } from '#domain/loans/phases.ts';
import { bearsLateInterest, lateInterestPerDayMinor } from '#domain/loans/position.ts';
import { sumMinor } from '#domain/money/money.ts';
import type { GovernedOperation } from '#domain/proposals/policy.ts';
import { addDays, legalDay } from '#domain/time/days.ts';
import { type Db, rowsOf } from '../../db/database.ts';
import { nameOfPerson } from '../../db/name-of-person.ts';
import { parametersOn } from '../../parameters/parameters-on.ts';
import { missedState, type ServicedLoan } from '../servicing/serviced-loans.ts';
import { claimOn } from './accelerate.ts';
import { capitalOwedMinor } from './doubtful-loans.ts';
import { formalNoticeOf } from './give-formal-notice.ts';
import { lettersOfLoan, proofsOfLetters } from './letters.ts';
import {
  actsOfLoan,
  arrearsOfLoan,
  type DeclarationRow,
  declarationsOfLoan,
  freezesOfLoan,
  hasMeasureSince,
  hasOpenRequest,
  interestReceived,
  type LateLoan,
  type NoticeRow,
  noticesOfLoan,
  provisionOfLoan,
  recoveriesOfLoan,
  recoveriesSinceLoss,
  timeBarSince,
} from './recovery-queries.ts';
import { claimLeft } from './write-off.ts';

type Answer = z.infer<typeof reviewedRecovery>;
type ClientAnswer = z.infer<typeof recovery>;
type LateAnswer = z.infer<typeof lateLoan>;

const presentNotice = (row: NoticeRow) => ({
  sentOn: row.sentOn,
  lastDay: row.lastDay,
  amountMinor: row.amount,
  instalments: row.instalments,
  registeredNumber: row.registeredNumber,
  endedOn: row.endedOn,
  outcome: row.outcome,
});

const presentDeclaration = (row: DeclarationRow) => ({
  cause: row.cause,
  informedOn: row.informedOn,
  declareFrom: row.declareFrom,
  declaredOn: row.declaredOn,
  regularisedOn: row.regularisedOn,
  deletedOn: row.deletedOn,
});

/** The late interest of a further day: none runs while the loan is frozen (LC-92, LC-93), nor where the contract bears none (LC-8). */
const perDayOf = ({ state }: ServicedLoan, capitalMinor: number, day: string) =>
  bearsLateInterest(state) ? lateInterestPerDayMinor(capitalMinor, rateRunningOn(state.rows, state, day)) : 0;

/** The recovery of a loan as its client sees it. */
export async function presentRecovery(db: Db, serviced: ServicedLoan, day: string): Promise<ClientAnswer> {
  const { loan, phase, currency } = serviced;
  const arrears = await arrearsOfLoan(db, loan.id);
  const notices = await noticesOfLoan(db, loan.id);
  const declarations = await declarationsOfLoan(db, loan.id);
  const running = notices.find(({ endedOn }) => endedOn === null);
  const declaration = declarations.find(
    (row) => row.regularisedOn === null || (row.declaredOn !== null && row.deletedOn === null),
  );
  return {
    phase,
    currency,
    lateSince: arrears?.since ?? null,
    measuresAnswerBy: arrears?.measuresOfferedOn
      ? addDays(arrears.measuresOfferedOn, MEASURES_ANSWER_DAYS)
      : null,
    notice: running ? presentNotice(running) : null,
    // Until its schedule is written anew, a loan whose payout came back is demanded no more (LC-6).
    acceleratedOn: phase === 'active' ? null : loan.acceleratedOn,
    claim:
      loan.acceleratedOn && (phase === 'accelerated' || phase === 'written_off')
        ? claimLeft(serviced, await recoveriesSinceLoss(db, loan), day)
        : null,
    freeze: loan.frozen && loan.frozenFrom ? { kind: loan.frozen, fromDay: loan.frozenFrom } : null,
    declaration: declaration ? presentDeclaration(declaration) : null,
    letters: (await lettersOfLoan(db, loan.id)).map(({ id, kind, day: sentOn }) => ({
      id,
      kind,
      day: sentOn,
    })),
  };
}

async function namesOf(db: Db, loanId: string): Promise<Map<string, string>> {
  const rows = await rowsOf<{ id: string; name: string | null }>(
    db,
    sql`select people.person_id as id, ${nameOfPerson(sql`people.person_id`)} as name from (
        select distinct done_by as person_id from loan_recovery_acts where loan_id = ${loanId}::uuid) people`,
  );
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
}

/** The acts on a loan that wait for the approval of others, the first to end first. */
async function waitingActs(db: Db, loanId: string, now: Date): Promise<Answer['waiting']> {
  const rows = await rowsOf<{
    id: string;
    number: number;
    operation: GovernedOperation;
    made_at: Date | string;
  }>(
    db,
    sql`select id, number, operation, made_at from proposals
      where subject_id = ${loanId}::uuid and status = 'awaiting' and expires_at > ${now.toISOString()}::timestamptz order by expires_at, id`,
  );
  return rows.map(({ id, number, operation, made_at }) => ({
    id,
    reference: `P-${number}`,
    operation,
    since: new Date(made_at).toISOString(),
  }));
}

/** What may be done today: a formal notice, an acceleration (LC-80 to LC-82). */
async function possibleSteps(db: Db, serviced: ServicedLoan, day: string) {
  const { loan, phase } = serviced;
  const arrears = await arrearsOfLoan(db, loan.id);
  const running = (await noticesOfLoan(db, loan.id)).find(({ endedOn }) => endedOn === null);
  const isRequestOpen = await hasOpenRequest(db, loan.id, day);
  const mayGiveNotice =
    phase === 'active' &&
    loan.frozen === null &&
    !running &&
    canGiveFormalNotice(
      {
        unpaidRows: unpaidRows(missedState(serviced), day).length,
        measuresOfferedOn: arrears?.measuresOfferedOn ?? null,
        hasOpenRequest: isRequestOpen,
      },
      day,
    );
  const mayAccelerate =
    phase === 'active' &&
    running !== undefined &&
    !isRequestOpen &&
    canAccelerate(
      {
        noticeLastDay: running.lastDay,
        isFrozen: loan.frozen !== null,
        hasAgreedMeasure: await hasMeasureSince(db, loan.id, running.sentOn),
      },
      day,
    );
  const { 'formalNotice.days': days } = await parametersOn(db, day, ['formalNotice.days']);
  const { amountMinor, instalments, lastDay } = formalNoticeOf(serviced, day, days);
  return {
    mayGiveNotice,
    mayAccelerate,
    noticeToGive: mayGiveNotice ? { amountMinor, instalments, lastDay } : null,
  };
}

/** What an acceleration would demand today, line by line; null for a loan that is not in repayment. */
async function claimToday(db: Db, serviced: ServicedLoan, day: string): Promise<Answer['claimToday']> {
  if (serviced.phase !== 'active') return null;
  const claim = await claimOn(db, serviced, day);
  const capitalMinor = claim.unpaidCapitalMinor + claim.capitalNotDueMinor;
  return {
    interestMinor: claim.unpaidInterestMinor + claim.accruedInterestMinor + claim.postponedInterestMinor,
    capitalMinor,
    lateInterestMinor: claim.lateInterestMinor,
    indemnityMinor: claim.indemnityMinor,
    costsMinor: serviced.loan.costsOwed,
    totalMinor: claim.totalMinor + serviced.loan.costsOwed,
    perDayMinor: perDayOf(serviced, capitalMinor, day),
  };
}

/** The recovery of a loan as the staff sees it at a moment. */
export async function presentReviewedRecovery(db: Db, read: ServicedLoan, now: Date): Promise<Answer> {
  // LC-56: who withdrew stands in the contract's own record alone.
  const serviced = { ...read, phase: phaseForStaff(read.phase) };
  const { loan, phase } = serviced;
  const day = legalDay(now);
  const answer = await presentRecovery(db, serviced, day);
  const recovered = await recoveriesOfLoan(db, loan.id);
  const names = await namesOf(db, loan.id);
  const { receivedMinor, givenBackMinor } = await interestReceived(db, loan.id);
  return {
    ...answer,
    ...(await possibleSteps(db, serviced, day)),
    timeBar: timeBarOf(await timeBarSince(db, loan.id, day)),
    claimToday: await claimToday(db, serviced, day),
    doubtfulOn: loan.doubtfulOn,
    provisionMinor: await provisionOfLoan(db, loan.id),
    booksMinor:
      phase === 'active' || phase === 'accelerated'
        ? capitalOwedMinor(serviced) + Math.max(0, serviced.receivableInterestMinor)
        : 0,
    // Until its books follow, a loan whose payout came back is lost no more (LC-6).
    writtenOffOn: phase === 'written_off' || phase === 'repaid' ? loan.writtenOffOn : null,
    claimLeftMinor:
      phase === 'written_off'
        ? claimLeft(serviced, await recoveriesSinceLoss(db, loan), day).totalMinor
        : null,
    interestReceivedMinor: receivedMinor - givenBackMinor,
    notices: (await noticesOfLoan(db, loan.id)).map(presentNotice),
    freezes: (await freezesOfLoan(db, loan.id)).map((row) => ({
      kind: row.kind,
      fromDay: row.fromDay,
      document: row.document,
      liftedOn: row.liftedOn,
      liftedFor: row.liftedFor,
    })),
    declarations: (await declarationsOfLoan(db, loan.id)).map(presentDeclaration),
    letterProofs: (await proofsOfLetters(db, loan.id)).map(({ deliveredAt, ...letter }) => ({
      ...letter,
      deliveredAt: deliveredAt?.toISOString() ?? null,
    })),
    recoveries: recovered.map(({ day: receivedOn, amount, document }) => ({
      day: receivedOn,
      amountMinor: amount,
      document,
    })),
    acts: (await actsOfLoan(db, loan.id)).map((row) => ({
      id: row.id,
      act: row.act,
      amountMinor: row.amount,
      reason: row.reason,
      document: row.document,
      doneAt: row.doneAt.toISOString(),
      doneBy: names.get(row.doneBy) ?? null,
      proposal: row.proposal,
    })),
    waiting: await waitingActs(db, loan.id, now),
  };
}

/** A late loan of the list of arrears, with what it is late with. */
export function presentLateLoan(late: LateLoan, serviced: ServicedLoan, day: string): LateAnswer {
  const missed = missedState(serviced);
  const unpaid = unpaidRows(missed, day);
  const days = daysPastDue(late.since, day);
  return {
    loanId: late.loanId,
    accountId: late.accountId,
    clientName: late.clientName,
    purpose: late.purpose,
    phase: late.phase,
    currency: serviced.currency,
    since: late.since,
    daysPastDue: days,
    bucket: bucketOf(days),
    instalments: unpaid.length,
    totalMinor:
      sumMinor(unpaid.map((row) => row.interestMinor + row.capitalMinor)) +
      Math.max(0, lateInterestOwedMinor(missed, day)),
    noticeLastDay: late.noticeLastDay,
    isDoubtful: late.isDoubtful,
    freeze: late.frozen,
    timeBarOn: timeBarOf(late.barSince)?.lastDay ?? late.barSince,
  };
}
