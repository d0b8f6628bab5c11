import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDaysOf } from '#domain/time/calendars.ts';
import { addDays } from '#domain/time/days.ts';
import { openMattersOf } from '../clients/removal-queries.ts';
import { rowsOf } from '../db/database.ts';
import { unexplainedBalances } from '../ledger/open-items.ts';
import { adoptAccount, camt053, orderDetail, sendBankFile } from '../testing/bank-files.ts';
import { confirmed } from '../testing/contract-path.ts';
import { lendOn, morningOf, runJobOn } from '../testing/lent-loan.ts';
import { accepted } from '../testing/populated-bank.ts';
import { balancesOfCodes } from '../testing/statements.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';

/** What mandates and direct debits keep from happening, and what a return brings back. */

const PAYOUT = '2027-01-04';
const FIRST_DUE = '2027-02-05';

let bank: TestBank;
let administrator: Person;

beforeAll(async () => {
  bank = await openTestBank();
  administrator = await bank.administrator();
});
afterAll(() => bank.close());

async function borrower(durationMonths = 36): Promise<{ client: ClientPerson; loanId: string }> {
  const client = await bank.client();
  const loanId = await lendOn(
    bank,
    { client, administrator },
    { principalMinor: 5_000_00, annualRateBps: 390, durationMonths, payoutDay: PAYOUT, dueDay: 5 },
  );
  return { client, loanId };
}

async function signed(client: ClientPerson, loanId: string, more: object = {}): Promise<string> {
  const fields = { loanId, iban: 'DE89370400440532013000', bankName: 'Autre banque', ...more };
  const { mandate } = accepted(await client.post('/mandates', fields));
  accepted(
    await confirmed(client, 'mandates.sign', `/mandates/${mandate.id}/signature`, {
      named: { id: mandate.id },
      fields: {},
    }),
  );
  return mandate.id;
}

const phaseOf = async (loanId: string) =>
  (
    await rowsOf<{ phase: string }>(
      bank.database.db,
      sql`select phase from loan_requests where id = ${loanId}`,
    )
  )[0]?.phase;

/** The debit of the first instalment of the one mandate that waits: planned, sent to our bank and settled on its day. */
async function firstDebitSettled(): Promise<{ id: string; amountMinor: number }> {
  await runJobOn(bank, 'plan-direct-debits', addDays(FIRST_DUE, -16));
  await bank.travelTo(morningOf('2027-02-03'));
  const { batch } = accepted(
    await administrator.post('/admin/direct-debit-batches', { collectionOn: FIRST_DUE }),
  );
  const { debits } = accepted(await administrator.get(`/admin/direct-debit-batches/${batch.id}`));
  await bank.travelTo(morningOf(FIRST_DUE));
  accepted(await administrator.post(`/admin/direct-debit-batches/${batch.id}/settlement`));
  return debits[0];
}

test('PAY-67 a mandate and a direct debit under way count among what keeps a client from being deleted', async () => {
  const { client, loanId } = await borrower();
  const payments = async () =>
    (await openMattersOf(bank.database.db, client.accountId, '2027-01-19')).payments;
  expect(await payments()).toBe(0);
  const id = await signed(client, loanId);
  expect(await payments()).toBe(1);
  await runJobOn(bank, 'plan-direct-debits', addDays(FIRST_DUE, -16));
  expect(await payments()).toBe(2);
  accepted(await client.post(`/mandates/${id}/revocation`));
  expect(await payments()).toBe(0);
});

test('LC-52 the database refuses a mandate an effect within seven days of the acceptance of a loan under contract', async () => {
  const { client, loanId } = await borrower();
  const id = await signed(client, loanId);
  const day = '2027-03-10';
  await asOwner(bank.database.db, async (tx) => {
    await tx.execute(sql`alter table loans disable trigger user`);
    await tx.execute(
      sql`update loans set path = 'contract', accepted_on = ${day}::date where id = ${loanId}`,
    );
    await tx.execute(sql`alter table loans enable trigger user`);
  });
  const takeEffect = (on: string) =>
    bank.database.db.execute(sql`update mandates set effective_on = ${on}::date where id = ${id}`);
  await expect(takeEffect(addDays(day, 7))).rejects.toThrow();
  await takeEffect(addDays(day, 8));
});

