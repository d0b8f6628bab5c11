import { eq, sql } from 'drizzle-orm';
import { MEASURES_ANSWER_DAYS } from '#domain/loans/acceleration.ts';
import { isDoubtful, PROBATION_MONTHS } from '#domain/loans/default-status.ts';
import { declarationDayOf, isIncidentToDeclare } from '#domain/loans/incident-declaration.ts';
import { daysPastDue, lateInterestOwedMinor, unpaidRows } from '#domain/loans/loan-state.ts';
import { MEASURES_OFFERED_AFTER_DAYS } from '#domain/loans/recovery.ts';
import { sumMinor } from '#domain/money/money.ts';
import { addDays, LEGAL_TIME_ZONE, legalDay } from '#domain/time/days.ts';
import { type Db, listed, rowsOf } from '../../db/database.ts';
import { newRow } from '../../db/insert-all.ts';
import { ficpDeclarations, loanArrears, loans } from '../../db/schema/index.ts';
import { announce } from '../../notifications/live.ts';
import { parametersOn } from '../../parameters/parameters-on.ts';
import { fromEuroNow } from '../../rates/euro-value.ts';
import { ROWS, type Work, writeAtEnd } from '../../work/work.ts';
import { missedState, readServicedLoans, type ServicedLoan } from '../servicing/serviced-loans.ts';
import { capitalOwedMinor, cure, makeDoubtful, releaseProvision } from './doubtful-loans.ts';
import { sendLetter } from './letters.ts';
import { type ArrearsRow, arrearsOfLoan } from './recovery-queries.ts';
import { undoDefault } from './undo-default.ts';

/** Loans in one transaction. */
const AT_ONCE = 100;

const KEYS = [
  'default.dpd',
  'default.materialityAbs',
  'default.materialityBps',
  'ficp.letterDays',
  'ficp.min',
] as const;

type Parameters = Awaited<ReturnType<typeof parametersOn<(typeof KEYS)[number]>>>;

/** A late loan on the day of the job. */
interface Watched {
  readonly serviced: ServicedLoan;
  readonly arrears: ArrearsRow;
  readonly unpaidMinor: number;
  readonly day: string;
}

/** Locks the requests of loans, in order of id, and reads those that still run. */
async function lockAndRead(work: Work, ids: readonly string[]): Promise<ServicedLoan[]> {
  if (ids.length === 0) return [];
  const locked = await rowsOf<{ id: string }>(
    work.tx,
    sql`select id from loan_requests where id = any(${listed(ids, 'uuid')}) order by id for update`,
  );
  const loansById = await readServicedLoans(
    work.tx,
    locked.map(({ id }) => id),
    { isLocking: true },
  );
  return [...loansById.values()];
}

/** Offers measures, once for each incident, before any step of recovery (LC-80). */
async function offerMeasures(work: Work, { serviced, arrears, unpaidMinor, day }: Watched): Promise<void> {
  const { loan, phase } = serviced;
  const isTime =
    phase === 'active' &&
    arrears.measuresOfferedOn === null &&
    daysPastDue(arrears.since, day) > MEASURES_OFFERED_AFTER_DAYS;
  if (!isTime) return;
  const answerBy = addDays(day, MEASURES_ANSWER_DAYS);
  await work.tx.update(loanArrears).set({ measuresOfferedOn: day }).where(eq(loanArrears.loanId, loan.id));
  await sendLetter(
    work,
    serviced,
    { kind: 'measures-offer', content: { amountMinor: unpaidMinor, since: arrears.since, answerBy } },
    { kind: 'loan-measures-offered', params: { amountMinor: unpaidMinor, dueDate: answerBy } },
  );
}

