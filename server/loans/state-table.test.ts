import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JobName } from '#domain/jobs/timetable.ts';
import {
  LOAN_EVENTS,
  LOAN_PHASES,
  LOAN_TRANSITIONS,
  type LoanEvent,
  type LoanPhase,
} from '#domain/loans/phases.ts';
import { rowsOf } from '../db/database.ts';
import {
  accept,
  acceptanceOf,
  confirmed,
  offerOn,
  openContractBank,
  requestForContract,
} from '../testing/contract-path.ts';
import { morningOf, runJobOn } from '../testing/lent-loan.ts';
import type { Answer, ClientPerson, Person, TestBank } from '../testing/test-bank.ts';
import { pastTheGuards } from '../testing/test-database.ts';

/**
 * What is not listed in the state table (LC, section 18) is refused: each event that a person asks for, in every phase that its row does not begin
 * with. The rows of jobs have no call; domain/loans/phases.test.ts has the table itself.
 */

interface Row {
  readonly row: string;
  readonly event: LoanEvent;
  readonly from: readonly LoanPhase[];
  /** @param seenPhase the phase that the loan is in: what refuses is the table, and no decision on what was seen before. */
  readonly call: (id: string, seenPhase: LoanPhase) => Promise<Answer>;
}

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;
let loanId: string;
let acceptance: object;

const REQUESTED: readonly LoanPhase[] = ['submitted', 'in_review'];
const LENT: readonly LoanPhase[] = ['active', 'accelerated'];
const staff = (route: string, fields: object) => (id: string, seenPhase: LoanPhase) =>
  administrator.post(
    `/admin/loans/${id}/${route}`,
    'action' in fields || route === 'offer' ? withSeen(route, fields, seenPhase) : fields,
  );
const withSeen = (route: string, fields: object, seenPhase: LoanPhase) =>
  ['offer', 'agreement'].includes(route) ? { ...fields, seenPhase } : fields;
const handed = (route: string, fields: object) => (id: string, seenPhase: LoanPhase) =>
  administrator.post(`/admin/loans/${id}/${route}`, { ...fields, seenPhase });
const own =
  (route: string, fields: object = {}) =>
  (id: string) =>
    client.post(`/loans/${id}/${route}`, fields);
/** The three decisions of the old lists have a code of their own. */
const REFUSALS = ['loan.wrong-phase', 'loan.already-decided'];
const reasoned = { reason: 'Un motif' };

