import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { collectionDayOf } from '#domain/loans/collection-day.ts';
import { rowsOf } from '../../db/database.ts';
import { faultsOfBooks } from '../../operations/books.ts';
import {
  accept,
  agree,
  contractSteps,
  offerOn,
  refusal,
  requestForContract,
} from '../../testing/contract-path.ts';
import { lastMovement } from '../../testing/corrections.ts';
import {
  givePayoutAccount,
  OTHER,
  OUTSIDE,
  openFinanceCompany,
  PAYOUT,
} from '../../testing/finance-company.ts';
import { morningOf, runJobOn } from '../../testing/lent-loan.ts';
import { readPdf } from '../../testing/pdf-text.ts';
import { accepted } from '../../testing/populated-bank.ts';
import type { ClientPerson, Person, TestBank } from '../../testing/test-bank.ts';
import { fromThere, unlessUnchanged } from '../../testing/unchanged-bank.ts';

/**
 * A payout whose return is known late (LC-6): the loan ran meanwhile, missed its instalments, was doubtful or demanded as a whole. Nothing of it was owed,
 * since the money never arrived.
 */

const LOAN = 10_000_00;

let bank: TestBank;
let administrator: Person;
let client: ClientPerson;
let loanId: string;
/** The posting by which the payout left. */
let sent: string;
const { phaseOf, contractOf, kinds, liveTo } = contractSteps(() => ({ bank, administrator, client }));

const act = (route: string, fields: object = {}) =>
  administrator.post(`/admin/loans/${loanId}/${route}`, { reason: 'Impayés répétés', ...fields });
const recovery = async () => accepted(await administrator.get(`/admin/loans/${loanId}/recovery`)).recovery;
const quote = async () => accepted(await client.get(`/loans/${loanId}/early-repayment-quote`)).quote;
const account = async () => {
  const { balanceMinor, availableMinor } = accepted(await client.get('/overview')).account;
  return [balanceMinor, availableMinor];
};
const inBooks = () =>
  rowsOf<{ code: string; held: number }>(
    bank.database.db,
    sql`select chart_code as code, -balance::int as held from ledger_accounts
      where holder_id = ${loanId}::uuid and balance <> 0 order by chart_code`,
  );
const WHOLE = [{ code: 'loans-receivable', held: LOAN }];

/** Misses what falls due until a day, with the evening's look at late loans. */
async function missUntil(day: string): Promise<void> {
  const due = await rowsOf<{ due_on: string }>(
    bank.database.db,
    sql`select due_on::text from loan_instalments where loan_id = ${loanId}::uuid and missed_on is null and not is_superseded
      and due_on <= ${day}::date order by due_on`,
  );
  for (const { due_on } of due)
    for (const job of ['collect-morning', 'collect-evening', 'watch-arrears'] as const)
      await runJobOn(bank, job, collectionDayOf(due_on));
}

/** Noticed, missed further, and demanded as a whole (LC-82). */
const demanded = () =>
  fromThere('demanded', async () => {
    await runJobOn(bank, 'watch-arrears', '2027-04-14');
    await bank.travelTo(morningOf('2027-05-03'));
    accepted(await administrator.post(`/admin/loans/${loanId}/formal-notice`, {}));
    await missUntil('2027-06-05');
    await bank.travelTo(morningOf('2027-06-10'));
    accepted(await act('acceleration'));
  });

/** Two persons reverse the transfer of the payout: the payee's bank gave it back by another way. */
async function comeBack(): Promise<void> {
  accepted(await administrator.post(`/admin/postings/${sent}/reversal`, { reason: 'Rejeté par sa banque' }));
}

const setUp = unlessUnchanged(async () => {
  bank = await openFinanceCompany();
  administrator = await bank.administrator();
  const colleague = await bank.administrator();
  client = await bank.client({ lastName: 'Concernée' });
  loanId = await requestForContract(client);
  await offerOn(administrator, loanId);
  accepted(await accept(client, loanId));
  accepted(await givePayoutAccount(client, loanId, OUTSIDE));
  accepted(await agree(colleague, loanId));
  await liveTo(PAYOUT);
  const [transfer] = accepted(await client.get('/withdrawals')).withdrawals;
  accepted(await administrator.post(`/admin/withdrawals/${transfer.id}/decision`, { action: 'complete' }));
  sent = (await lastMovement(bank, client)).postingId;
  await missUntil('2027-04-05');
});
beforeEach(setUp);
afterEach(() => bank.close());

