import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { collectionDayOf } from '#domain/loans/collection-day.ts';
import life from '#domain/loans/vectors/loan-life-cycle.json' with { type: 'json' };
import { addDays } from '#domain/time/days.ts';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import { collectUntil, type LentTerms, lendOn, morningOf, runJobOn } from '../../testing/lent-loan.ts';
import { readPdf } from '../../testing/pdf-text.ts';
import {
  type Answer,
  type ClientPerson,
  openTestBank,
  type Person,
  type TestBank,
} from '../../testing/test-bank.ts';

/** Recovery of a loan, through the API and the jobs on a real database (LC-80 to LC-85, LC-92 to LC-94). */

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;
let colleague: Person;

beforeEach(async () => {
  bank = await openTestBank();
  bank.setNow(new Date('2027-01-04T10:00:00Z'));
  administrator = await bank.administrator();
  colleague = await bank.administrator();
  client = await bank.client();
});
afterEach(() => bank.close());

/** The loan of `late-04` and `life-03`: rows 3 and later are missed. */
const TERMS: LentTerms = {
  principalMinor: 3_000_00,
  annualRateBps: 590,
  durationMonths: 24,
  payoutDay: '2027-01-12',
  dueDay: 15,
};

const post = async (who: Person, id: string, route: string, fields: object): Promise<Answer> =>
  who.post(`/admin/loans/${id}/${route}`, fields);

async function ok(answer: Promise<Answer>) {
  const { status, body } = await answer;
  expect([status, body.code]).toEqual([200, undefined]);
  return body.recovery;
}

const refused = async (answer: Promise<Answer>) => {
  const { status, body } = await answer;
  return [status, body.code];
};

const recoveryOf = async (id: string) =>
  (await administrator.get(`/admin/loans/${id}/recovery`)).body.recovery;
const ownRecovery = async (id: string) => (await client.get(`/loans/${id}/recovery`)).body.recovery;
const kinds = async () =>
  (await client.get('/notifications')).body.notifications.map(({ kind }: { kind: string }) => kind);

/** Empties the client's account, as somebody does who pays something else. */
async function empty(): Promise<void> {
  const { account } = (await client.get('/overview')).body;
  if (account.balanceMinor === 0) return;
  const { body } = await client.post('/withdrawals', {
    amountMinor: account.balanceMinor,
    iban: 'DE89370400440532013000',
    bankName: 'Une banque',
  });
  for (const action of ['approve', 'complete'])
    await administrator.post(`/admin/withdrawals/${body.withdrawal.id}/decision`, { action });
}

/** Misses the instalments that fall due up to a day, and runs the evening's look at late loans each day that matters. */
async function missUntil(id: string, day: string): Promise<void> {
  const due = await rowsOf<{ due_on: string }>(
    bank.database.db,
    sql`select due_on::text from loan_instalments where loan_id = ${id} and settled_on is null and missed_on is null
      and not is_superseded and due_on <= ${day}::date order by due_on`,
  );
  for (const { due_on } of due) {
    const on = collectionDayOf(due_on);
    await runJobOn(bank, 'collect-morning', on);
    await runJobOn(bank, 'collect-evening', on);
    await runJobOn(bank, 'watch-arrears', on);
  }
}

/** Two instalments paid, the money gone, and everything missed from the third on until a day; measures are offered nine days after it. */
async function lateUntil(day: string): Promise<string> {
  const id = await lendOn(bank, { client, administrator }, TERMS);
  await collectUntil(bank, id, '2027-03-15');
  await empty();
  await missUntil(id, '2027-04-15');
  await runJobOn(bank, 'watch-arrears', '2027-04-24');
  await missUntil(id, day);
  return id;
}

/** The same with a formal notice, and the day after its last. */
async function noticed(): Promise<string> {
  const id = await lateUntil('2027-05-20');
  await bank.travelTo(morningOf('2027-06-10'));
  await ok(post(administrator, id, 'formal-notice', { registeredNumber: '1A 234 567 8901 2' }));
  return id;
}

/** One person proposes, another confirms. */
async function byTwo(id: string, route: string, fields: object = {}) {
  const { acts } = await ok(
    post(administrator, id, route, { action: 'propose', reason: 'Impayés répétés', ...fields }),
  );
  const waiting = acts.find(({ decidedAt }: { decidedAt: string | null }) => decidedAt === null);
  return ok(post(colleague, id, route, { action: 'confirm', actId: waiting.id }));
}