const ROWS: readonly Row[] = [
  { row: '2', event: 'take', from: ['submitted'], call: staff('decision', { action: 'process' }) },
  {
    row: '3',
    event: 'ask-documents',
    from: [...REQUESTED, 'transmitted'],
    call: staff('document-requests', { kinds: ['income'] }),
  },
  { row: '4', event: 'cancel', from: [...REQUESTED, 'transmitted'], call: own('cancellation') },
  {
    row: '5',
    event: 'refuse',
    from: REQUESTED,
    call: staff('decision', { action: 'reject', reasonCode: 'debt-ratio-too-high' }),
  },
  { row: '6', event: 'approve-direct', from: REQUESTED, call: staff('decision', { action: 'approve' }) },
  { row: '7', event: 'offer', from: REQUESTED, call: staff('offer', {}) },
  // This bank lends; what an intermediary does is in server/loans/transmission.
  {
    row: 'LC-6',
    event: 'transmit',
    from: REQUESTED,
    call: handed('transmission', { lender: 'banque-rive' }),
  },
  {
    row: 'LC-6',
    event: 'close-untransmitted',
    from: REQUESTED,
    call: handed('transmission/closing', { note: 'Un motif' }),
  },
  {
    row: 'LC-6',
    event: 'lender-accept',
    from: ['transmitted'],
    call: handed('transmission/answer', { answer: 'accepted' }),
  },
  {
    row: 'LC-6',
    event: 'lender-refuse',
    from: ['transmitted', 'lender_accepted'],
    call: handed('transmission/answer', { answer: 'refused' }),
  },
  {
    row: 'LC-6',
    event: 'lender-pay',
    from: ['lender_accepted'],
    call: handed('transmission/answer', { answer: 'paid-out' }),
  },
  { row: '8', event: 'decline', from: ['offered'], call: own('offer/decline') },
  {
    row: '10',
    event: 'accept',
    from: ['offered'],
    call: (id) =>
      confirmed(client, 'loans.accept', `/loans/${id}/offer/acceptance`, {
        named: { id },
        fields: acceptance,
      }),
  },
  {
    row: '11, 14',
    event: 'agree',
    from: ['accepted', 'lapsed'],
    call: staff('agreement', { action: 'agree' }),
  },
  {
    row: '14',
    event: 'confirm-late-agreement',
    from: ['lapsed'],
    call: (id) =>
      confirmed(client, 'loanOffers.confirmLateAgreement', `/loans/${id}/offer/confirmation`, {
        named: { id },
        fields: { stillWants: true },
      }),
  },
  {
    row: '12',
    event: 'refuse-agreement',
    from: ['accepted'],
    call: staff('agreement', { action: 'refuse', reasonCode: 'debt-ratio-too-high' }),
  },
  { row: '15, 17', event: 'withdraw', from: ['accepted', 'agreed', 'active'], call: own('retraction') },
  {
    row: '17, longer',
    event: 'extend-withdrawal',
    from: ['accepted', 'agreed', 'active'],
    call: staff('retraction-extension', { reason: 'Une rubrique oubliée' }),
  },
  { row: '18', event: 'return-sum', from: ['retracting'], call: own('retraction/repayment') },
  { row: '21', event: 'pay-part', from: LENT, call: own('payments', { amountMinor: 1 }) },
  {
    row: '22',
    event: 'repay-part',
    from: ['active'],
    call: own('early-repayments', { kind: 'shorter', amountMinor: 1_00, totalMinor: 1 }),
  },
  {
    row: '23',
    event: 'repay-all',
    from: LENT,
    call: own('early-repayments', { kind: 'whole', totalMinor: 1 }),
  },
  {
    row: '24',
    event: 'agree-measure',
    from: ['active'],
    call: staff('measures', { action: 'propose', kind: 'extension', months: 1, seenExtraInterestMinor: 0 }),
  },
  { row: '25', event: 'formal-notice', from: ['active'], call: staff('formal-notice', {}) },
  { row: '26', event: 'accelerate', from: ['active'], call: staff('acceleration', reasoned) },
  {
    row: '28',
    event: 'provide',
    from: LENT,
    call: staff('provisions', { ...reasoned, kind: 'provision', amountMinor: 1_00 }),
  },
  {
    row: '28',
    event: 'release',
    from: LENT,
    call: staff('provisions', { ...reasoned, kind: 'release', amountMinor: 1_00 }),
  },
  { row: '29', event: 'write-off', from: LENT, call: staff('write-off', reasoned) },
  {
    row: '30',
    event: 'recover',
    from: ['written_off'],
    call: staff('recoveries', { amountMinor: 1_00, document: 'Un virement' }),
  },
  {
    row: '31',
    event: 'freeze',
    from: LENT,
    call: staff('freeze', { action: 'freeze', kind: 'death', fromDay: '2026-12-01', document: 'Un acte' }),
  },
  {
    row: '31',
    event: 'unfreeze',
    from: LENT,
    call: staff('freeze', { action: 'unfreeze', document: 'Un courrier' }),
  },
  {
    row: '32',
    event: 'forfeit-interest',
    from: [...LENT, 'repaid'],
    call: staff('interest-forfeiture', { ...reasoned, amountMinor: 1 }),
  },
  {
    row: '29, LC-75',
    event: 'tax-costs',
    from: LENT,
    call: staff('taxed-costs', { ...reasoned, amountMinor: 1_00, document: 'Ordonnance de taxe' }),
  },
  {
    row: '33',
    event: 'change-due-day',
    from: ['active'],
    call: (id) => client.put(`/loans/${id}/due-day`, { day: 5 }),
  },
];