describe('LC-6, LC-84 a payout that comes back on a doubtful loan', () => {
  beforeEach(() =>
    fromThere('doubtful, and back', async () => {
      await missUntil('2027-05-05');
      await runJobOn(bank, 'watch-arrears', '2027-05-12');
      expect((await recovery()).doubtfulOn).toBe('2027-05-12');
      accepted(await act('provisions', { kind: 'provision', amountMinor: 1_000_00 }));
      await comeBack();
    }),
  );

  test('is in default no more by the evening: no interest of it is receivable, and nothing set aside', async () => {
    expect(await account()).toEqual([LOAN, 0]);
    for (const [route, fields] of [
      ['write-off', {}],
      ['provisions', { kind: 'provision', amountMinor: 1_00 }],
    ] as const)
      expect(refusal(await act(route, fields))).toEqual([409, 'loan.frozen']);
    await runJobOn(bank, 'watch-arrears', '2027-05-13');
    expect(await inBooks()).toEqual(WHOLE);
    expect(await recovery()).toMatchObject({ doubtfulOn: null, provisionMinor: 0 });
    await runJobOn(bank, 'check-loans', '2027-05-14');
  });

  test('costs its capital to end it at once, and leaves nothing in the books', async () => {
    expect((await quote()).whole.totalMinor).toBe(LOAN);
    accepted(await client.post(`/loans/${loanId}/early-repayments`, { kind: 'whole', totalMinor: LOAN }));
    expect([await phaseOf(loanId), await account(), await inBooks()]).toEqual(['repaid', [0, 0], []]);
    await runJobOn(bank, 'check-loans', '2027-05-14');
  });

  test('runs as any other once the money has left again', async () => {
    accepted(await givePayoutAccount(client, loanId, OTHER));
    await runJobOn(bank, 'watch-arrears', '2027-05-12');
    expect((await recovery()).doubtfulOn).toBeNull();
    await runJobOn(bank, 'accrue-interest', '2027-05-31');
    const [interest, ...rest] = await inBooks();
    expect(rest).toEqual(WHOLE);
    // 19 days on 10,000.00 at 3.90 %.
    expect(interest).toMatchObject({ code: 'interest-receivable', held: 20_30 });
    await runJobOn(bank, 'check-loans', '2027-06-01');
  });
});

describe('LC-6, LC-82 a payout that comes back on a loan that was demanded as a whole', () => {
  beforeEach(() =>
    fromThere('demanded, and back', async () => {
      await demanded();
      expect(await phaseOf(loanId)).toBe('accelerated');
      await comeBack();
    }),
  );

  test('is demanded no more: it waits for another account, and its capital is all that ends it', async () => {
    expect(await phaseOf(loanId)).toBe('active');
    expect((await contractOf(loanId)).payout).toMatchObject({ isBack: true, canChange: true });
    expect(await account()).toEqual([LOAN, 0]);
    expect(accepted(await client.get(`/loans/${loanId}`)).loan.position.arrears).toBeNull();
    expect(refusal(await act('write-off'))).toEqual([409, 'loan.frozen']);
    expect((await quote()).whole.totalMinor).toBe(LOAN);
    await runJobOn(bank, 'watch-arrears', '2027-06-10');
    expect([await inBooks(), (await recovery()).claim]).toEqual([WHOLE, null]);
    expect((await quote()).whole.totalMinor).toBe(LOAN);
    accepted(await client.post(`/loans/${loanId}/early-repayments`, { kind: 'whole', totalMinor: LOAN }));
    expect([await phaseOf(loanId), await inBooks()]).toEqual(['repaid', []]);
  });

  test('is repaid by the month again, from the day on which the money leaves again', async () => {
    accepted(await givePayoutAccount(client, loanId, OTHER));
    const [again] = accepted(await client.get('/withdrawals')).withdrawals;
    expect([again.amountMinor, again.clientIban]).toEqual([LOAN, OTHER]);
    const { schedule } = accepted(await client.get(`/loans/${loanId}/schedule`));
    const { loan } = accepted(await client.get(`/loans/${loanId}`));
    expect([schedule.rows.length, schedule.rows[0].dueDate]).toEqual([loan.durationMonths, '2027-08-05']);
    const ofRows = schedule.rows.reduce(
      (sum: number, row: { principalMinor: number }) => sum + row.principalMinor,
      0,
    );
    expect([ofRows, loan.position.arrears]).toEqual([LOAN, null]);
    await runJobOn(bank, 'accrue-interest', '2027-06-30');
    await runJobOn(bank, 'check-loans', '2027-07-01');
  });

  test('can be given up: what lies on the account ends it', async () => {
    accepted(await client.post(`/loans/${loanId}/retraction`));
    await runJobOn(bank, 'collect-returns', '2027-06-11');
    expect([await phaseOf(loanId), await account(), await inBooks()]).toEqual(['retracted', [0, 0], []]);
  });
});