/** Noticed, missed until 15 July, and accelerated on 20 July: the case `late-04`. */
async function accelerated(): Promise<string> {
  const id = await noticed();
  await missUntil(id, '2027-07-15');
  await bank.travelTo(morningOf('2027-07-20'));
  await byTwo(id, 'acceleration');
  return id;
}

const balances = async (id: string) => {
  const rows = await rowsOf<{ code: string; balance: number }>(
    bank.database.db,
    sql`select chart_code as code, balance::int as balance from ledger_accounts
      where holder_kind = 'loan' and holder_id = ${id} and balance <> 0`,
  );
  return Object.fromEntries(rows.map(({ code, balance }) => [code, balance]));
};

describe('LC-80, LC-81 the formal notice', () => {
  test('measures are offered nine days after the first miss, once, by letter and mail', async () => {
    const id = await lateUntil('2027-05-20');
    await runJobOn(bank, 'watch-arrears', '2027-05-25');
    expect((await kinds()).filter((kind: string) => kind === 'loan-measures-offered')).toHaveLength(1);
    expect(await ownRecovery(id)).toMatchObject({ lateSince: '2027-04-15', measuresAnswerBy: '2027-05-09' });
  });

  test('row 25: it asks for what is late, leaves thirty days, and its letter says so', async () => {
    const id = await noticed();
    const { notice, letters } = await ownRecovery(id);
    // Two instalments of 132.83, with 5.86 of late interest or less.
    expect(notice).toMatchObject({ sentOn: '2027-06-10', lastDay: '2027-07-10', instalments: 2 });
    expect(notice.amountMinor).toBeGreaterThan(2 * 132_83);
    expect(notice.amountMinor).toBeLessThan(2 * 132_83 + 3_00);
    expect(await kinds()).toContain('loan-formal-notice');
    const letter = letters.find(({ kind }: { kind: string }) => kind === 'formal-notice');
    const paper = await client.get(`/loans/${id}/recovery-letters/${letter.id}`);
    expect(paper.headers.get('content-type')).toBe('application/pdf');
    const { text } = readPdf(paper.bytes);
    expect(text).toContain('Mise en demeure');
    expect(text).toContain('À défaut de règlement avant le 10 juillet 2027');
    expect(text).toContain('1A 234 567 8901 2');
    expect((await administrator.get(`/admin/loans/${id}/recovery-letters/${letter.id}`)).status).toBe(200);
    const other = await bank.client();
    expect((await other.get(`/loans/${id}/recovery-letters/${letter.id}`)).status).toBe(404);
    expect((await other.get(`/loans/${id}/recovery`)).status).toBe(404);
  });

  test('it is refused with one unpaid instalment, before fifteen days to answer, while a request waits, and twice', async () => {
    const id = await lateUntil('2027-04-20');
    await bank.travelTo(morningOf('2027-05-13'));
    const give = () => refused(post(administrator, id, 'formal-notice', {}));
    expect(await give()).toEqual([409, 'notice.not-possible']);
    await missUntil(id, '2027-05-20');
    await bank.travelTo(morningOf('2027-06-10'));
    await client.post(`/loans/${id}/difficulties`, {
      change: 'income',
      since: '2027-05-01',
      monthlyMinor: 50_00,
    });
    expect((await recoveryOf(id)).mayGiveNotice).toBe(false);
    expect(await give()).toEqual([409, 'notice.not-possible']);
    const { difficulties } = (await administrator.get(`/admin/loans/${id}/measures`)).body;
    await administrator.post(`/admin/loans/${id}/difficulties/${difficulties[0].id}/answer`, {
      note: 'Aucune mesure possible.',
    });
    expect((await recoveryOf(id)).mayGiveNotice).toBe(true);
    expect((await post(administrator, id, 'formal-notice', {})).status).toBe(200);
    expect(await give()).toEqual([409, 'notice.running']);
  });

  test('full payment in time ends it, and the loan goes on', async () => {
    const id = await noticed();
    await bank.fund(client, 1_000_00);
    const { position } = (await client.get(`/loans/${id}`)).body.loan;
    await client.post(`/loans/${id}/payments`, { amountMinor: position.arrears.totalMinor });
    const { notice, lateSince, phase } = await ownRecovery(id);
    expect([notice, lateSince, phase]).toEqual([null, null, 'active']);
    expect((await recoveryOf(id)).notices[0]).toMatchObject({ endedOn: '2027-06-10', outcome: 'paid' });
  });
});

