import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import { faultsOfBooks } from '../../operations/books.ts';
import { runJobOn } from '../../testing/lent-loan.ts';
import { fileSteps, openFileBank } from '../../testing/loan-file-steps.ts';
import { accepted, LOAN_REQUEST } from '../../testing/populated-bank.ts';
import type { ClientPerson, Person, TestBank } from '../../testing/test-bank.ts';
import { confirmTestSheet } from '../../testing/test-sheet.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';
import { differencesOfLoans } from '../servicing/check-loans.ts';

/** How long an ended request is kept with its file. */

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;
let loanId: string;
const { decide, reject, consult, addDocument } = fileSteps(() => ({ client, administrator, loanId }));

beforeEach(
  unlessUnchanged(async () => {
    ({ bank, client, administrator, loanId } = await openFileBank());
  }),
);
afterEach(() => bank.close());

describe('LC-107 retention', () => {
  const kept = async () =>
    (
      await rowsOf<{ id: string }>(
        bank.database.db,
        sql`select id from loan_requests union all select id from files union all select id from ficp_consultations`,
      )
    ).length;

  test('a refused request goes with its file six months after its end, and not before', async () => {
    const start = new Date('2026-11-23T10:00:00Z');
    await bank.travelTo(start);
    await addDocument('income');
    accepted(await confirmTestSheet(client, loanId));
    accepted(await consult());
    accepted(await reject());
    await bank.travelTo(new Date('2027-05-23T10:00:00Z'));
    await bank.runJobs();
    expect(await kept()).toBe(3);
    await bank.travelTo(new Date('2027-05-25T10:00:00Z'));
    await bank.runJobs();
    expect(await kept()).toBe(0);
    expect((await client.get(`/loans/${loanId}`)).status).toBe(404);
  });

  test('a cancelled request goes as well; an open one and a loan stay', async () => {
    const start = new Date('2026-11-23T10:00:00Z');
    await bank.travelTo(start);
    const paid = accepted(await client.post('/loans', LOAN_REQUEST)).loan.id;
    accepted(await decide({ action: 'approve' }, paid));
    const open = accepted(await client.post('/loans', LOAN_REQUEST)).loan.id;
    accepted(await client.post(`/loans/${loanId}/cancellation`));
    await bank.travelTo(new Date('2027-06-25T10:00:00Z'));
    await bank.runJobs();
    const answers = await Promise.all([loanId, paid, open].map((id) => client.get(`/loans/${id}`)));
    expect(answers.map(({ status }) => status)).toEqual([404, 200, 200]);
  });

  test('a repaid loan goes with its contract and schedule five years after its end; its movements stay, and the books prove', async () => {
    await bank.travelTo(new Date('2026-11-23T10:00:00Z'));
    accepted(await decide({ action: 'approve' }));
    const running = accepted(await client.post('/loans', LOAN_REQUEST)).loan.id;
    accepted(await decide({ action: 'approve' }, running));
    const { quote } = accepted(await client.get(`/loans/${loanId}/early-repayment-quote`));
    accepted(
      await client.post(`/loans/${loanId}/early-repayments`, {
        kind: 'whole',
        totalMinor: quote.whole.totalMinor,
      }),
    );
    const rows = async () =>
      (
        await rowsOf<{ count: number }>(
          bank.database.db,
          sql`select (select count(*) from loan_requests where id = ${loanId}::uuid)
            + (select count(*) from loans where id = ${loanId}::uuid) + (select count(*) from loan_contracts where id = ${loanId}::uuid)
            + (select count(*) from loan_instalments where loan_id = ${loanId}::uuid) as count`,
        )
      ).map(({ count }) => Number(count));
    const [before = 0] = await rows();
    expect(before).toBeGreaterThan(3);
    await runJobOn(bank, 'purge-loan-files', '2031-11-23');
    expect(await rows()).toEqual([before]);
    await runJobOn(bank, 'purge-loan-files', '2031-11-24');
    expect(await rows()).toEqual([0]);
    const { transactions } = accepted(await client.get('/transactions'));
    expect(transactions).toHaveLength(3);
    expect((await client.get(`/loans/${running}`)).status).toBe(200);
    expect(await faultsOfBooks(bank.database.db)).toEqual([]);
    expect(await differencesOfLoans(bank.database.db)).toEqual([]);
  });

  test('an ended request is not deleted for another reason than its age', async () => {
    await expect(
      bank.database.db.execute(sql`delete from loan_requests where id = ${loanId}::uuid`),
    ).rejects.toThrow();
  });
});
