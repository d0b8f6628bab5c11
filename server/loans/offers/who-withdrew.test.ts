import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newUuid } from '../../ids.ts';
import { documentedRoutes } from '../../testing/api-document.ts';
import { agree, CONTRACT_START, contractSteps, openContractBank } from '../../testing/contract-path.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { memberWith } from '../../testing/staff.ts';
import type { ClientPerson, Person, TestBank } from '../../testing/test-bank.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';

/** LC-56: who withdrew from a contract is recognisable in no list of the back office, whatever it is called there. */

let bank: TestBank;
let administrator: Person;
let colleague: Person;
let client: ClientPerson;
const { liveTo, acceptedAt } = contractSteps(() => ({ bank, administrator, client }));

beforeEach(
  unlessUnchanged(async () => {
    ({ bank, administrator, colleague, client } = await openContractBank());
  }),
);
afterEach(() => bank.close());

/** The codes and words of a withdrawal from a contract; those of transfers, and of the right that every borrower is reminded of, are others. */
const TELLING =
  /retract|rétract|withdrawal-right-repayment|loan-withdrawn|loan-sum-returned|contrat de crédit clos|somme rendue|remboursement de prêt/i;

/** The dated data speak of the right itself, and of nobody. */
const LAW = '/admin/legal-parameters';

/** Each answer to a question of the staff that names no single loan, with what in it tells. */
async function tellingAnswers(): Promise<unknown[]> {
  const told: unknown[] = [];
  const ofList = { list: 'loans', limit: '100', q: 'Camille' };
  for (const { name, method, path, access, inPath, inQuery } of await documentedRoutes(bank.visitor())) {
    if (method !== 'GET' || !path.startsWith('/admin/') || access === 'public' || path === LAW) continue;
    if (path.startsWith('/admin/loans/{id}') || Object.keys(inPath).some((one) => one !== 'id')) continue;
    const asked = Object.entries(ofList).filter(([field]) => field in inQuery);
    const query = new URLSearchParams(asked).toString();
    const { status, body } = await administrator.get(`${path.replace('{id}', client.accountId)}?${query}`);
    const found = JSON.stringify(body ?? '').match(TELLING);
    if (status === 200 && found) told.push([name, found[0]]);
  }
  for (const list of ['loans', 'clients']) {
    const { status, body } = await administrator.get(`/admin/exports/${list}`);
    const found = String(body).match(TELLING);
    if (status !== 200 || found) told.push([list, status, found?.[0]]);
  }
  return told;
}