describe('LC-82 the acceleration', () => {
  test('row 26, late-04: after the notice, by two people, with the claim in lines', async () => {
    const id = await accelerated();
    const { phase, claim, notices } = await recoveryOf(id);
    expect(phase).toBe('accelerated');
    expect(claim).toMatchObject({
      interestMinor: 50_82 + 1_81,
      capitalMinor: 480_50 + 2_282_76,
      lateInterestMinor: 3_85,
      indemnityMinor: 0,
      totalMinor: 2_819_74,
    });
    expect(notices[0].outcome).toBe('accelerated');
    expect(await kinds()).toContain('loan-accelerated');
    await bank.travelTo(morningOf('2027-09-20'));
    expect((await ownRecovery(id)).claim.lateInterestMinor).toBe(3_85 + 27_69);
    const loan = (await client.get(`/loans/${id}`)).body.loan;
    expect([loan.phase, loan.sub, loan.position.arrears.daysPastDue]).toEqual([
      'accelerated',
      'immediateRepayment',
      158,
    ]);
  });

  test('it is refused before the last day has passed, by the same person, once decided, and after a refusal nothing changed', async () => {
    const id = await noticed();
    const propose = () => post(administrator, id, 'acceleration', { action: 'propose', reason: 'Impayés' });
    expect(await refused(propose())).toEqual([409, 'acceleration.not-possible']);
    await bank.travelTo(morningOf('2027-07-12'));
    const { acts } = await ok(propose());
    const [{ id: actId }] = acts;
    expect(await refused(propose())).toEqual([409, 'recovery.already-proposed']);
    const decide = (who: Person, action: string, decided = actId) =>
      refused(post(who, id, 'acceleration', { action, actId: decided }));
    expect(await decide(administrator, 'confirm')).toEqual([409, 'recovery.other-person-required']);
    expect(await decide(colleague, 'confirm', newUuid())).toEqual([404, 'not-found']);
    expect(await refused(post(colleague, id, 'acceleration', { action: 'confirm' }))).toEqual([
      400,
      'request.invalid',
    ]);
    expect(await refused(post(colleague, id, 'acceleration', { action: 'propose' }))).toEqual([
      400,
      'request.invalid',
    ]);
    expect(await refused(post(colleague, id, 'write-off', { action: 'confirm', actId }))).toEqual([
      404,
      'not-found',
    ]);
    await ok(post(colleague, id, 'acceleration', { action: 'refuse', actId }));
    expect(await decide(colleague, 'confirm')).toEqual([409, 'recovery.decided']);
    expect((await ownRecovery(id)).phase).toBe('active');
  });

  test('the client pays it in parts, and the last one ends the loan', async () => {
    const id = await accelerated();
    await bank.fund(client, 3_000_00);
    expect((await client.post(`/loans/${id}/payments`, { amountMinor: 1_000_00 })).status).toBe(200);
    expect((await ownRecovery(id)).claim.totalMinor).toBe(1_819_74);
    expect((await client.post(`/loans/${id}/payments`, { amountMinor: 1_819_74 })).status).toBe(200);
    const { loan } = (await client.get(`/loans/${id}`)).body;
    expect([loan.phase, loan.endedOn]).toEqual(['repaid', '2027-07-20']);
    expect((await client.get(`/loans/${id}/settlement.pdf`)).status).toBe(200);
    await runJobOn(bank, 'watch-arrears', '2027-07-20');
    expect(await balances(id)).toEqual({});
  });

  test('row 23: it is repaid early, whole', async () => {
    const id = await accelerated();
    await bank.fund(client, 3_000_00);
    const { quote } = (await client.get(`/loans/${id}/early-repayment-quote`)).body;
    expect(quote.whole.totalMinor).toBe(2_819_74);
    const { body } = await client.post(`/loans/${id}/early-repayments`, {
      kind: 'whole',
      totalMinor: 2_819_74,
    });
    expect(body.phase).toBe('repaid');
  });
});

