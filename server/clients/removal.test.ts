import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Refusal } from '#domain/errors.ts';
import {
  instalmentCollection,
  interestAccrual,
  loanProvision,
  loanToDoubtful,
} from '#domain/ledger/postings.ts';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { postAll } from '../ledger/post.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { removeClient } from './remove-client.ts';

/** What a deletion does to the money of a client who owes, and what forbids it (LC-104; docs/rules.md, Deleting a client). */

const IBAN = 'FR7630006000011234567890189';
const LOAN = { amountMinor: 1_000_00, purpose: 'Un vélo', durationMonths: 12, monthlyIncomeMinor: 2_000_00 };

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    client = await bank.client();
    administrator = await bank.administrator();
  }),
);
afterEach(() => bank.close());

async function lend(): Promise<string> {
  const { body } = await client.post('/loans', LOAN);
  await administrator.post(`/admin/loans/${body.loan.id}/decision`, { action: 'approve' });
  return body.loan.id;
}
async function withdraw(amountMinor: number, ...actions: readonly string[]): Promise<string> {
  const payment = { amountMinor, iban: IBAN, bankName: 'Banque du Marais' };
  const { id } = (await client.post('/withdrawals', payment)).body.withdrawal;
  for (const action of actions) await administrator.post(`/admin/withdrawals/${id}/decision`, { action });
  return id;
}
const preview = async () => (await administrator.get(`/admin/clients/${client.accountId}/removal`)).body;
const remove = () => administrator.delete(`/admin/clients/${client.accountId}`);
const house = () =>
  rowsOf<{ code: string; balance: number }>(
    bank.database.db,
    sql`select chart_code || ':' || currency as code, sum(balance)::int as balance from ledger_accounts
      where holder_kind <> 'client' group by 1 having sum(balance) <> 0 order by 1`,
  );
const settlement = () =>
  rowsOf<{ event: string; cause: string }>(
    bank.database.db,
    sql`select event, cause_id as cause from ledger_transactions
      where event in ('loan-set-off', 'loan-write-off', 'account-closure') order by event, id`,
  );

