import { type SQL, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { firstDeposit } from '#domain/ledger/postings.ts';
import { money } from '#domain/money/money.ts';
import { rowsOf } from '../db/database.ts';
import { refusalOf } from '../http/problems.ts';
import { newUuid } from '../ids.ts';
import { post } from '../ledger/post.ts';
import { accept, agree, confirmed, offerOn, requestForContract } from '../testing/contract-path.ts';
import { accepted } from '../testing/populated-bank.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

/** Paid out on 1 December 2026, so that the ban ends with 8 December by the clocks of Paris. */
const REQUESTED = new Date('2026-12-01T09:00:00Z');
const LAST_MOMENT = new Date('2026-12-08T22:59:59Z');
const FIRST_FREE_MOMENT = new Date('2026-12-08T23:00:00Z');
const LOAN = { amountMinor: 1_000_00, purpose: 'Un vélo', durationMonths: 12, monthlyIncomeMinor: 2_000_00 };
const FEE = { amountMinor: 25_00, description: 'Frais de dossier' };

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    client = await bank.client();
    administrator = await bank.administrator();
    await bank.travelTo(REQUESTED);
  }),
);
afterEach(() => bank.close());

const createFee = () => administrator.post(`/admin/clients/${client.accountId}/fees`, FEE);
const declare = (feeId: string) => client.post(`/fees/${feeId}/declaration`, {});
const settle = (feeId: string) => administrator.post(`/admin/fees/${feeId}/settlement`, {});
const activate = (receivedMinor: number) =>
  administrator.post(`/admin/clients/${client.accountId}/activation`, { receivedMinor });
const requestLoan = async (): Promise<string> => (await client.post('/loans', LOAN)).body.loan.id;
const decide = (loanId: string, decision: object) =>
  administrator.post(`/admin/loans/${loanId}/decision`, decision);

/** What is banned, as the server answers it now: a fee created, one declared, one settled, a deposit of 250 €. */
async function codes(feeIds: { readonly unpaid: string; readonly declared: string }) {
  const calls = [
    await createFee(),
    await declare(feeIds.unpaid),
    await settle(feeIds.declared),
    await activate(250_00),
  ];
  return calls.map(({ status, body }) => (status === 200 ? 200 : body.code));
}
const BANNED = ['fee.loan-open', 'fee.loan-open', 'fee.loan-open', 'account.deposit-while-loan-open'];

/** Two fees from before the loan: one unpaid, one declared paid. */
async function olderFees() {
  const [unpaid, declared] = [(await createFee()).body.fee.id, (await createFee()).body.fee.id];
  expect((await declare(declared)).status).toBe(200);
  return { unpaid, declared };
}

const suspensions = async () => ({
  client: (await client.get('/fees')).body.fees.map((fee: { suspension: unknown }) => fee.suspension),
  staff: (await administrator.get('/admin/fees')).body.fees.map(
    (fee: { suspension: unknown }) => fee.suspension,
  ),
  overview: (await client.get('/overview')).body.paymentBan,
  card: (await administrator.get(`/admin/clients/${client.accountId}`)).body.client.paymentBan,
});
const suspended = (ban: { until: string | null } | null) => ({
  client: [ban, ban],
  staff: [ban, ban],
  overview: ban,
  card: ban,
});