test('PAY-72 a loan that a direct debit repaid runs again once it comes back', async () => {
  const { client, loanId } = await borrower(12);
  await signed(client, loanId);
  // Repaid early but for one instalment, so that its direct debit ends the loan.
  await bank.fund(client, 6_000_00);
  const amountMinor = 4_900_00;
  const { quote } = accepted(
    await client.get(`/loans/${loanId}/early-repayment-quote?amountMinor=${amountMinor}`),
  );
  const fields = { kind: 'shorter', amountMinor, totalMinor: quote.part.totalMinor };
  accepted(
    await confirmed(client, 'loanRepayments.repay', `/loans/${loanId}/early-repayments`, {
      named: { id: loanId },
      fields,
    }),
  );
  const debit = await firstDebitSettled();
  expect(await phaseOf(loanId)).toBe('repaid');
  await bank.travelTo(morningOf('2027-02-09'));
  accepted(await administrator.post(`/admin/direct-debits/${debit.id}/failure`, { reasonCode: 'AC04' }));
  expect(await phaseOf(loanId)).toBe('active');
  const { position } = accepted(await client.get(`/loans/${loanId}`)).loan;
  expect(position.arrears).toMatchObject({ instalments: 1, since: FIRST_DUE });
});

test('PAY-72, LC-85 what comes back of a loan that was recovered after its write-off makes the claim live again, not the loan', async () => {
  const { client, loanId } = await borrower();
  await signed(client, loanId);
  const debit = await firstDebitSettled();
  const path = `/admin/loans/${loanId}`;
  accepted(await administrator.post(`${path}/write-off`, { reason: 'Disparu' }));
  const left = async () => accepted(await administrator.get(`${path}/recovery`)).recovery.claimLeftMinor;
  accepted(
    await administrator.post(`${path}/recoveries`, { amountMinor: await left(), document: 'Un virement' }),
  );
  expect([await phaseOf(loanId), await left()]).toEqual(['repaid', null]);
  await bank.travelTo(morningOf('2027-02-09'));
  accepted(await administrator.post(`/admin/direct-debits/${debit.id}/failure`, { reasonCode: 'AC04' }));
  expect(await phaseOf(loanId)).toBe('written_off');
  expect(await left()).toBeGreaterThanOrEqual(debit.amountMinor);
  await runJobOn(bank, 'watch-arrears', '2027-02-10');
  expect(await phaseOf(loanId)).toBe('written_off');
});

test('PAY-62 a direct debit announced before a freeze of assets stands in no file: its instalment is left to the account', async () => {
  const [frozen, other] = [await borrower(), await borrower()];
  await signed(frozen.client, frozen.loanId);
  await signed(other.client, other.loanId);
  await bank.travelTo(morningOf(addDays(FIRST_DUE, -16)));
  await runJobOn(bank, 'plan-direct-debits', addDays(FIRST_DUE, -15));
  const debitOf = async (loanId: string) =>
    (
      await rowsOf(
        bank.database.db,
        sql`select d.state, d.cancellation, i.collect_at is not null as tried, i.missed_on from direct_debits d
          join loan_instalments i on i.loan_id = d.loan_id and i.version = d.version and i.number = d.number
          where d.loan_id = ${loanId}`,
      )
    )[0];
  expect(await debitOf(frozen.loanId)).toMatchObject({ state: 'announced', tried: false });
  const freeze = `/admin/clients/${frozen.client.accountId}/legal-block`;
  accepted(await administrator.put(freeze, { reason: 'Arrêté du 20 janvier.' }));
  await bank.travelTo(morningOf(addDaysOf('target-days', FIRST_DUE, -2)));
  accepted(await administrator.post('/admin/direct-debit-batches', { collectionOn: FIRST_DUE }));
  expect(await debitOf(other.loanId)).toMatchObject({ state: 'exported' });
  expect(await debitOf(frozen.loanId)).toMatchObject({
    state: 'cancelled',
    cancellation: 'not-sent',
    tried: true,
    missed_on: null,
  });
});