describe('LC-83 the FICP', () => {
  test('the client is told at the second unpaid instalment, it is declared thirty days later, and deleted when all is paid', async () => {
    const id = await lateUntil('2027-05-20');
    const { declaration, letters } = await ownRecovery(id);
    expect(declaration).toMatchObject({
      cause: 'unpaid',
      informedOn: '2027-05-17',
      declareFrom: '2027-06-16',
      declaredOn: null,
    });
    expect(letters.map(({ kind }: { kind: string }) => kind)).toContain('ficp-information');
    const declare = (action: string) => post(administrator, id, 'ficp-declarations', { action });
    await bank.travelTo(morningOf('2027-06-14'));
    expect(await refused(declare('declare'))).toEqual([409, 'ficp.too-early']);
    await bank.travelTo(morningOf('2027-06-16'));
    expect((await ok(declare('declare'))).declarations[0].declaredOn).toBe('2027-06-16');
    expect(await refused(declare('declare'))).toEqual([409, 'ficp.none']);
    expect(await refused(declare('delete'))).toEqual([409, 'ficp.none']);
    await missUntil(id, '2027-06-16');
    await bank.travelTo(morningOf('2027-06-16'));
    await bank.fund(client, 1_000_00);
    const { position } = (await client.get(`/loans/${id}`)).body.loan;
    await client.post(`/loans/${id}/payments`, { amountMinor: position.arrears.totalMinor });
    await runJobOn(bank, 'watch-arrears', '2027-06-16');
    expect((await recoveryOf(id)).declarations[0].regularisedOn).toBe('2027-06-16');
    expect((await ok(declare('delete'))).declarations[0].deletedOn).toBe('2027-06-16');
  });

  test('what is paid within the thirty days is not declared', async () => {
    const id = await lateUntil('2027-05-20');
    await bank.fund(client, 1_000_00);
    const { position } = (await client.get(`/loans/${id}`)).body.loan;
    await client.post(`/loans/${id}/payments`, { amountMinor: position.arrears.totalMinor });
    await runJobOn(bank, 'watch-arrears', '2027-05-21');
    expect(await refused(post(administrator, id, 'ficp-declarations', { action: 'declare' }))).toEqual([
      409,
      'ficp.none',
    ]);
  });
});

