import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { addDays } from '#domain/time/days.ts';
import {
  accelerated,
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
import { morningOf, runJobOn } from '../../testing/lent-loan.ts';
import { readPdf } from '../../testing/pdf-text.ts';
import { accepted } from '../../testing/populated-bank.ts';

/** Formal notice, acceleration, FICP, the list of arrears and the queues, through the API and the jobs on a real database (LC-80 to LC-83). */

withLateLoans();

describe('LC-80, LC-81 the formal notice', () => {
  test('measures are offered nine days after the first miss, once, by letter and mail', async () => {
    const id = await lateUntil('2027-05-20');
    await runJobOn(bank, 'watch-arrears', '2027-05-25');
    expect((await kinds()).filter((kind: string) => kind === 'loan-measures-offered')).toHaveLength(1);
    expect(await ownRecovery(id)).toMatchObject({ lateSince: '2027-04-15', measuresAnswerBy: '2027-05-09' });
  });

  test('section 20: the staff sees of each letter its hash, and when the mail server took it', async () => {
    const id = await lateUntil('2027-05-20');
    const at = '2027-04-24T21:00:00.000Z';
    await bank.database.db.execute(
      sql`update outbox set delivered_at = case when template = 'loan-measures-offered' then ${at}::timestamptz end`,
    );
    const { letters, letterProofs } = await recoveryOf(id);
    const proofs = letters.map((letter: { id: string; kind: string }) => {
      const { sha256, deliveredAt } = letterProofs.find((one: { id: string }) => one.id === letter.id);
      return [letter.kind, sha256.length, deliveredAt];
    });
    expect(proofs).toContainEqual(['measures-offer', 64, at]);
    expect(proofs).toContainEqual(['missed-instalment', 64, null]);
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
    const { text, pages } = readPdf(paper.bytes);
    expect(pages).toHaveLength(1);
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
    const { mayGiveNotice, noticeToGive } = await recoveryOf(id);
    expect(mayGiveNotice).toBe(true);
    // LC-81: the sum and the last day stand in the dialog before the letter is sent, and are the letter's.
    expect((await post(administrator, id, 'formal-notice', {})).status).toBe(200);
    const [sent] = (await recoveryOf(id)).notices;
    expect(noticeToGive).toEqual({
      amountMinor: sent.amountMinor,
      instalments: sent.instalments,
      lastDay: sent.lastDay,
    });
    expect((await recoveryOf(id)).noticeToGive).toBeNull();
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
  test('row 26, late-04: after the notice, with the claim in lines', async () => {
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

  test('it is refused before the last day has passed and without a reason; nothing changed', async () => {
    const id = await noticed();
    const accelerate = (fields: object = { reason: 'Impayés' }) =>
      refused(post(administrator, id, 'acceleration', fields));
    expect(await accelerate()).toEqual([409, 'acceleration.not-possible']);
    expect(await accelerate({})).toEqual([400, 'request.invalid']);
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
    accepted(await administrator.put('/admin/four-eyes', { isOn: true }));
    const about = { operation: 'loanRecovery.accelerate', input: { id, reason: 'Impayés' } };
    const { seen } = accepted(await administrator.post('/admin/approval-requirements', about));
    accepted(await administrator.post('/admin/proposals', { ...about, seen }));
    const { queues } = (await administrator.get('/admin/loan-queues')).body;
    for (const { name, count } of queues) {
      const { status, body } = await administrator.get(`/admin/loan-queues/${name}`);
      expect([name, status, body.loans.length]).toEqual([name, 200, count]);
    }
    const [decision] = (await administrator.get('/admin/loan-queues/recovery-decisions')).body.loans;
    expect(decision).toMatchObject({ loanId: id });
    const [notice] = (await administrator.get('/admin/loan-queues/formal-notices')).body.loans;
    expect(notice).toMatchObject({ loanId: id, deadline: '2027-07-10' });
    await bank.travelTo(morningOf(addDays('2027-04-15', 600)));
    const barred = (await administrator.get('/admin/loan-queues/time-bar-near')).body.loans;
    expect(barred).toMatchObject([{ loanId: id, deadline: '2029-04-15' }]);
  });
});