describe('LC-6, LC-85 a payout that comes back on a loan that was written off', () => {
  const recover = (amountMinor: number) =>
    administrator.post(`/admin/loans/${loanId}/recoveries`, { amountMinor, document: 'Reçu 1' });
  const houseHolds = async (code: string) => {
    const [row] = await rowsOf<{ held: number }>(
      bank.database.db,
      sql`select coalesce(sum(balance), 0)::int as held from ledger_accounts where holder_kind = 'house' and chart_code = ${code}`,
    );
    return row?.held;
  };

  describe('from the doubtful claims', () => {
    beforeEach(() =>
      fromThere('written off, and back', async () => {
        await missUntil('2027-05-05');
        await runJobOn(bank, 'watch-arrears', '2027-05-12');
        accepted(await act('write-off'));
        accepted(await recover(200_00));
        expect([await phaseOf(loanId), await inBooks()]).toEqual(['written_off', []]);
        expect(await houseHolds('loan-losses')).toBeLessThan(-LOAN);
        await comeBack();
      }),
    );

    test('runs again and waits for another account; its books follow in the evening, and what came in goes back to its client', async () => {
      expect([await phaseOf(loanId), await account()]).toEqual(['active', [LOAN, 0]]);
      expect((await contractOf(loanId)).payout).toMatchObject({ isBack: true, canChange: true });
      expect(refusal(await recover(1_00))).toEqual([409, 'loan.wrong-phase']);
      expect(refusal(await act('write-off'))).toEqual([409, 'loan.frozen']);
      expect(await recovery()).toMatchObject({ writtenOffOn: null, claimLeftMinor: null, claim: null });
      // LC-64: the days before the first whole month begin anew once the money leaves again.
      expect(accepted(await client.get(`/loans/${loanId}/schedule`)).schedule.dayInterest).toEqual([]);
      const [told] = await rowsOf<{ returned: number }>(
        bank.database.db,
        sql`select (params->>'returnedMinor')::int as returned from notifications where kind = 'loan-payout-returned'`,
      );
      expect(told?.returned).toBe(200_00);
      expect(await faultsOfBooks(bank.database.db)).toEqual([]);
      await runJobOn(bank, 'watch-arrears', '2027-05-13');
      expect([await inBooks(), await account()]).toEqual([WHOLE, [LOAN + 200_00, 200_00]]);
      expect(await houseHolds('loan-losses')).toBe(0);
      expect(await houseHolds('recoveries-income')).toBe(0);
      expect(await faultsOfBooks(bank.database.db)).toEqual([]);
      await runJobOn(bank, 'check-loans', '2027-05-14');
      // LC-106: neither the loss nor its end is interest that was paid.
      const { bytes } = await client.get(`/loans/${loanId}/statement.pdf`);
      expect(readPdf(bytes).text).toMatch(/Intérêts payés sur la période\s+0,00/);
      // Once: the next evening finds nothing to undo.
      await runJobOn(bank, 'watch-arrears', '2027-05-14');
      expect([await inBooks(), await account()]).toEqual([WHOLE, [LOAN + 200_00, 200_00]]);
    });

    test('can be given up before its books followed', async () => {
      accepted(await client.post(`/loans/${loanId}/retraction`));
      await runJobOn(bank, 'collect-returns', '2027-05-13');
      expect([await phaseOf(loanId), await account(), await inBooks()]).toEqual([
        'retracted',
        [200_00, 200_00],
        [],
      ]);
      expect(await houseHolds('loan-losses')).toBe(0);
      expect(await faultsOfBooks(bank.database.db)).toEqual([]);
    });
  });

  test('LC-93 after a death: the freeze that the write-off ended holds again, and nobody is written to', async () => {
    accepted(
      await administrator.post(`/admin/loans/${loanId}/freeze`, {
        action: 'freeze',
        kind: 'death',
        fromDay: '2027-04-02',
        document: 'Acte de décès',
      }),
    );
    const waiting = async () =>
      accepted(await administrator.get('/admin/loan-queues')).queues.find(
        ({ name }: { name: string }) => name === 'freezes',
      ).count;
    expect(await waiting()).toBe(1);
    accepted(await act('write-off'));
    expect([await waiting(), (await recovery()).freezes[0].liftedFor]).toEqual([0, 'Passage en perte']);
    await comeBack();
    expect(await kinds()).not.toContain('loan-payout-returned');
    expect(await phaseOf(loanId)).toBe('active');
    expect(refusal(await givePayoutAccount(client, loanId, OTHER))).toEqual([409, 'loan.frozen']);
    // Theirs and that of the payout.
    expect(await waiting()).toBe(2);
    // Before its books followed: the heirs end it with what never arrived.
    accepted(await client.post(`/loans/${loanId}/early-repayments`, { kind: 'whole', totalMinor: LOAN }));
    expect([await phaseOf(loanId), await waiting(), await inBooks()]).toEqual(['repaid', 0, []]);
    expect(await houseHolds('loan-losses')).toBe(0);
  });

  test('LC-82 from a loan that was demanded as a whole: the money leaves again the same day, and bears interest from then on', async () => {
    await demanded();
    accepted(await act('write-off'));
    await comeBack();
    accepted(await givePayoutAccount(client, loanId, OTHER));
    await runJobOn(bank, 'watch-arrears', '2027-06-10');
    expect([await inBooks(), (await recovery()).claim, await houseHolds('loan-losses')]).toEqual([
      WHOLE,
      null,
      0,
    ]);
    const { schedule } = accepted(await client.get(`/loans/${loanId}/schedule`));
    const ofRows = schedule.rows.map((row: { principalMinor: number }) => row.principalMinor);
    expect(ofRows.reduce((sum: number, one: number) => sum + one, 0)).toBe(LOAN);
    await runJobOn(bank, 'accrue-interest', '2027-06-30');
    // 20 days on 10,000.00 at 3.90 %.
    expect((await inBooks())[0]).toEqual({ code: 'interest-receivable', held: 21_37 });
    await runJobOn(bank, 'check-loans', '2027-07-01');
  });
});