describe('LC-84, LC-85 doubtful, provided for, written off, recovered', () => {
  const { expected } = life.cases.find(({ id }) => id === 'life-03') as unknown as {
    expected: { capitalMinor: number; interestMinor: number; provisionMinor: number };
  };

  test('rows 27 to 30, life-03: the numbers of the worked case', async () => {
    const id = await lateUntil('2027-07-10');
    for (const job of ['collect-morning', 'collect-evening', 'watch-arrears'] as const)
      await runJobOn(bank, job, '2027-07-15');
    expect(await balances(id)).toEqual({
      'loans-doubtful': -expected.capitalMinor,
      'interest-receivable': -expected.interestMinor,
    });
    expect((await recoveryOf(id)).doubtfulOn).toBe('2027-07-15');
    await bank.travelTo(morningOf('2027-07-20'));
    const { provisionMinor } = await byTwo(id, 'provisions', {
      kind: 'provision',
      amountMinor: expected.provisionMinor,
    });
    expect(provisionMinor).toBe(expected.provisionMinor);
    await byTwo(id, 'provisions', { kind: 'release', amountMinor: 7_04 });
    await bank.travelTo(morningOf('2028-03-31'));
    const lost = await byTwo(id, 'write-off');
    expect([lost.phase, lost.writtenOffOn, lost.provisionMinor]).toEqual(['written_off', '2028-03-31', 0]);
    expect(await balances(id)).toEqual({});
    const [losses] = await rowsOf<{ balance: number }>(
      bank.database.db,
      sql`select sum(balance)::int as balance from ledger_accounts where chart_code = 'loan-losses'`,
    );
    expect(losses?.balance).toBe(-(expected.capitalMinor + expected.interestMinor));
    await bank.travelTo(morningOf('2028-05-10'));
    const recovered = await ok(
      post(administrator, id, 'recoveries', { amountMinor: 200_00, document: 'Huissier, virement du 9 mai' }),
    );
    expect(recovered.recoveries[0].amountMinor).toBe(200_00);
    expect(recovered.claimLeftMinor).toBeLessThan(lost.claimLeftMinor + 100_00);
    expect(
      await refused(post(administrator, id, 'recoveries', { amountMinor: 900_000_00, document: 'Trop' })),
    ).toEqual([409, 'repayment.above-balance']);
    expect((await client.get(`/loans/${id}`)).body.loan.sub).toBe('closed');
    await runJobOn(bank, 'check-loans', '2028-05-11');
    expect((await administrator.get('/admin/arrears')).body.loans).toEqual([]);
  }, 60_000);

  test('row 28: an amount is refused for a loan that is not doubtful, and above the claim', async () => {
    const id = await lateUntil('2027-04-20');
    const propose = (fields: object) =>
      refused(post(administrator, id, 'provisions', { action: 'propose', reason: 'Impayés', ...fields }));
    expect(await propose({ kind: 'provision', amountMinor: 1_00 })).toEqual([409, 'provision.not-doubtful']);
    expect(await propose({ kind: 'provision' })).toEqual([400, 'request.invalid']);
    await missUntil(id, '2027-07-15');
    expect(await propose({ kind: 'provision', amountMinor: 3_000_00 })).toEqual([
      409,
      'provision.above-claim',
    ]);
    expect(await propose({ kind: 'release', amountMinor: 1 })).toEqual([409, 'provision.above-claim']);
    expect(await refused(post(administrator, id, 'recoveries', { amountMinor: 1, document: 'x' }))).toEqual([
      409,
      'loan.wrong-phase',
    ]);
  });

  test('row 27: it is cured three months after all was paid, with the interest of the time', async () => {
    const id = await lateUntil('2027-07-15');
    await bank.travelTo(morningOf('2027-07-20'));
    await byTwo(id, 'provisions', { kind: 'provision', amountMinor: 100_00 });
    await bank.fund(client, 5_000_00);
    const { position } = (await client.get(`/loans/${id}`)).body.loan;
    await client.post(`/loans/${id}/payments`, { amountMinor: position.arrears.totalMinor });
    await collectUntil(bank, id, '2027-10-15');
    await runJobOn(bank, 'watch-arrears', '2027-10-19');
    expect((await recoveryOf(id)).doubtfulOn).toBe('2027-07-15');
    await runJobOn(bank, 'watch-arrears', '2027-10-20');
    const { doubtfulOn, provisionMinor } = await recoveryOf(id);
    expect([doubtfulOn, provisionMinor]).toEqual([null, 0]);
    expect(Object.keys(await balances(id)).sort()).toEqual(['interest-receivable', 'loans-receivable']);
  });

  test('LC-85 the time bar is two years from the first unpaid instalment, near from six months before', async () => {
    const id = await lateUntil('2027-05-20');
    expect((await recoveryOf(id)).timeBar).toEqual({ lastDay: '2029-04-15', alarmDay: '2028-10-15' });
  });
});