/** Tells the client that an incident will be declared to the FICP if it is not paid (LC-83). */
async function informOfFicp(work: Work, watched: Watched, parameters: Parameters): Promise<void> {
  const { serviced, unpaidMinor, day } = watched;
  const { loan, phase } = serviced;
  const isAccelerated = phase === 'accelerated';
  const leastMinor = await fromEuroNow(work.tx, parameters['ficp.min'], serviced.currency);
  if (!isAccelerated && !isIncidentToDeclare(missedOrPaid(serviced), day, leastMinor)) return;
  const open = await rowsOf(
    work.tx,
    sql`select 1 from ficp_declarations where loan_id = ${loan.id}::uuid and regularised_on is null`,
  );
  if (open.length > 0) return;
  const declareFrom = declarationDayOf(day, parameters['ficp.letterDays']);
  writeAtEnd(
    work,
    ROWS,
    newRow(ficpDeclarations, {
      id: work.newId(),
      loanId: loan.id,
      cause: isAccelerated ? 'acceleration' : 'unpaid',
      informedOn: day,
      declareFrom,
    }),
  );
  await sendLetter(
    work,
    serviced,
    { kind: 'ficp-information', content: { amountMinor: unpaidMinor, declareFrom } },
    { kind: 'loan-ficp-information', params: { amountMinor: unpaidMinor, dueDate: declareFrom } },
  );
}

/** The state without rows that are due and neither missed nor paid: they may still be collected today. */
function missedOrPaid({ state, instalments }: ServicedLoan): ServicedLoan['state'] {
  const counted = new Set(
    instalments.flatMap(({ number, missedOn, settledOn }) => (missedOn || settledOn ? [number] : [])),
  );
  return { ...state, rows: state.rows.filter(({ number }) => counted.has(number)) };
}

async function doubtIfDue(work: Work, watched: Watched, parameters: Parameters): Promise<void> {
  const { serviced, arrears, unpaidMinor, day } = watched;
  if (serviced.isDoubtful) return;
  const isInDefault = isDoubtful(
    {
      daysPastDue: daysPastDue(arrears.since, day),
      arrearsMinor: unpaidMinor,
      exposureMinor: capitalOwedMinor(serviced) + Math.max(0, serviced.receivableInterestMinor),
    },
    {
      daysPastDue: parameters['default.dpd'],
      materialityMinor: await fromEuroNow(work.tx, parameters['default.materialityAbs'], serviced.currency),
      materialityBps: parameters['default.materialityBps'],
    },
  );
  if (isInDefault) await makeDoubtful(work, serviced, day);
}

/** The next late loans that the day has not looked at. */
async function watchLate(work: Work, day: string, parameters: Parameters): Promise<number> {
  const next = await rowsOf<{ loan_id: string }>(
    work.tx,
    sql`select loan_id from loan_arrears where watched_on is null or watched_on < ${day}::date
      order by watched_on nulls first, loan_id limit ${AT_ONCE}`,
  );
  const ids = next.map(({ loan_id }) => loan_id);
  for (const serviced of await lockAndRead(work, ids)) {
    const arrears = await arrearsOfLoan(work.tx, serviced.loan.id);
    const isRunning = serviced.phase === 'active' || serviced.phase === 'accelerated';
    if (!arrears || !isRunning) continue;
    const missed = missedState(serviced);
    const unpaidMinor =
      sumMinor(unpaidRows(missed, day).map((row) => row.interestMinor + row.capitalMinor)) +
      lateInterestOwedMinor(missed, day);
    const watched: Watched = { serviced, arrears, unpaidMinor, day };
    await doubtIfDue(work, watched, parameters);
    // No letter of recovery to a borrower under a freeze (LC-92, LC-93).
    if (serviced.loan.frozen === null) {
      await offerMeasures(work, watched);
      await informOfFicp(work, watched, parameters);
    }
  }
  if (ids.length > 0)
    await work.tx.execute(
      sql`update loan_arrears set watched_on = ${day}::date where loan_id = any(${listed(ids, 'uuid')})`,
    );
  return ids.length;
}