describe('under a freeze', () => {
  const freezes = {
    assets: ({ client }: { client: ClientPerson; loanId: string }) =>
      administrator.put(`/admin/clients/${client.accountId}/legal-block`, {
        reason: 'Arrêté du 20 janvier.',
      }),
    overindebtedness: ({ loanId }: { client: ClientPerson; loanId: string }) =>
      administrator.post(`/admin/loans/${loanId}/freeze`, {
        action: 'freeze',
        kind: 'overindebtedness',
        fromDay: '2027-01-20',
        document: 'Recevabilité, Banque de France',
      }),
  };
  const first = async (loanId: string) =>
    (
      await rowsOf(
        bank.database.db,
        sql`select collect_at is not null as tried, missed_on, settled_on from loan_instalments
          where loan_id = ${loanId} and number = 1 and not is_superseded`,
      )
    )[0];
  const debitsOf = (loanId: string) =>
    rowsOf<{ id: string; state: string }>(
      bank.database.db,
      sql`select id, state from direct_debits where loan_id = ${loanId} order by attempt`,
    );

  test.each<[keyof typeof freezes, string, string, boolean]>([
    // Frozen assets: the instalment waits for the account, as one that no bank was asked for.
    ['assets', 'PAY-62', 'AC06', true],
    ['assets', 'PAY-62', 'AM04', true],
    // A frozen loan: nothing is tried until the freeze is lifted.
    ['overindebtedness', 'LC-92', 'AC06', false],
    ['overindebtedness', 'LC-92', 'AM04', false],
  ])(
    'of %s (%s) an instalment is not missed whose direct debit another bank refuses (PAY-71): %s',
    async (kind, _, reasonCode, tried) => {
      await bank.travelTo(morningOf(PAYOUT));
      const one = await borrower();
      await signed(one.client, one.loanId, { usesAccount: kind === 'overindebtedness' });
      await bank.travelTo(morningOf(addDays(FIRST_DUE, -16)));
      await runJobOn(bank, 'plan-direct-debits', addDays(FIRST_DUE, -15));
      await bank.travelTo(morningOf(addDaysOf('target-days', FIRST_DUE, -2)));
      accepted(await administrator.post('/admin/direct-debit-batches', { collectionOn: FIRST_DUE }));
      accepted(await freezes[kind](one));
      await bank.travelTo(morningOf(addDaysOf('target-days', FIRST_DUE, 1)));
      const [debit] = await debitsOf(one.loanId);
      accepted(await administrator.post(`/admin/direct-debits/${debit?.id}/failure`, { reasonCode }));
      await runJobOn(bank, 'plan-direct-debits', addDays(FIRST_DUE, 4));
      expect(await first(one.loanId)).toEqual({ tried, missed_on: null, settled_on: null });
      expect(await debitsOf(one.loanId)).toMatchObject([{ state: 'rejected' }]);
      const { notifications } = accepted(await one.client.get('/notifications'));
      expect(notifications.map(({ kind: told }: { kind: string }) => told)).not.toContain(
        'loan-instalment-missed',
      );
    },
  );

  test.each<[keyof typeof freezes, string, boolean]>([
    ['assets', 'PAY-62', true],
    ['overindebtedness', 'LC-92', false],
  ])(
    'of %s (%s) an instalment is unpaid and not missed whose settled direct debit comes back (PAY-72), and is asked for once the freeze is lifted',
    async (kind, _, tried) => {
      await bank.travelTo(morningOf(PAYOUT));
      const one = await borrower();
      await signed(one.client, one.loanId, { usesAccount: kind === 'overindebtedness' });
      await bank.travelTo(morningOf(addDays(FIRST_DUE, -16)));
      await runJobOn(bank, 'plan-direct-debits', addDays(FIRST_DUE, -15));
      await bank.travelTo(morningOf(addDaysOf('target-days', FIRST_DUE, -2)));
      const { batch } = accepted(
        await administrator.post('/admin/direct-debit-batches', { collectionOn: FIRST_DUE }),
      );
      await bank.travelTo(morningOf(FIRST_DUE));
      accepted(await administrator.post(`/admin/direct-debit-batches/${batch.id}/settlement`));
      accepted(await freezes[kind](one));
      const [debit] = await debitsOf(one.loanId);
      await bank.travelTo(morningOf(addDaysOf('target-days', FIRST_DUE, 2)));
      accepted(await administrator.post(`/admin/direct-debits/${debit?.id}/failure`, { reasonCode: 'MS03' }));
      expect(await first(one.loanId)).toEqual({ tried, missed_on: null, settled_on: null });
      expect(await debitsOf(one.loanId)).toMatchObject([{ state: 'returned' }]);
      const { notifications } = accepted(await one.client.get('/notifications'));
      expect(notifications.map(({ kind: told }: { kind: string }) => told)).not.toContain(
        'loan-instalment-missed',
      );
      await runJobOn(bank, 'check-loans', addDays(FIRST_DUE, 5));
      if (kind !== 'overindebtedness') return;
      const lifted = { action: 'unfreeze', document: 'Clôture de la procédure' };
      accepted(await administrator.post(`/admin/loans/${one.loanId}/freeze`, lifted));
      await runJobOn(bank, 'check-loans', addDays(FIRST_DUE, 5));
      const [row] = await rowsOf(
        bank.database.db,
        sql`select count(*) filter (where missed_on is not null)::int as missed, count(*) filter (where collect_at is null)::int as untried
          from loan_instalments where loan_id = ${one.loanId} and settled_on is null and not is_superseded`,
      );
      expect(row).toEqual({ missed: 0, untried: 0 });
    },
  );

  test('LC-92 of a loan nothing is taken from the account in the place of a direct debit that was not sent', async () => {
    await bank.travelTo(morningOf(PAYOUT));
    const [one, other] = [await borrower(), await borrower()];
    await signed(one.client, one.loanId);
    await signed(other.client, other.loanId);
    await bank.travelTo(morningOf(addDays(FIRST_DUE, -16)));
    await runJobOn(bank, 'plan-direct-debits', addDays(FIRST_DUE, -15));
    accepted(await freezes.overindebtedness(one));
    await bank.travelTo(morningOf(addDaysOf('target-days', FIRST_DUE, -2)));
    accepted(await administrator.post('/admin/direct-debit-batches', { collectionOn: FIRST_DUE }));
    expect(await debitsOf(one.loanId)).toMatchObject([{ state: 'cancelled' }]);
    // No job takes what it does not try.
    expect(await first(one.loanId)).toEqual({ tried: false, missed_on: null, settled_on: null });
  });
});

