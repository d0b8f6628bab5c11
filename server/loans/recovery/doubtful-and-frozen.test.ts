import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import life from '#domain/loans/vectors/loan-life-cycle.json' with { type: 'json' };
import { rowsOf } from '../../db/database.ts';
import {
  accelerated,
  act,
  administrator,
  balances,
  bank,
  client,
  kinds,
  lateUntil,
  missUntil,
  noticed,
  ok,
  ownRecovery,
  post,
  recoveryOf,
  refused,
  withLateLoans,
} from '../../testing/late-loans.ts';
import { collectUntil, morningOf, runJobOn } from '../../testing/lent-loan.ts';
import type { Answer } from '../../testing/test-bank.ts';

/** Doubtful loans, write-off, freezes and forfeiture of interest, through the API and the jobs on a real database (LC-84, LC-85, LC-92 to LC-94). */

withLateLoans();

const isSettled = ({ settledOn }: { settledOn: string | null }) => settledOn !== null;

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
    const { provisionMinor } = await act(id, 'provisions', {
      kind: 'provision',
      amountMinor: expected.provisionMinor,
    });
    expect(provisionMinor).toBe(expected.provisionMinor);
    await act(id, 'provisions', { kind: 'release', amountMinor: 7_04 });
    await bank.travelTo(morningOf('2028-03-31'));
    const lost = await act(id, 'write-off');
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
    // LC-7: the staff reads « Clos », the client that the whole is still asked for.
    expect((await client.get(`/loans/${id}`)).body.loan.sub).toBe('immediateRepayment');
    expect((await administrator.get(`/admin/loans/${id}`)).body.loan.sub).toBe('closed');
    await runJobOn(bank, 'check-loans', '2028-05-11');
    expect((await administrator.get('/admin/arrears')).body.loans).toEqual([]);
  });

  test('LC-85 what came in after the write-off is asked for no more: on the client’s page, by the letter, and in late interest', async () => {
    const id = await accelerated();
    await act(id, 'write-off');
    const { claim: before } = await ownRecovery(id);
    await ok(
      post(administrator, id, 'recoveries', { amountMinor: 1_000_00, document: 'Huissier, virement' }),
    );
    const { claim: after } = await ownRecovery(id);
    expect(after.totalMinor).toBe(before.totalMinor - 1_000_00);
    expect(after.interestMinor).toBe(0);
    expect(after.capitalMinor).toBe(before.capitalMinor - (1_000_00 - before.interestMinor));
    expect(after.perDayMinor).toBeLessThan(before.perDayMinor);
    expect((await recoveryOf(id)).claimLeftMinor).toBe(after.totalMinor);
    // A day adds what the page said, on the capital that is left.
    await bank.travelTo(morningOf('2027-07-30'));
    const tenDaysLater = await ownRecovery(id);
    expect(tenDaysLater.claim.lateInterestMinor - after.lateInterestMinor).toBeGreaterThanOrEqual(
      10 * after.perDayMinor,
    );
    expect(tenDaysLater.claim.lateInterestMinor - after.lateInterestMinor).toBeLessThan(
      10 * (after.perDayMinor + 1) + 1,
    );
    // The rest, and nothing is left: no further day adds anything.
    const { totalMinor } = tenDaysLater.claim;
    expect(
      await refused(post(administrator, id, 'recoveries', { amountMinor: totalMinor + 1, document: 'Trop' })),
    ).toEqual([409, 'repayment.above-balance']);
    await ok(post(administrator, id, 'recoveries', { amountMinor: totalMinor, document: 'Solde' }));
    // LC-99: the loan is repaid, with its certificate; nothing is asked for any more.
    const { loan } = (await client.get(`/loans/${id}`)).body;
    expect([loan.phase, loan.sub, loan.subDay, loan.endedOn]).toEqual([
      'repaid',
      'repaid',
      '2027-07-30',
      '2027-07-30',
    ]);
    expect((await client.get(`/loans/${id}/settlement.pdf`)).status).toBe(200);
    const { phase, claim, writtenOffOn, claimLeftMinor, timeBar } = await recoveryOf(id);
    expect([phase, claim, writtenOffOn, claimLeftMinor, timeBar]).toEqual([
      'repaid',
      null,
      '2027-07-20',
      null,
      null,
    ]);
    expect((await client.get(`/loans/${id}/schedule`)).body.schedule.rows.every(isSettled)).toBe(true);
    expect(
      await refused(post(administrator, id, 'recoveries', { amountMinor: 1, document: 'Trop' })),
    ).toEqual([409, 'loan.wrong-phase']);
    await bank.travelTo(morningOf('2028-12-15'));
    expect((await administrator.get('/admin/loan-queues/time-bar-near')).body.loans).toEqual([]);
    // LC-83: nothing is declared, or stays declared, of what was paid whole.
    expect((await recoveryOf(id)).declarations[0]).toMatchObject({ regularisedOn: '2027-07-30' });
    expect(await refused(post(administrator, id, 'ficp-declarations', { action: 'declare' }))).toEqual([
      409,
      'ficp.none',
    ]);
  });

  test('row 28: an amount is refused for a loan that is not doubtful, and above the claim', async () => {
    const id = await lateUntil('2027-04-20');
    const propose = (fields: object) =>
      refused(post(administrator, id, 'provisions', { reason: 'Impayés', ...fields }));
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
    await act(id, 'provisions', { kind: 'provision', amountMinor: 100_00 });
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

  test('LC-79: a doubtful loan, and one that is demanded as a whole, stay in the history of months', async () => {
    const id = await lateUntil('2027-07-15');
    expect((await recoveryOf(id)).doubtfulOn).toBe('2027-07-15');
    await runJobOn(bank, 'accrue-interest', '2027-07-31');
    const months = await rowsOf(
      bank.database.db,
      sql`select month_end::text as month, days_past_due as days from loan_arrears_months where loan_id = ${id}::uuid order by month_end`,
    );
    // 15 April to 31 July.
    expect(months).toEqual([{ month: '2027-07-31', days: 107 }]);
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
    expect((await recoveryOf(id)).claimToday).toMatchObject({
      lateInterestMinor: before.lateInterestMinor,
      perDayMinor: 0,
    });
    // Nobody reads that a further day costs something.
    expect((await client.get(`/loans/${id}`)).body.loan.position.arrears.perDayMinor).toBe(0);
    const acts: Promise<Answer>[] = [
      client.post(`/loans/${id}/payments`, { amountMinor: 1_00 }),
      client.post(`/loans/${id}/early-repayments`, { kind: 'whole', totalMinor: 1 }),
      client.put(`/loans/${id}/due-day`, { day: 5 }),
      post(administrator, id, 'acceleration', { reason: 'Impayés' }),
      post(administrator, id, 'formal-notice', {}),
      post(administrator, id, 'freeze', { ...FREEZE, kind: 'death', fromDay: '2027-06-14' }),
    ];
    for (const act of acts) expect(await refused(act)).toEqual([409, 'loan.frozen']);
    await ok(post(administrator, id, 'freeze', { action: 'unfreeze', document: 'Recevabilité annulée' }));
    expect((await ownRecovery(id)).freeze).toBeNull();
    const { position } = (await client.get(`/loans/${id}`)).body.loan;
    expect(position.arrears.lateInterestMinor).toBe(before.lateInterestMinor);
    // Collection goes on with the next due date, not with those of the freeze.
    await runJobOn(bank, 'collect-morning', '2027-07-12');
    expect((await client.get('/overview')).body.account.balanceMinor).toBe(2_000_00);
    await runJobOn(bank, 'collect-morning', '2027-07-15');
    expect((await client.get('/overview')).body.account.balanceMinor).toBeLessThan(2_000_00);
  });

  test('LC-92: a freeze that ends without a plan asks for no pile: its months are moved to the end, without their interest', async () => {
    const id = await lateUntil('2027-04-20');
    const before = (await client.get(`/loans/${id}`)).body.loan.position;
    await bank.travelTo(morningOf('2027-04-20'));
    await ok(
      post(administrator, id, 'freeze', { ...FREEZE, kind: 'overindebtedness', fromDay: '2027-04-20' }),
    );
    await bank.fund(client, 2_000_00);
    await bank.travelTo(morningOf('2027-09-20'));
    await ok(
      post(administrator, id, 'freeze', { action: 'unfreeze', document: 'Dossier clos sans mesures' }),
    );
    for (const job of ['collect-morning', 'collect-evening', 'check-loans'] as const)
      await runJobOn(bank, job, '2027-09-20');
    // Nothing of the five months is taken, and nothing of them is late: what was missed before the freeze is.
    expect((await client.get('/overview')).body.account.balanceMinor).toBe(2_000_00);
    const { position } = (await client.get(`/loans/${id}`)).body.loan;
    expect(position.arrears.since).toBe(before.arrears.since);
    expect(position.arrears.unpaidMinor).toBe(before.arrears.unpaidMinor);
    expect(position.next.dueDate).toBe('2027-10-15');
    expect(position.next.amountMinor).toBeLessThan(before.next.amountMinor);
    // The borrower asked for no measure, and is told of none.
    expect(await kinds()).toContain('loan-freeze-lifted');
    expect(await kinds()).not.toContain('loan-measure-accepted');
    const { schedule } = (await client.get(`/loans/${id}/schedule`)).body;
    expect(schedule.rows.at(-1).dueDate).toBe('2029-06-15');
    for (const job of ['collect-morning', 'accrue-interest', 'check-loans'] as const)
      await runJobOn(bank, job, '2027-10-15');
  });

  test('LC-93, LC-101: a freeze of a death that proves wrong is lifted months later; the next accrual holds the interest of the time', async () => {
    const id = await lateUntil('2027-04-20');
    await bank.travelTo(morningOf('2027-04-20'));
    await ok(post(administrator, id, 'freeze', { ...FREEZE, kind: 'death', fromDay: '2027-04-20' }));
    await bank.travelTo(morningOf('2027-07-20'));
    const lifted = await ok(post(administrator, id, 'freeze', { action: 'unfreeze', document: 'Homonyme' }));
    expect(lifted.freeze).toBeNull();
    const receivable = async () => -((await balances(id))['interest-receivable'] ?? 0);
    const before = await receivable();
    await runJobOn(bank, 'accrue-interest', '2027-07-31');
    expect(await receivable()).toBeGreaterThan(before);
    await runJobOn(bank, 'check-loans', '2027-08-01');
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
    expect(await kinds()).not.toContain('loan-repaid');
    // The freeze ended with its loan: nobody waits for it.
    const { queues } = (await administrator.get('/admin/loan-queues')).body;
    expect(queues.find(({ name }: { name: string }) => name === 'freezes').count).toBe(0);
    expect((await recoveryOf(id)).freezes).toMatchObject([{ kind: 'death', liftedFor: 'Prêt soldé' }]);
  });

  test('a freeze is refused without its day, for a day to come, twice; and what is not frozen is not lifted', async () => {
    const id = await lateUntil('2027-04-20');
    const freeze = (fields: object) => refused(post(administrator, id, 'freeze', { ...FREEZE, ...fields }));
    expect(await freeze({ kind: 'death' })).toEqual([400, 'request.invalid']);
    expect(await freeze({ fromDay: '2027-04-16' })).toEqual([400, 'request.invalid']);
    const toCome = { ...FREEZE, kind: 'death', fromDay: '2030-01-01' };
    // The field says what is wrong with the day.
    expect((await post(administrator, id, 'freeze', toCome)).body).toMatchObject({
      code: 'request.invalid',
      errors: [{ field: 'fromDay', message: 'validation.dayInFuture' }],
    });
    expect(await freeze({ action: 'unfreeze' })).toEqual([409, 'freeze.none']);
  });

  test('LC-41, LC-94 loan.frozen: nothing new is offered to a borrower whose loan is frozen', async () => {
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
          reason: 'Jugement',
          amountMinor: interestReceivedMinor + 1,
        }),
      ),
    ).toEqual([409, 'forfeiture.above-received']);
    const { balanceMinor } = (await client.get('/overview')).body.account;
    await act(id, 'interest-forfeiture', { amountMinor: interestReceivedMinor });
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
    await act(id, 'interest-forfeiture', { amountMinor: 1_00 });
    expect((await ownRecovery(id)).claim).toMatchObject({
      interestMinor: 0,
      lateInterestMinor: 0,
      capitalMinor: 2_763_26,
    });
  });
});