/**
 * The doubtful loans of which nothing has been late for three months (LC-84, `isCured`), and those that ended: nothing stays set aside for them. A loan
 * whose payout came back since was never in default, and what was written off of it is not lost (LC-6).
 */
function nextToCure(db: Db, day: string): Promise<{ readonly id: string }[]> {
  return rowsOf(
    db,
    sql`select l.id from loans l where l.frozen = 'payout-returned' and l.accelerated_on is not null and l.written_off_on is null
      or l.written_off_on is not null and exists (select from loan_requests r where r.id = l.id and r.phase in ('active', 'retracting'))
      or l.doubtful_on is not null and exists (select from loan_freezes f where f.loan_id = l.id and f.kind = 'payout-returned'
        and (f.set_at at time zone ${LEGAL_TIME_ZONE})::date >= l.doubtful_on)
      or l.doubtful_on is not null and (l.ended_on is not null or (
        not exists (select from loan_arrears a where a.loan_id = l.id)
        and greatest(
          l.doubtful_on,
          (select max(i.settled_on) from loan_instalments i where i.loan_id = l.id and i.missed_on is not null),
          (select max(s.day) from loan_schedules s where s.loan_id = l.id and s.reason in ('measure', 'forfeiture'))
        ) + make_interval(months => ${PROBATION_MONTHS}) <= ${day}::date))
      order by l.id limit ${AT_ONCE}`,
  );
}

async function cureLoans(work: Work, day: string): Promise<number> {
  const ids = (await nextToCure(work.tx, day)).map(({ id }) => id);
  for (const serviced of await lockAndRead(work, ids)) {
    if (serviced.loan.frozen === 'payout-returned' || serviced.loan.writtenOffOn !== null)
      await undoDefault(work, serviced);
    else if (serviced.loan.endedOn === null) await cure(work, serviced, day);
    else {
      await releaseProvision(work, serviced);
      await work.tx.update(loans).set({ doubtfulOn: null }).where(eq(loans.id, serviced.loan.id));
    }
  }
  return ids.length;
}

/**
 * Ends the incidents of loans of which nothing is late any more: one that was not declared yet is not declared, of the others the deletion is to be
 * declared (LC-83, LC-99). After a measure a declared incident stays until its loan is repaid, since its sums are not paid yet.
 */
async function endIncidents(work: Work): Promise<number> {
  const ended = await rowsOf(
    work.tx,
    sql`update ficp_declarations d set regularised_on = e.day
      from (
        select f.id, coalesce(l.ended_on,
          (select max(i.settled_on) from loan_instalments i where i.loan_id = f.loan_id and i.missed_on is not null),
          ${legalDay(work.now)}::date) as day
        from ficp_declarations f
        join loans l on l.id = f.loan_id
        join loan_requests r on r.id = f.loan_id
        where f.regularised_on is null and r.phase <> 'written_off'
          and not exists (select from loan_arrears a where a.loan_id = f.loan_id)
          and (l.ended_on is not null or f.declared_on is null or not exists (
            select from loan_schedules s where s.loan_id = f.loan_id and s.reason = 'measure' and s.day >= f.informed_on))
        order by f.id limit ${AT_ONCE}
      ) e where d.id = e.id returning d.id`,
  );
  return ended.length;
}

/**
 * One step of the evening's look at late loans (LC-80, LC-83, LC-84; state table, row 27): offers measures, tells of the FICP, moves capital to the
 * doubtful claims and back. A loan is looked at once a day, so that a killed job goes on where it was.
 * @returns how many loans it looked at; 0 when none is left.
 */
export async function watchArrears(work: Work, run: { readonly day: string }): Promise<number> {
  const today = legalDay(work.now);
  const day = today > run.day ? today : run.day;
  const parameters = await parametersOn(work.tx, day, KEYS);
  const done =
    (await watchLate(work, day, parameters)) || (await cureLoans(work, day)) || (await endIncidents(work));
  if (done > 0) announce(work, { staff: true }, ['loans']);
  return done;
}