describe('in a demonstration the deletion settles the books', () => {
  test('a debtor who spent the loan: the balance is set off, the rest is written off, nothing is owed any more', async () => {
    const loanId = await lend();
    await withdraw(600_00, 'approve', 'complete');
    const expected = { owedMinor: 1_000_00, setOffMinor: 400_00, writtenOffMinor: 600_00, unclaimedMinor: 0 };
    expect(await preview()).toEqual({
      currency: 'EUR',
      balanceMinor: 400_00,
      ...expected,
      obstacles: [],
      batchMessageId: null,
    });
    const { status, body } = await remove();
    expect([status, body]).toEqual([
      200,
      { setOffMinor: 400_00, writtenOffMinor: 600_00, movedToUnclaimedMinor: 0, currency: 'EUR' },
    ]);
    expect(await settlement()).toEqual([
      { event: 'loan-set-off', cause: loanId },
      { event: 'loan-write-off', cause: loanId },
    ]);
    // The receivable is gone with its debtor: what was spent outside is a loss.
    expect(await house()).toEqual([
      { code: 'loan-losses:EUR', balance: -600_00 },
      { code: 'settlement:EUR', balance: 600_00 },
    ]);
    const [line] = (await administrator.get('/admin/audit?limit=1')).body.entries;
    expect(line).toMatchObject({
      operation: 'clients.remove',
      before: { balanceMinor: 400_00, owedMinor: 1_000_00 },
      after: { setOffMinor: 400_00, writtenOffMinor: 600_00, movedToUnclaimedMinor: 0 },
    });
  });

  test('more money than debt: only what remains over is unclaimed, and it counts as money that left no client', async () => {
    await lend();
    await bank.fund(client, 250_00);
    const flows = async () => (await administrator.get('/admin/overview')).body.flows;
    const before = await flows();
    expect(await preview()).toMatchObject({
      setOffMinor: 1_000_00,
      writtenOffMinor: 0,
      unclaimedMinor: 250_00,
    });
    expect((await remove()).body).toMatchObject({ setOffMinor: 1_000_00, movedToUnclaimedMinor: 250_00 });
    expect(await house()).toEqual([
      { code: 'settlement:EUR', balance: -250_00 },
      { code: 'unclaimed-funds:EUR', balance: 250_00 },
    ]);
    expect(await flows()).toEqual(before);
  });

  test('two loans and no money: each is written off under its own cause', async () => {
    const [first, second] = [await lend(), await lend()];
    await withdraw(2_000_00, 'approve', 'complete');
    expect((await remove()).body).toMatchObject({ setOffMinor: 0, writtenOffMinor: 2_000_00 });
    expect((await settlement()).map(({ cause }) => cause).sort()).toEqual([first, second].sort());
  });

  test('LC-104 a doubtful loan in repayment: what the books hold of it goes, interest and what was set aside too', async () => {
    const loanId = await lend();
    const [held] = await rowsOf<{ id: string }>(
      bank.database.db,
      sql`select ledger_account_id as id from client_accounts where id = ${client.accountId}::uuid`,
    );
    const account = { ledgerAccountId: held?.id ?? '', currency: 'EUR' } as const;
    const euros = (amountMinor: number) => ({ amountMinor, currency: 'EUR' }) as const;
    const paid = { capitalMinor: 300_00, accruedInterestMinor: 10_00 };
    await bank.work(administrator.userId, (work) =>
      postAll(
        work.tx,
        [
          interestAccrual(loanId, euros(25_00)),
          instalmentCollection(account, { loanId, isDoubtful: false }, paid),
          loanToDoubtful(loanId, euros(700_00)),
          loanProvision(loanId, euros(350_00)),
        ].map((posting) => ({ work, posting, causeId: loanId })),
      ),
    );
    await withdraw(680_00, 'approve', 'complete');
    // 10.00 are left: less than the interest of 15.00.
    const expected = { owedMinor: 715_00, setOffMinor: 10_00, writtenOffMinor: 705_00, unclaimedMinor: 0 };
    expect(await preview()).toMatchObject(expected);
    expect((await remove()).body).toMatchObject({ setOffMinor: 10_00, writtenOffMinor: 705_00 });
    expect(await house()).toEqual([
      { code: 'interest-income:EUR', balance: 25_00 },
      { code: 'loan-losses:EUR', balance: -705_00 },
      { code: 'settlement:EUR', balance: 680_00 },
    ]);
  });

  test('409 while the bank holds a file that pays them, and the preview names it', async () => {
    await bank.fund(client, 100_00);
    const id = await withdraw(50_00, 'approve');
    const { body } = await administrator.post('/admin/withdrawals/sepa-export', { withdrawalIds: [id] });
    expect(await preview()).toMatchObject({
      obstacles: ['client.in-batch'],
      batchMessageId: body.batch.messageId,
    });
    const refused = await remove();
    expect([refused.status, refused.body.code]).toEqual([409, 'client.in-batch']);
    expect(refused.body.detail).toContain(body.batch.messageId);
  });

  test('the preview: 400, 401, 403, 404', async () => {
    const path = (id: string) => `/admin/clients/${id}/removal`;
    expect((await administrator.get(path('x'))).status).toBe(400);
    expect((await bank.visitor().get(path(client.accountId))).status).toBe(401);
    expect((await client.get(path(client.accountId))).status).toBe(403);
    expect((await administrator.get(path(newUuid()))).status).toBe(404);
    await remove();
    expect((await administrator.get(path(client.accountId))).body.code).toBe('client.removed');
  });
});

describe('LC-104 PAY-67 client.has-loan: in live a client is not deleted while anything is owed or under way', () => {
  /** The use case as a live institution runs it; the way in is the guard's, which asks for a second factor and a confirmation there. */
  async function refusal(): Promise<Refusal | null> {
    try {
      await bank.work(administrator.userId, (work) => removeClient(work, client.accountId, 'live'));
      return null;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  }
  const remains = async () => (await client.get('/overview')).status;

  test('a running loan', async () => {
    await lend();
    expect((await refusal())?.code).toBe('client.has-loan');
    expect(await remains()).toBe(200);
  });

  test('a request, an unpaid fee and a held withdrawal, all told at once', async () => {
    await bank.fund(client, 100_00);
    const fee = { amountMinor: 5_00, description: 'Carte' };
    await administrator.post(`/admin/clients/${client.accountId}/fees`, fee);
    await client.post('/loans', LOAN);
    await withdraw(50_00);
    const refused = await refusal();
    expect(refused?.code).toBe('client.has-loan-request');
    expect(refused?.params).toEqual({
      obstacles: 'client.has-loan-request client.has-debt client.has-withdrawals',
    });
    expect(await remains()).toBe(200);
  });

  test('a client with money and nothing else may go: the money is unclaimed', async () => {
    await bank.fund(client, 100_00);
    expect(await refusal()).toBeNull();
    expect(await house()).toContainEqual({ code: 'unclaimed-funds:EUR', balance: 100_00 });
  });
});
