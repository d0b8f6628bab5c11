import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loanPayout } from '#domain/ledger/postings.ts';
import { money } from '#domain/money/money.ts';
import { setAlert } from '../../clients/set-alert.ts';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import { post } from '../../ledger/post.ts';
import {
  agree,
  CONTRACT_START,
  confirmed,
  contractSteps,
  openContractBank,
  refusal,
} from '../../testing/contract-path.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';

/** The agreement, the lock until the eighth day, and the payout. */

let bank: TestBank;
let administrator: Person;
let colleague: Person;
let client: ClientPerson;
const { phaseOf, contractOf, balance, mailsOf, kinds, liveTo, acceptedAt } = contractSteps(() => ({
  bank,
  administrator,
  client,
}));

beforeEach(
  unlessUnchanged(async () => {
    ({ bank, administrator, colleague, client } = await openContractBank());
  }),
);
afterEach(() => bank.close());

describe('LC-48 to LC-53: agreement, lock and payout', () => {
  test('by another person; then the payout on the first TARGET day from J+8, whole', async () => {
    const loanId = await acceptedAt(CONTRACT_START);
    expect(refusal(await agree(administrator, loanId))).toEqual([409, 'loan.other-person-required']);
    accepted(await agree(colleague, loanId));
    expect(await phaseOf(loanId)).toBe('agreed');
    await liveTo('2026-12-08T22:59:00.000Z');
    expect([await phaseOf(loanId), await balance()]).toEqual(['agreed', 0]);
    await liveTo('2026-12-09T07:00:00.000Z');
    expect([await phaseOf(loanId), await balance()]).toEqual(['active', 10_000_00]);
    // The due day chosen at the acceptance, and the interest of the days before it (LC-63, LC-64).
    const instalments = await rowsOf<{ day: string; anchor: string | null }>(
      bank.database.db,
      sql`select due_on::text as day, anchor_on::text as anchor from loan_instalments
        where loan_id = ${loanId}::uuid and number <= 2 order by number`,
    );
    expect(instalments).toEqual([
      { day: '2027-02-05', anchor: '2027-01-05' },
      { day: '2027-03-05', anchor: null },
    ]);
    await bank.runJobs();
    expect(await balance()).toBe(10_000_00);
    expect(await mailsOf()).toContain('Votre prêt de 10\u202f000,00\u00a0€ est versé');
    // The due day that the client chose, and the interest of the days before its first month (LC-63, LC-64).
    const { schedule } = accepted(await client.get(`/loans/${loanId}/schedule`));
    expect(schedule.rows[0]).toMatchObject({ dueDate: '2027-02-05', instalmentMinor: 323_65 });
  });

  test('LC-53, PAY-62 CMF L562-4 nothing is paid out to a client whose assets are frozen, until the freeze is lifted', async () => {
    const loanId = await acceptedAt(CONTRACT_START);
    accepted(await agree(colleague, loanId));
    const block = (reason: string | null) =>
      bank.work(administrator.userId, (work) => setAlert(work, client.accountId, 'legal-block', reason));
    await block('Liste nationale');
    await liveTo('2026-12-09T07:00:00.000Z');
    expect([await phaseOf(loanId), await balance()]).toEqual(['agreed', 0]);
    await block(null);
    await liveTo('2026-12-10T07:00:00.000Z');
    expect([await phaseOf(loanId), await balance()]).toEqual(['active', 10_000_00]);
  });

  test('LC-53 a client who withdraws while the payouts run keeps nobody else waiting', async () => {
    const first = await acceptedAt(CONTRACT_START);
    accepted(await agree(colleague, first));
    const other = await bank.client();
    const second = await contractSteps(() => ({ bank, administrator, client: other })).acceptedAt(
      new Date(CONTRACT_START.getTime() + 60_000),
    );
    accepted(await agree(colleague, second));
    await bank.travelTo(new Date('2026-12-09T07:00:00.000Z'));
    let paid: Promise<void> | null = null;
    await bank.database.db.transaction(async (tx) => {
      await tx.execute(sql`set local role none`);
      await tx.execute(sql`update loan_requests set phase = 'retracted' where id = ${first}::uuid`);
      paid = bank.runJobs(['pay-out-loans']);
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
    await paid;
    const phases = await rowsOf<{ id: string; phase: string }>(
      bank.database.db,
      sql`select id, phase from loan_requests where id in (${first}::uuid, ${second}::uuid)`,
    );
    expect(Object.fromEntries(phases.map(({ id, phase }) => [id, phase]))).toEqual({
      [first]: 'retracted',
      [second]: 'active',
    });
  });

  test('LC-44 the money leaves once the time to withdraw is over where the client chose so, and not before', async () => {
    const loanId = await acceptedAt(CONTRACT_START, {}, { payoutChoice: 'after-withdrawal' });
    accepted(await agree(colleague, loanId));
    // J+14 is 15 December.
    expect(await contractOf(loanId)).toMatchObject({
      payoutDay: '2026-12-16',
      withdrawalLastDay: '2026-12-15',
    });
    await liveTo('2026-12-15T22:59:00.000Z');
    expect([await phaseOf(loanId), await balance()]).toEqual(['agreed', 0]);
    await liveTo('2026-12-16T07:00:00.000Z');
    expect([await phaseOf(loanId), await balance()]).toEqual(['active', 10_000_00]);
  });

  test('LC-48 what waits for an agreement stands by its deadline, red from J+5 on', async () => {
    const other = await bank.client();
    const early = await acceptedAt(CONTRACT_START);
    const late = await contractSteps(() => ({ bank, administrator, client: other })).acceptedAt(
      new Date('2026-12-03T10:00:00Z'),
    );
    const queue = async () => {
      const { loans } = accepted(await colleague.get('/admin/loan-queues/agreements-to-give'));
      const { queues } = accepted(await colleague.get('/admin/loan-queues'));
      const { count, late: red } = queues.find(({ name }: { name: string }) => name === 'agreements-to-give');
      return { loans: loans.map(({ loanId }: { loanId: string }) => loanId), count, red };
    };
    expect(await queue()).toEqual({ loans: [early, late], count: 2, red: 0 });
    await bank.travelTo(new Date('2026-12-05T22:59:59Z'));
    expect(await queue()).toMatchObject({ red: 0 });
    await bank.travelTo(new Date('2026-12-05T23:00:00Z'));
    expect(await queue()).toMatchObject({ red: 1 });
    accepted(await agree(colleague, early));
    expect(await queue()).toEqual({ loans: [late], count: 1, red: 0 });
  });

  test('LC-49 a demonstration with one administrator lets them agree, and says so', async () => {
    await bank.close();
    bank = await openTestBank();
    bank.setNow(CONTRACT_START);
    administrator = await bank.administrator();
    client = await bank.client();
    const loanId = await acceptedAt(CONTRACT_START);
    expect(accepted(await administrator.get(`/admin/loans/${loanId}/offer`))).toMatchObject({
      isIssuer: true,
      mayAgreeAlone: true,
    });
    expect((await agree(administrator, loanId)).status).toBe(200);
  });

  test('LC-49 refuses with a reason', async () => {
    const loanId = await acceptedAt(CONTRACT_START);
    const refuse = (reason: object) =>
      colleague.post(`/admin/loans/${loanId}/agreement`, {
        action: 'refuse',
        seenPhase: 'accepted',
        ...reason,
      });
    expect(refusal(await refuse({}))).toEqual([400, 'loan.reason-required']);
    accepted(await refuse({ reasonCode: 'insufficient-income' }));
    expect(await phaseOf(loanId)).toBe('refused');
    expect(await kinds()).toContain('loan-rejected');
  });

  test('LC-26 the mail of a refused agreement says that the FICP was consulted, where it was, and where to get free advice', async () => {
    const loanId = await acceptedAt(CONTRACT_START);
    accepted(
      await administrator.post(`/admin/loans/${loanId}/ficp-consultations`, {
        searchKey: '280290FICTI',
        reference: 'BDF-2026-0001',
        outcome: 'incident',
      }),
    );
    accepted(
      await colleague.post(`/admin/loans/${loanId}/agreement`, {
        action: 'refuse',
        seenPhase: 'accepted',
        reasonCode: 'debt-ratio-too-high',
      }),
    );
    const { mails } = accepted(
      await bank.visitor().get(`/demo/mails?recipient=${encodeURIComponent(client.email)}`),
    );
    const { text } = mails.find(({ subject }: { subject: string }) =>
      subject.includes("n'a pas été acceptée"),
    );
    expect(text).toContain(
      'Le fichier des incidents de remboursement des crédits aux particuliers (FICP) a été consulté.',
    );
    expect(text).toContain('Les Points Conseil Budget vous conseillent gratuitement.');
    expect(text).toContain('Cette décision a été prise par une personne.');
    expect(text).not.toContain('incident de paiement');
  });

  test('LC-50 L312-24 lapses after J+7, LC-51 a late agreement holds once the client wants it, J does not move', async () => {
    const loanId = await acceptedAt(CONTRACT_START);
    await liveTo('2026-12-08T22:59:59.000Z');
    expect(await phaseOf(loanId)).toBe('accepted');
    await liveTo('2026-12-08T23:15:00.000Z');
    expect(await phaseOf(loanId)).toBe('lapsed');
    expect(refusal(await agree(colleague, loanId, 'accepted'))).toEqual([409, 'loan.wrong-phase']);
    const confirmLate = () =>
      confirmed(client, 'loanOffers.confirmLateAgreement', `/loans/${loanId}/offer/confirmation`, {
        named: { id: loanId },
        fields: { stillWants: true },
      });
    expect(refusal(await confirmLate())).toEqual([409, 'loan.wrong-phase']);
    accepted(await agree(colleague, loanId, 'lapsed'));
    expect(await phaseOf(loanId)).toBe('lapsed');
    await bank.travelTo(new Date('2026-12-11T09:00:00Z'));
    accepted(await confirmLate());
    expect([await phaseOf(loanId), (await contractOf(loanId)).payoutDay]).toEqual(['agreed', '2026-12-14']);
    await liveTo('2026-12-14T07:00:00Z');
    expect(await phaseOf(loanId)).toBe('active');
  });

  test('LC-51 agreement.too-late fifteen days after the lapse, and a minute after J+7', async () => {
    const loanId = await acceptedAt(CONTRACT_START);
    await bank.travelTo(new Date('2026-12-08T23:00:00.000Z'));
    expect(refusal(await agree(colleague, loanId))).toEqual([409, 'agreement.too-late']);
    await liveTo('2026-12-23T23:00:00.000Z');
    expect(refusal(await agree(colleague, loanId, 'lapsed'))).toEqual([409, 'agreement.too-late']);
  });

  test('LC-52 L312-25 loan.locked-until: the database refuses any posting of the loan before J+8 or without an agreement, whatever the code', async () => {
    const loanId = await acceptedAt(CONTRACT_START);
    const [account] = await rowsOf<{ id: string }>(
      bank.database.db,
      sql`select ledger_account_id as id from client_accounts where id = ${client.accountId}::uuid`,
    );
    const payout = loanPayout(
      { ledgerAccountId: account?.id ?? '', currency: 'EUR' },
      loanId,
      money(10_000_00, 'EUR'),
    );
    const pay = (causeId: string) =>
      bank
        .work(administrator.userId, (work) => post(work, payout, causeId))
        .catch((error) => Promise.reject(error.cause ?? error));
    const locked = { code: 'LC052', constraint: 'loan.locked-until' };
    await expect(pay(loanId)).rejects.toMatchObject(locked);
    await expect(pay(newUuid())).rejects.toMatchObject(locked);
    bank.setNow(new Date('2026-12-09T10:00:00.000Z'));
    await expect(pay(loanId)).rejects.toMatchObject(locked);
    bank.setNow(CONTRACT_START);
    accepted(await agree(colleague, loanId));
    bank.setNow(new Date('2026-12-08T22:59:59.000Z'));
    await expect(pay(loanId)).rejects.toMatchObject(locked);
    // LC-57: nor is a loan paid out whose client withdrew, on any day.
    await bank.travelTo(new Date('2026-12-08T22:59:59.000Z'));
    accepted(await client.post(`/loans/${loanId}/retraction`));
    bank.setNow(new Date('2026-12-09T10:00:00.000Z'));
    await expect(pay(loanId)).rejects.toMatchObject({ ...locked, constraint: 'loan.contract-required' });
  });
});