describe('LC-14 L519-6 L312-25 fee.loan-open, account.deposit-while-loan-open: while a loan forbids payments', () => {
  test('nothing is created, declared, settled or received until the end of J+7, and everything after it', async () => {
    const fees = await olderFees();
    expect(await suspensions()).toEqual(suspended(null));
    const loanId = await requestLoan();
    expect(await codes(fees)).toEqual(BANNED);
    await decide(loanId, { action: 'process' });
    expect(await codes(fees)).toEqual(BANNED);
    expect(await suspensions()).toEqual(suspended({ until: null }));

    await decide(loanId, { action: 'approve' });
    expect(await codes(fees)).toEqual(BANNED);
    expect(await suspensions()).toEqual(suspended({ until: '2026-12-08' }));
    expect((await administrator.get('/admin/overview')).body.awaited).toEqual([]);

    await bank.travelTo(LAST_MOMENT);
    expect(await codes(fees)).toEqual(BANNED);
    await bank.travelTo(FIRST_FREE_MOMENT);
    expect(await suspensions()).toEqual(suspended(null));
    const { awaited } = (await administrator.get('/admin/overview')).body;
    expect(awaited.map(({ kind }: { kind: string }) => kind)).toEqual(['fee']);
    expect(await codes(fees)).toEqual([200, 200, 200, 200]);
  });

  test('an account is still activated, without a deposit', async () => {
    await requestLoan();
    expect((await activate(0)).status).toBe(200);
  });

  test('a refused request frees them at once, and one of two that wait does not', async () => {
    const fees = await olderFees();
    const [first, second] = [await requestLoan(), await requestLoan()];
    await decide(first, { action: 'reject', reasonCode: 'debt-ratio-too-high' });
    expect(await codes(fees)).toEqual(BANNED);
    await decide(second, { action: 'reject', reasonCode: 'debt-ratio-too-high' });
    expect(await codes(fees)).toEqual([200, 200, 200, 200]);
  });

  test.each([
    ['LC-36 its offer is declined', ['offer/decline']],
    ['LC-57 its contract is withdrawn from before the payout', ['accept', 'retraction']],
  ])('a contract forbids them from its offer on, until %s', async (_, acts) => {
    const loanId = await requestForContract(client);
    await offerOn(administrator, loanId);
    for (const act of acts) {
      expect((await createFee()).body.code).toBe('fee.loan-open');
      accepted(
        act === 'accept' ? await accept(client, loanId) : await client.post(`/loans/${loanId}/${act}`),
      );
    }
    expect((await createFee()).status).toBe(200);
  });

  test('LC-51 a contract that lapsed frees them, and forbids them again once its client wants the credit after a late agreement', async () => {
    const loanId = await requestForContract(client);
    await offerOn(administrator, loanId);
    accepted(await accept(client, loanId));
    await bank.travelTo(new Date('2026-12-09T09:00:00Z'));
    await bank.runJobs(['lapse-contracts']);
    expect((await createFee()).status).toBe(200);
    accepted(await agree(await bank.administrator(), loanId, 'lapsed'));
    const path = `/loans/${loanId}/offer/confirmation`;
    const call = { named: { id: loanId }, fields: { stillWants: true } };
    accepted(await confirmed(client, 'loanOffers.confirmLateAgreement', path, call));
    expect((await createFee()).body.code).toBe('fee.loan-open');
  });
});

describe('LC-14: the database refuses it as well, whatever the code above it asks', () => {
  async function refusedAs(statement: SQL, db = bank.database.db): Promise<string | null> {
    try {
      await db.execute(statement);
      return null;
    } catch (error) {
      return refusalOf(error)?.code ?? String((error as Error).cause);
    }
  }
  const insertFee = (
    at: Date,
  ) => sql`insert into fees (id, client_account_id, amount, currency, description, created_by, created_at)
    values (${newUuid()}, ${client.accountId}, 2500, 'EUR', 'x', ${administrator.userId}, ${at.toISOString()})`;
  const declareFee = (feeId: string, at: Date) => sql`update fees
    set status = 'pending_validation', payment_method = 'in_person', declared_at = ${at.toISOString()} where id = ${feeId}::uuid`;
  const settleFee = (feeId: string, at: Date) => sql`update fees
    set status = 'paid', receipt_number = ${newUuid()}, paid_at = ${at.toISOString()} where id = ${feeId}::uuid`;
  const deposit = async () => {
    const [account] = await rowsOf<{ id: string }>(
      bank.database.db,
      sql`select ledger_account_id as id from client_accounts where id = ${client.accountId}`,
    );
    const ledgerAccount = { ledgerAccountId: account?.id ?? '', currency: 'EUR' } as const;
    return bank
      .work(administrator.userId, (work) =>
        post(work, firstDeposit(ledgerAccount, money(250_00, 'EUR')), client.accountId),
      )
      .then(() => null)
      .catch((error: unknown) => refusalOf(error)?.code);
  };

  test('until the same moment as the rule says', async () => {
    const fees = await olderFees();
    const theirs = bank.database.of(client.userId);
    const loanId = await requestLoan();
    await decide(loanId, { action: 'approve' });
    for (const at of [REQUESTED, LAST_MOMENT]) {
      await bank.travelTo(at);
      expect(await refusedAs(insertFee(at))).toBe('fee.loan-open');
      expect(await refusedAs(declareFee(fees.unpaid, at), theirs)).toBe('fee.loan-open');
      expect(await refusedAs(settleFee(fees.declared, at))).toBe('fee.loan-open');
      expect(await deposit()).toBe('account.deposit-while-loan-open');
    }
    await bank.travelTo(FIRST_FREE_MOMENT);
    expect(await refusedAs(insertFee(FIRST_FREE_MOMENT))).toBeNull();
    expect(await refusedAs(declareFee(fees.unpaid, FIRST_FREE_MOMENT), theirs)).toBeNull();
    expect(await deposit()).toBeNull();
  });

  test('without end while a request waits', async () => {
    const fees = await olderFees();
    await requestLoan();
    const late = new Date('2030-01-01T00:00:00Z');
    expect(await refusedAs(insertFee(late))).toBe('fee.loan-open');
    expect(await refusedAs(settleFee(fees.unpaid, late))).toBe('fee.loan-open');
  });
});