/** Puts the loan in a phase, whatever it went through. Its own comes back at the end: the tallies of the lists did not follow. */
const putIn = (phase: LoanPhase) =>
  pastTheGuards(bank.database.db, (tx) =>
    tx.execute(sql`update loan_requests set phase = ${phase} where id = ${loanId}::uuid`),
  );

/**
 * What was answered to each row in the phases that it does not name. The loan is put in each phase once, because PostgreSQL plans every statement
 * anew after it.
 */
const answersTo = new Map<Row, [LoanPhase, number, string | undefined][]>();

beforeAll(async () => {
  ({ bank, administrator, client } = await openContractBank());
  // A loan that was offered, accepted, agreed and paid out has all that any of the calls looks for.
  loanId = await requestForContract(client);
  await offerOn(administrator, loanId);
  acceptance = await acceptanceOf(client, loanId);
  expect((await accept(client, loanId)).status).toBe(200);
  for (const phase of LOAN_PHASES) {
    await putIn(phase);
    for (const row of ROWS.filter(({ from }) => !from.includes(phase))) {
      const { status, body } = await row.call(loanId, phase);
      answersTo.set(row, [...(answersTo.get(row) ?? []), [phase, status, body?.code]]);
    }
  }
});
afterAll(async () => {
  await putIn('accepted');
  await bank.close();
});

/** A late agreement of the lender leaves the loan lapsed until its client has answered (LC-51): the table has the answer alone. */
const BESIDE_THE_TABLE: readonly string[] = ['lapsed agree'];

test('section 18: every event that a person asks for has its row here, from the phases of the table and no other', () => {
  const ofTable = LOAN_EVENTS.flatMap((event) => {
    const rows = LOAN_TRANSITIONS.filter((row) => row.action === event);
    // `repay-all` is written by the house once its client has asked for it.
    const isAsked = event === 'repay-all' || rows.some(({ by }) => by !== 'bank');
    return isAsked ? rows.map(({ from }) => `${from} ${event}`) : [];
  });
  const ofRows = ROWS.flatMap(({ event, from }) => from.map((phase) => `${phase} ${event}`));
  expect(ofRows.filter((row) => !BESIDE_THE_TABLE.includes(row)).sort()).toEqual(ofTable.sort());
});

/** The rows of jobs whose periods are all over on a day of the next spring: the phase that each begins with. */
const OF_JOBS: readonly (readonly [row: string, job: JobName, from: LoanPhase])[] = [
  ['9', 'expire-offers', 'offered'],
  ['13', 'lapse-contracts', 'accepted'],
  ['16', 'pay-out-loans', 'agreed'],
];

test.each(OF_JOBS)(
  'section 18, row %s: the job %s leaves every phase but « %s » as it is',
  async (_, job, from) => {
    await bank.travelTo(morningOf('2027-04-13'));
    const left: LoanPhase[] = [];
    for (const phase of LOAN_PHASES.filter((one) => one !== from)) {
      await putIn(phase);
      await runJobOn(bank, job, '2027-04-13');
      const [now] = await rowsOf<{ phase: LoanPhase }>(
        bank.database.db,
        sql`select phase from loan_requests where id = ${loanId}::uuid`,
      );
      if (now?.phase !== phase) left.push(phase);
    }
    expect(left).toEqual([]);
  },
);

describe.each(ROWS)('section 18, row $row: $event', (row) => {
  test('section 18 is refused with loan.wrong-phase in every phase that the row does not name', () => {
    const answers = answersTo.get(row) ?? [];
    expect(answers).toHaveLength(LOAN_PHASES.filter((one) => !row.from.includes(one)).length);
    expect(answers.filter(([, status, code]) => status !== 409 || !REFUSALS.includes(code ?? ''))).toEqual(
      [],
    );
  });
});
