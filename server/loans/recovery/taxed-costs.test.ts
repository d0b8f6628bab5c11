import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import { faultsOfBooks } from '../../operations/books.ts';
import {
  accelerated,
  act,
  administrator,
  bank,
  client,
  kinds,
  lateUntil,
  ok,
  ownRecovery,
  post,
  recoveryOf,
  refused,
  withLateLoans,
} from '../../testing/late-loans.ts';
import { morningOf } from '../../testing/lent-loan.ts';
import { asOwner } from '../../testing/test-database.ts';

/** Costs that a court has taxed (LC-75, L312-38), through the API on a real database. */

withLateLoans();

afterEach(async () => expect(await faultsOfBooks(bank.database.db)).toEqual([]));

const COSTS = { amountMinor: 150_00, document: 'Ordonnance de taxe, TJ de Lyon, 3 mai 2027, RG 27/00412' };
const arrearsOf = async (id: string) => (await client.get(`/loans/${id}`)).body.loan.position.arrears;
const incomeOf = async (code: string) =>
  (
    await rowsOf<{ income: number }>(
      bank.database.db,
      sql`select coalesce(sum(balance), 0)::int as income from ledger_accounts where chart_code = ${code}`,
    )
  )[0]?.income;

describe('LC-75 L312-38 taxed costs', () => {
  test('asked for with the court’s order, shown and paid last (LC-78)', async () => {
    const id = await lateUntil('2027-05-20');
    const before = await arrearsOf(id);
    const { acts } = await act(id, 'taxed-costs', COSTS);
    expect(acts[0]).toMatchObject({ act: 'taxed-costs', amountMinor: 150_00, document: COSTS.document });
    const owed = await arrearsOf(id);
    expect(owed).toEqual({ ...before, costsMinor: 150_00, totalMinor: before.totalMinor + 150_00 });
    expect((await kinds())[0]).toBe('loan-costs-taxed');
    expect(await incomeOf('recoveries-income')).toBe(0);

    // All but the costs: nothing of it goes to them.
    await bank.fund(client, owed.totalMinor);
    await client.post(`/loans/${id}/payments`, { amountMinor: before.totalMinor });
    expect(await arrearsOf(id)).toMatchObject({ instalments: 0, costsMinor: 150_00, totalMinor: 150_00 });
    expect(await incomeOf('recoveries-income')).toBe(0);
    const { quote } = (await client.get(`/loans/${id}/early-repayment-quote`)).body;
    expect(quote.arrears).toMatchObject({ costsMinor: 150_00, totalMinor: 150_00 });
    await client.post(`/loans/${id}/payments`, { amountMinor: 150_00 });
    expect(await arrearsOf(id)).toBeNull();
    expect(await incomeOf('recoveries-income')).toBe(150_00);
  });

  test('on an accelerated loan they stand in the claim, and it ends once they are paid with it', async () => {
    const id = await accelerated();
    const { claim } = await ownRecovery(id);
    await act(id, 'taxed-costs', COSTS);
    const withCosts = (await ownRecovery(id)).claim;
    expect(withCosts).toEqual({ ...claim, costsMinor: 150_00, totalMinor: claim.totalMinor + 150_00 });
    expect((await recoveryOf(id)).claim).toEqual(withCosts);
    await bank.fund(client, withCosts.totalMinor);
    await client.post(`/loans/${id}/payments`, { amountMinor: claim.totalMinor });
    expect((await client.get(`/loans/${id}`)).body.loan.phase).toBe('accelerated');
    await client.post(`/loans/${id}/payments`, { amountMinor: 150_00 });
    expect((await client.get(`/loans/${id}`)).body.loan.phase).toBe('repaid');
  });

  test('no other sum: without a document, without an amount, frozen, or written past the acts', async () => {
    const id = await lateUntil('2027-05-20');
    const ask = (fields: object) =>
      refused(post(administrator, id, 'taxed-costs', { reason: 'Relance', ...fields }));
    expect(await ask({ amountMinor: 20_00 })).toEqual([400, 'request.invalid']);
    expect(await ask({ document: COSTS.document })).toEqual([400, 'request.invalid']);
    expect(await ask({ ...COSTS, amountMinor: -1 })).toEqual([400, 'request.invalid']);
    expect(await arrearsOf(id)).toMatchObject({ costsMinor: 0 });
    // The database holds them against the acts that asked for them, whatever the code.
    await expect(
      asOwner(bank.database.db, (tx) =>
        tx.execute(sql`update loans set costs_owed = 1 where id = ${id}::uuid`),
      ),
    ).rejects.toThrow();
    // What was taxed is asked for once: what was paid of it is not owed again.
    await act(id, 'taxed-costs', COSTS);
    const owe = (amount: number) =>
      bank.work(administrator.userId, (work) =>
        work.tx.execute(sql`update loans set costs_owed = ${amount} where id = ${id}::uuid`),
      );
    await owe(0);
    await expect(owe(COSTS.amountMinor)).rejects.toMatchObject({ cause: { constraint: 'loans_sums_asked' } });
    await bank.travelTo(morningOf('2027-05-24'));
    await ok(
      post(administrator, id, 'freeze', {
        action: 'freeze',
        kind: 'overindebtedness',
        fromDay: '2027-05-21',
        document: 'Recevabilité',
      }),
    );
    expect(await ask(COSTS)).toEqual([409, 'loan.frozen']);
  });

  test('no fee is asked of a client whose loan is late, by the rule and by the database; one is again once it is up to date', async () => {
    const id = await lateUntil('2027-05-20');
    const ask = () =>
      administrator.post(`/admin/clients/${client.accountId}/fees`, {
        amountMinor: 15_00,
        description: 'Frais de relance',
      });
    const answer = await ask();
    expect([answer.status, answer.body.code]).toEqual([409, 'fee.loan-forbids']);
    expect(answer.body.detail).toContain('L312-38');
    const written = bank.database.db.execute(
      sql`insert into fees (id, client_account_id, amount, currency, description, created_by, created_at)
        values (${newUuid()}, ${client.accountId}, 1500, 'EUR', 'Frais de relance', ${administrator.userId}, ${morningOf('2027-05-20').toISOString()})`,
    );
    await expect(written.catch((error) => Promise.reject(error.cause ?? error))).rejects.toMatchObject({
      code: 'LC014',
      constraint: 'fee.loan-forbids',
    });
    const { totalMinor } = await arrearsOf(id);
    await bank.fund(client, totalMinor);
    expect((await client.post(`/loans/${id}/payments`, { amountMinor: totalMinor })).status).toBe(200);
    expect((await ask()).status).toBe(200);
  });
});