describe('LC-56 L312-22: no answer to the staff names who withdrew', () => {
  test('before the payout', async () => {
    const loanId = await acceptedAt(CONTRACT_START);
    accepted(await client.post(`/loans/${loanId}/retraction`));
    expect(await tellingAnswers()).toEqual([]);
  });

  test('after it, and once the sum is given back', async () => {
    const loanId = await acceptedAt(CONTRACT_START);
    accepted(await agree(colleague, loanId));
    await liveTo('2026-12-09T12:00:00Z');
    accepted(await client.post(`/loans/${loanId}/retraction`));
    expect(await tellingAnswers()).toEqual([]);
    await bank.fund(client, 100_00);
    accepted(await client.post(`/loans/${loanId}/retraction/repayment`));
    expect(await tellingAnswers()).toEqual([]);
    // What it was is written down all the same, in the contract's own record and in the client's own movements.
    expect(JSON.stringify((await administrator.get(`/admin/loans/${loanId}/offer`)).body)).toContain(
      'withdrawnAt',
    );
    expect(JSON.stringify((await client.get('/transactions')).body)).toContain('withdrawal-right-repayment');
  });

  test('nor does the page of the loan, but for the record of its contract', async () => {
    const other = await bank.client();
    /** The routes of one loan that its page reads, with the answer of each. */
    const pageOf = async (id: string) => {
      const routes = (await documentedRoutes(bank.visitor())).filter(
        ({ method, path, inPath }) =>
          method === 'GET' && path.startsWith('/admin/loans/{id}') && Object.keys(inPath).length === 1,
      );
      return Promise.all(
        routes
          .filter(({ path }) => path !== '/admin/loans/{id}/offer')
          .map(async ({ path }) => {
            const { status, body } = await administrator.get(path.replace('{id}', id));
            return { path, status, tells: JSON.stringify(body).match(TELLING)?.[0] ?? null };
          }),
      );
    };
    const cancelled = accepted(
      await other.post('/loans', {
        amountMinor: 1_000_00,
        purpose: 'Un vélo',
        durationMonths: 12,
        monthlyIncomeMinor: 2_000_00,
      }),
    ).loan.id;
    accepted(await other.post(`/loans/${cancelled}/cancellation`));
    const id = await acceptedAt(CONTRACT_START);
    accepted(await agree(colleague, id));
    await liveTo('2026-12-09T12:00:00Z');
    const running = await pageOf(id);
    expect(running.map(({ status }) => status)).not.toContain(500);
    accepted(await client.post(`/loans/${id}/retraction`));
    expect(await pageOf(id)).toEqual(running);
    // Neither the phase nor what it lacks beside a loan in repayment.
    const { loan } = accepted(await administrator.get(`/admin/loans/${id}`));
    expect([loan.phase, loan.position?.capitalLeftMinor]).toEqual(['active', 10_000_00]);
    await bank.fund(client, 100_00);
    accepted(await client.post(`/loans/${id}/retraction/repayment`));
    const asCancelled = await pageOf(cancelled);
    expect(await pageOf(id)).toEqual(asCancelled);
    const { body } = await administrator.get(`/admin/loans/${id}/measure-effect?kind=extension&months=3`);
    expect(JSON.stringify(body).match(/retract(ed|ing)/)).toBeNull();
    // Before the payout as well.
    const early = await acceptedAt(new Date('2026-12-10T10:00:00Z'));
    accepted(await client.post(`/loans/${early}/retraction`));
    expect(await pageOf(early)).toEqual(asCancelled);
  });

  test('nor does a refusal of an act on it', async () => {
    const id = await acceptedAt(CONTRACT_START);
    accepted(await client.post(`/loans/${id}/retraction`));
    const told: unknown[] = [];
    for (const [route, fields] of [
      ['decision', { action: 'process' }],
      ['offer', { seenPhase: 'cancelled' }],
      ['agreement', { action: 'agree', seenPhase: 'accepted' }],
      ['retraction', { way: 'paper', sentOn: '2026-12-01' }],
      ['retraction-extension', { reason: 'La fiche ne disait pas le taux.' }],
      ['document-requests', { kinds: ['income'] }],
      ['ficp-consultations', { searchKey: 'x', outcome: 'nothing' }],
      ['formal-notice', {}],
      ['freeze', { action: 'freeze', kind: 'death', fromDay: '2026-12-01', document: 'Acte' }],
    ] as const) {
      const { status, body } = await administrator.post(`/admin/loans/${id}/${route}`, fields);
      const found = JSON.stringify(body).match(/retract(ed|ing)/);
      if (status === 200 || found) told.push([route, status, found?.[0] ?? null]);
    }
    expect(told).toEqual([]);
  });

  test('LC-57, LC-75 nor the refusal of a fee, which is that of any loan of which the law names what is owed; the database gives it too', async () => {
    const id = await acceptedAt(CONTRACT_START);
    accepted(await agree(colleague, id));
    await liveTo('2026-12-09T12:00:00Z');
    const ask = () =>
      administrator.post(`/admin/clients/${client.accountId}/fees`, {
        amountMinor: 15_00,
        description: 'Frais de dossier',
      });
    accepted(await ask());
    accepted(await client.post(`/loans/${id}/retraction`));
    const { status, body } = await ask();
    expect([status, body.code, JSON.stringify(body).match(TELLING)]).toEqual([409, 'fee.loan-forbids', null]);
    const written = bank.database.db.execute(
      sql`insert into fees (id, client_account_id, amount, currency, description, created_by, created_at)
        values (${newUuid()}, ${client.accountId}, 1500, 'EUR', 'x', ${administrator.userId}, '2026-12-09T12:00:00Z')`,
    );
    await expect(written.catch((error) => Promise.reject(error.cause ?? error))).rejects.toMatchObject({
      code: 'LC014',
      constraint: 'fee.loan-forbids',
    });
    await bank.fund(client, 100_00);
    accepted(await client.post(`/loans/${id}/retraction/repayment`));
    accepted(await ask());
  });

  test('LC-107 once a cancelled request of that day is deleted: the line that reads like one goes with it, and its contract stays', async () => {
    const loanId = await acceptedAt(CONTRACT_START);
    accepted(await client.post(`/loans/${loanId}/retraction`));
    const other = await bank.client({ firstName: 'Anne', lastName: 'Nulée' });
    const { loan } = accepted(
      await other.post('/loans', {
        amountMinor: 1_000_00,
        purpose: 'Un vélo',
        durationMonths: 12,
        monthlyIncomeMinor: 2_000_00,
      }),
    );
    accepted(await other.post(`/loans/${loan.id}/cancellation`));
    const listed = async () => {
      const found = async (path: string) => JSON.stringify(accepted(await administrator.get(path)));
      const lists = [
        await found('/admin/loans?counted=yes'),
        await found('/admin/overview'),
        await found('/admin/find?q=Concern%C3%A9e'),
        await found(`/admin/clients/${client.accountId}/timeline?limit=100`),
        (await administrator.get('/admin/exports/loans')).body,
      ];
      return lists.map((text) => [loanId, loan.id].map((id) => String(text).includes(id)));
    };
    await liveTo('2027-06-01T02:00:00Z');
    expect(await listed()).toEqual([
      [true, true],
      [true, true],
      [true, false],
      [true, false],
      [true, true],
    ]);
    await liveTo('2027-06-02T02:00:00Z');
    expect(await listed()).toEqual(Array(5).fill([false, false]));
    const { contract } = accepted(await administrator.get(`/admin/loans/${loanId}/offer`));
    expect(contract.withdrawnAt).not.toBeNull();
  });

  test('FOUR-14 whose agreement waits for the approval of others: they read that it changed, and are told that it is stale', async () => {
    const [maker, other] = [
      await memberWith(bank, ['credit-manager']),
      await memberWith(bank, ['credit-manager']),
    ];
    const id = await acceptedAt(CONTRACT_START, {
      amountMinor: 60_000_00,
      durationMonths: 60,
      monthlyIncomeMinor: 9_000_00,
      product: 'project',
    });
    accepted(await administrator.put('/admin/four-eyes', { isOn: true }));
    const about = {
      operation: 'loanOffers.decideAgreement.agree',
      input: { id, action: 'agree', seenPhase: 'accepted' },
    };
    const { seen } = accepted(await maker.post('/admin/approval-requirements', about));
    const { proposal } = accepted(await maker.post('/admin/proposals', { ...about, seen }));
    accepted(await client.post(`/loans/${id}/retraction`));
    const read = async (path: string) => JSON.stringify(accepted(await other.get(path)));
    const answers = [
      await read(`/admin/proposals/${proposal.id}`),
      await read('/admin/proposals?list=to-approve'),
      JSON.stringify((await maker.post('/admin/approval-requirements', about)).body),
    ];
    expect(answers.map((text) => text.match(TELLING)?.[0] ?? null)).toEqual([null, null, null]);
    expect(answers[0]).toContain('"phase":"cancelled"');
    const { body } = await other.post(`/admin/proposals/${proposal.id}/approval`, {
      inputHash: proposal.inputHash,
    });
    expect(body.code).toBe('proposal.stale');
  });

  test('beside another request of the same client', async () => {
    const loanId = await acceptedAt(CONTRACT_START);
    accepted(await agree(colleague, loanId));
    await liveTo('2026-12-09T12:00:00Z');
    accepted(await client.post(`/loans/${loanId}/retraction`));
    await bank.fund(client, 100_00);
    accepted(await client.post(`/loans/${loanId}/retraction/repayment`));
    const { loan } = accepted(
      await client.post('/loans', {
        amountMinor: 1_000_00,
        purpose: 'Un vélo',
        durationMonths: 12,
        monthlyIncomeMinor: 2_000_00,
      }),
    );
    const { body } = await administrator.get(`/admin/loans/${loan.id}`);
    expect(JSON.stringify(body).match(TELLING)).toBeNull();
  });
});