test('PAY-70, PAY-71 a file that is credited whole pays what was not refused; the rest waits for the bank to take it back', async () => {
  await bank.travelTo(morningOf(PAYOUT));
  const [paid, refused] = [await borrower(), await borrower()];
  await signed(paid.client, paid.loanId);
  await signed(refused.client, refused.loanId);
  const [books] = await rowsOf<{ settlement: number }>(
    bank.database.db,
    sql`select coalesce(sum(balance), 0)::int as settlement from ledger_accounts where chart_code = 'settlement' and currency = 'EUR'`,
  );
  let closing = -(books?.settlement ?? 0);
  await adoptAccount(administrator, closing);
  await runJobOn(bank, 'plan-direct-debits', addDays(FIRST_DUE, -15));
  await bank.travelTo(morningOf(addDaysOf('target-days', FIRST_DUE, -2)));
  const { batch } = accepted(
    await administrator.post('/admin/direct-debit-batches', { collectionOn: FIRST_DUE }),
  );
  const [debit] = await rowsOf<{ id: string; amount: number }>(
    bank.database.db,
    sql`select id, amount::int as amount from direct_debits where loan_id = ${refused.loanId} and batch_id = ${batch.id}`,
  );
  const { id = '', amount: refusedMinor = 0 } = debit ?? {};
  accepted(await administrator.post(`/admin/direct-debits/${id}/failure`, { reasonCode: 'AC04' }));
  await bank.travelTo(morningOf(addDaysOf('target-days', FIRST_DUE, 1)));
  const statement = async (amountMinor: number, details: string) => {
    const one = {
      id: `G${amountMinor}`,
      day: FIRST_DUE,
      openingMinor: closing,
      entries: [{ amountMinor, details }],
    };
    closing += amountMinor;
    accepted(await sendBankFile(administrator, camt053([one], one.id)));
  };
  await statement(batch.totalMinor, orderDetail({ paymentId: batch.messageId }));
  const instalment = (loanId: string) =>
    rowsOf(
      bank.database.db,
      sql`select settled_on::text as settled from loan_instalments where loan_id = ${loanId} and number = 1 and not is_superseded`,
    );
  expect(await instalment(paid.loanId)).toEqual([{ settled: FIRST_DUE }]);
  expect(await instalment(refused.loanId)).toEqual([{ settled: null }]);
  const [line] = accepted(await administrator.get('/admin/bank-lines')).lines;
  expect(line).toMatchObject({ amountMinor: batch.totalMinor, openMinor: refusedMinor });
  expect(await unexplainedBalances(bank.database.db)).toEqual([]);
  await statement(-refusedMinor, orderDetail({ endToEndId: id.replaceAll('-', ''), returnReason: 'AC04' }));
  const [taken] = accepted(await administrator.get('/admin/bank-lines?queue=to-justify')).lines;
  const justified = { target: 'incoming-suspense', receiptId: line.id };
  accepted(await administrator.post(`/admin/bank-lines/${taken.id}/justification`, justified));
  const codes = await balancesOfCodes(bank.database.db);
  expect([codes['incoming-suspense'], codes['outgoing-suspense'], codes['direct-debit-clearing']]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(codes.settlement).toBe(-closing);
});