test('LC-85, LC-93 no loan whose payout is back is written off, whatever else froze it', async () => {
  accepted(
    await administrator.post(`/admin/loans/${loanId}/freeze`, {
      action: 'freeze',
      kind: 'death',
      fromDay: '2027-04-02',
      document: 'Acte de décès',
    }),
  );
  await comeBack();
  expect(refusal(await act('write-off'))).toEqual([409, 'loan.frozen']);
  // No mail goes to a dead person.
  expect(await kinds()).not.toContain('loan-payout-returned');
});

test('LC-105 the yearly letter says that the payout was back on the last day of the year', async () => {
  await comeBack();
  await runJobOn(bank, 'yearly-letters', '2028-01-01');
  const { letters } = accepted(await client.get(`/loans/${loanId}/letters`));
  expect(letters).toEqual([{ year: 2027, capitalMinor: LOAN }]);
  const { bytes } = await client.get(`/loans/${loanId}/letters/2027.pdf`);
  expect(readPdf(bytes).text).toContain("Le versement de ce prêt n'était pas arrivé");
  const [notice] = await rowsOf<{ params: { isPayoutBack: number } }>(
    bank.database.db,
    sql`select params from notifications where kind = 'loan-yearly-letter'`,
  );
  expect(notice?.params.isPayoutBack).toBe(1);
});