describe('LC-92 to LC-94 freezes and forfeiture', () => {
  const FREEZE = { action: 'freeze', document: 'Recevabilité, Banque de France' };

  test('row 31, LC-92: over-indebtedness stops collection, payments, interest and every step of recovery', async () => {
    const id = await noticed();
    await bank.fund(client, 2_000_00);
    await bank.travelTo(morningOf('2027-06-14'));
    const before = (await recoveryOf(id)).claimToday;
    await ok(
      post(administrator, id, 'freeze', { ...FREEZE, kind: 'overindebtedness', fromDay: '2027-06-14' }),
    );
    expect(await kinds()).toContain('loan-frozen');
    for (const job of ['collect-morning', 'collect-evening', 'watch-arrears'] as const)
      await runJobOn(bank, job, '2027-06-15');
    expect((await client.get('/overview')).body.account.balanceMinor).toBe(2_000_00);
    await bank.travelTo(morningOf('2027-07-12'));
    expect((await recoveryOf(id)).claimToday.lateInterestMinor).toBe(before.lateInterestMinor);
    const acts: Promise<Answer>[] = [
      client.post(`/loans/${id}/payments`, { amountMinor: 1_00 }),
      client.post(`/loans/${id}/early-repayments`, { kind: 'whole', totalMinor: 1 }),
      client.put(`/loans/${id}/due-day`, { day: 5 }),
      post(administrator, id, 'acceleration', { action: 'propose', reason: 'Impayés' }),
      post(administrator, id, 'formal-notice', {}),
      post(administrator, id, 'freeze', { ...FREEZE, kind: 'death', fromDay: '2027-06-14' }),
    ];
    for (const act of acts) expect(await refused(act)).toEqual([409, 'loan.frozen']);
    await ok(post(administrator, id, 'freeze', { action: 'unfreeze', document: 'Recevabilité annulée' }));
    expect((await ownRecovery(id)).freeze).toBeNull();
    const { position } = (await client.get(`/loans/${id}`)).body.loan;
    expect(position.arrears.lateInterestMinor).toBe(before.lateInterestMinor);
    for (const job of ['collect-morning', 'collect-evening'] as const)
      await runJobOn(bank, job, '2027-07-12');
    expect((await client.get('/overview')).body.account.balanceMinor).toBeLessThan(2_000_00);
  });

  test('LC-92: the plan, typed as a judge’s decision, ends the freeze without the interest of its time', async () => {
    const id = await lateUntil('2027-05-20');
    await bank.travelTo(morningOf('2027-05-20'));
    await ok(
      post(administrator, id, 'freeze', { ...FREEZE, kind: 'overindebtedness', fromDay: '2027-05-20' }),
    );
    await bank.travelTo(morningOf('2027-09-20'));
    const terms = { kind: 'rate-cut', annualRateBps: 0 };
    const { effect } = (
      await administrator.get(`/admin/loans/${id}/measure-effect?kind=rate-cut&annualRateBps=0`)
    ).body;
    // The interest due before receivability, and its five days.
    expect(effect.deferredInterestMinor).toBe(13_59 + 13_00 + 2_00);
    const answer = await administrator.post(`/admin/loans/${id}/measures`, {
      action: 'impose',
      ...terms,
      decisionOn: '2027-09-15',
      seenExtraInterestMinor: effect.extraInterestMinor,
    });
    expect(answer.status).toBe(200);
    const { freeze, lateSince } = await ownRecovery(id);
    expect([freeze, lateSince]).toEqual([null, null]);
    await runJobOn(bank, 'check-loans', '2027-09-21');
  });

  test('LC-93: a death stops mails, collection and late interest, and the heirs may pay', async () => {
    const id = await noticed();
    await bank.fund(client, 5_000_00);
    await ok(post(administrator, id, 'freeze', { ...FREEZE, kind: 'death', fromDay: '2027-06-10' }));
    expect(await kinds()).not.toContain('loan-frozen');
    await bank.travelTo(morningOf('2027-06-14'));
    const { quote } = (await client.get(`/loans/${id}/early-repayment-quote`)).body;
    const { body } = await client.post(`/loans/${id}/early-repayments`, {
      kind: 'whole',
      totalMinor: quote.whole.totalMinor,
    });
    expect(body.phase).toBe('repaid');
  });

  test('a freeze is refused without its day, for a day to come, twice; and what is not frozen is not lifted', async () => {
    const id = await lateUntil('2027-04-20');
    const freeze = (fields: object) => refused(post(administrator, id, 'freeze', { ...FREEZE, ...fields }));
    expect(await freeze({ kind: 'death' })).toEqual([400, 'request.invalid']);
    expect(await freeze({ fromDay: '2027-04-16' })).toEqual([400, 'request.invalid']);
    expect(await freeze({ kind: 'death', fromDay: '2030-01-01' })).toEqual([400, 'request.invalid']);
    expect(await freeze({ action: 'unfreeze' })).toEqual([409, 'freeze.none']);
  });

  test('LC-41, LC-94: nothing new is offered to a borrower whose loan is frozen', async () => {
    const id = await lateUntil('2027-04-20');
    await ok(
      post(administrator, id, 'freeze', { ...FREEZE, kind: 'overindebtedness', fromDay: '2027-04-16' }),
    );
    const { body } = await client.post('/loans', {
      amountMinor: 2_000_00,
      purpose: 'Un vélo',
      durationMonths: 12,
      monthlyIncomeMinor: 3_000_00,
    });
    const offered = await administrator.post(`/admin/loans/${body.loan.id}/offer`, {
      seenPhase: 'submitted',
    });
    expect([offered.status, offered.body.code]).toEqual([409, 'loan.frozen']);
    const approved = await administrator.post(`/admin/loans/${body.loan.id}/decision`, { action: 'approve' });
    expect([approved.status, approved.body.code]).toEqual([409, 'loan.frozen']);
  });

  test('row 32, LC-94: a judgment gives the interest back and the schedule continues at 0 %', async () => {
    const id = await lateUntil('2027-04-20');
    const { interestReceivedMinor } = await recoveryOf(id);
    expect(interestReceivedMinor).toBe(16_20 + 14_17);
    expect(
      await refused(
        post(administrator, id, 'interest-forfeiture', {
          action: 'propose',
          reason: 'Jugement',
          amountMinor: interestReceivedMinor + 1,
        }),
      ),
    ).toEqual([409, 'forfeiture.above-received']);
    const { balanceMinor } = (await client.get('/overview')).body.account;
    await byTwo(id, 'interest-forfeiture', { amountMinor: interestReceivedMinor });
    expect((await client.get('/overview')).body.account.balanceMinor).toBe(
      balanceMinor + interestReceivedMinor,
    );
    const { schedule } = (await client.get(`/loans/${id}/schedule`)).body;
    const coming = schedule.rows.filter(({ settledOn }: { settledOn: string | null }) => settledOn === null);
    expect(coming.map(({ interestMinor }: { interestMinor: number }) => interestMinor)).toEqual(
      coming.map(() => 0),
    );
    expect(await balances(id)).toEqual({ 'loans-receivable': -2_763_26 });
    await runJobOn(bank, 'check-loans', '2027-04-21');
  });

  test('row 32 of an accelerated loan: the claim is its capital alone', async () => {
    const id = await accelerated();
    await byTwo(id, 'interest-forfeiture', { amountMinor: 1_00 });
    expect((await ownRecovery(id)).claim).toMatchObject({
      interestMinor: 0,
      lateInterestMinor: 0,
      capitalMinor: 2_763_26,
    });
  });
});

describe('the list of arrears and the queues (section 20)', () => {
  test('a page of late loans, of a bucket, and what waits', async () => {
    const id = await lateUntil('2027-05-20');
    await bank.travelTo(morningOf('2027-05-20'));
    const { loans, nextCursor } = (await administrator.get('/admin/arrears?limit=1')).body;
    expect(loans).toMatchObject([
      {
        loanId: id,
        since: '2027-04-15',
        daysPastDue: 35,
        bucket: '31-60',
        instalments: 2,
        timeBarOn: '2029-04-15',
      },
    ]);
    expect(nextCursor).toBeNull();
    const count = async (bucket: string) =>
      (await administrator.get(`/admin/arrears?bucket=${encodeURIComponent(bucket)}`)).body.loans.length;
    expect([await count('1-30'), await count('31-60'), await count('90+')]).toEqual([0, 1, 0]);
    expect((await administrator.get('/admin/arrears?cursor=nonsense')).status).toBe(400);
    const { queues } = (await administrator.get('/admin/loan-queues')).body;
    const waiting = Object.fromEntries(
      queues.map(({ name, count: many }: { name: string; count: number }) => [name, many]),
    );
    expect(waiting).toMatchObject({ 'arrears-1-30': 0, 'arrears-31-60': 1, 'formal-notices': 0, freezes: 0 });
    const listed = (await administrator.get('/admin/loan-queues/arrears-31-60')).body.loans;
    expect(listed).toMatchObject([{ loanId: id, purpose: 'Un véhicule' }]);
    expect((await administrator.get('/admin/loan-queues/unknown')).status).toBe(400);
  });

  test('every queue answers its list, and a notice, a decision and a freeze stand in theirs', async () => {
    const id = await noticed();
    await bank.travelTo(morningOf('2027-07-12'));
    await ok(post(administrator, id, 'acceleration', { action: 'propose', reason: 'Impayés' }));
    const { queues } = (await administrator.get('/admin/loan-queues')).body;
    for (const { name, count } of queues) {
      const { status, body } = await administrator.get(`/admin/loan-queues/${name}`);
      expect([name, status, body.loans.length]).toEqual([name, 200, count]);
    }
    const [notice] = (await administrator.get('/admin/loan-queues/formal-notices')).body.loans;
    expect(notice).toMatchObject({ loanId: id, deadline: '2027-07-10' });
    await bank.travelTo(morningOf(addDays('2027-04-15', 600)));
    const barred = (await administrator.get('/admin/loan-queues/time-bar-near')).body.loans;
    expect(barred).toMatchObject([{ loanId: id, deadline: '2029-04-15' }]);
  });
});
