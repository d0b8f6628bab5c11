import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  agree,
  CONTRACT_START,
  casesOf,
  contractSteps,
  openContractBank,
  refusal,
} from '../../testing/contract-path.ts';
import { readPdf } from '../../testing/pdf-text.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { sizeFor } from '../../testing/size.ts';
import type { ClientPerson, Person, TestBank } from '../../testing/test-bank.ts';
import { asOwner } from '../../testing/test-database.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';

/** The right to withdraw from a contract, on every way there is. */

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

/** `domain/` computes every one. Through the API the first and the one without a payout, and all in the whole tests. */
const VECTORS = casesOf('withdrawal').filter(
  ([, { given }], index) => index === 0 || !given.payoutDay || sizeFor({ small: false, whole: true }),
);

describe('LC-54 to LC-60: the right to withdraw', () => {
  test.each(VECTORS)('LC-57, LC-58 L312-26 %s, through the API', async (_, { given, expected }) => {
    const payoutDay = given.payoutDay ?? '2026-12-09';
    // Accepted eight days before the payout, a day later when the ninth one is no TARGET day.
    const acceptedOn = new Date(Date.parse(`${payoutDay}T12:00:00Z`) - 8 * 86_400_000);
    const loanId = await acceptedAt(acceptedOn, {
      amountMinor: given.principalMinor,
      durationMonths: given.principalMinor < 100_000 ? 12 : 36,
    });
    accepted(await agree(colleague, loanId));
    if (given.payoutDay) await liveTo(`${payoutDay}T07:00:00Z`);
    await liveTo(`${given.noticeDay}T12:00:00Z`);
    const { contract } = accepted(await client.post(`/loans/${loanId}/retraction`));
    if (!given.payoutDay) {
      expect([await phaseOf(loanId), contract.toReturn, await balance()]).toEqual(['retracted', null, 0]);
      return;
    }
    expect([await phaseOf(loanId), contract.toReturn.byDay]).toEqual(['retracting', expected.repayBy]);
    await bank.fund(client, 100_00);
    await bank.travelTo(new Date(`${given.repaymentDay}T06:30:00Z`));
    const before = await balance();
    expect(accepted(await client.get(`/loans/${loanId}/offer`)).contract.toReturn).toMatchObject({
      totalMinor: expected.totalMinor,
      interestMinor: expected.interestMinor,
      dailyInterestMinor: expected.dailyInterestMinor,
    });
    accepted(await client.post(`/loans/${loanId}/retraction/repayment`));
    expect([await phaseOf(loanId), before - (await balance())]).toEqual(['retracted', expected.totalMinor]);
    expect(await kinds()).toContain('loan-sum-returned');
  });

  test('LC-54 until the instant, LC-55 with a receipt at once; then retraction.too-late', async () => {
    const loanId = await acceptedAt(CONTRACT_START);
    await bank.travelTo(new Date('2026-12-15T23:00:00.000Z'));
    expect((await contractOf(loanId)).canWithdraw).toBe(false);
    expect(refusal(await client.post(`/loans/${loanId}/retraction`))).toEqual([409, 'retraction.too-late']);
    await bank.travelTo(new Date('2026-12-15T22:59:59.000Z'));
    const { papers } = accepted(await client.post(`/loans/${loanId}/retraction`));
    expect(papers.map(({ kind }: { kind: string }) => kind)).toContain('withdrawal-receipt');
    expect(await mailsOf()).toContain('Votre rétractation est reçue');
    expect(refusal(await client.post(`/loans/${loanId}/retraction`))).toEqual([409, 'loan.wrong-phase']);
    expect(
      (
        await client.post('/loans', {
          amountMinor: 1_000_00,
          purpose: 'x y',
          durationMonths: 12,
          monthlyIncomeMinor: 1_000_00,
        })
      ).status,
    ).toBe(200);
  });

  test('LC-4 a loan that a demonstration paid out at its approval has the right too', async () => {
    const { loan } = accepted(
      await client.post('/loans', {
        amountMinor: 6_000_00,
        purpose: 'Travaux',
        durationMonths: 12,
        monthlyIncomeMinor: 3_000_00,
      }),
    );
    accepted(await administrator.post(`/admin/loans/${loan.id}/decision`, { action: 'approve' }));
    const contract = await contractOf(loan.id);
    expect(contract).toMatchObject({
      payoutDay: '2026-12-01',
      withdrawalLastDay: '2026-12-15',
      canWithdraw: true,
    });
    accepted(await client.post(`/loans/${loan.id}/retraction`));
    accepted(await client.post(`/loans/${loan.id}/retraction/repayment`));
    expect([await phaseOf(loan.id), await balance()]).toEqual(['retracted', 0]);
  });

  test('LC-59 collection.insufficient on demand; the job takes the sum on the thirtieth day, with arrears after it', async () => {
    const loanId = await acceptedAt(CONTRACT_START);
    accepted(await agree(colleague, loanId));
    await liveTo('2026-12-09T07:00:00Z');
    accepted(await client.post(`/loans/${loanId}/retraction`));
    await bank.fund(client, 1_00);
    accepted(
      await client.post('/withdrawals', {
        amountMinor: 500_00,
        iban: 'FR7630006000011234567890189',
        bankName: 'B',
      }),
    );
    const early = await client.post(`/loans/${loanId}/retraction/repayment`);
    expect(refusal(early)).toEqual([409, 'collection.insufficient']);
    await liveTo('2027-01-08T12:00:00Z');
    expect(await phaseOf(loanId)).toBe('retracting');
    await bank.fund(client, 1_000_00);
    await liveTo('2027-01-10T12:00:00Z');
    // 32 days at 1.06: the daily amount goes on after the thirtieth day.
    expect([await phaseOf(loanId), await balance()]).toEqual(['retracted', 1_001_00 - 33_92]);
  });

  test('LC-59, LC-71 what was paid in advance on another loan gives nothing back of this one', async () => {
    const loanId = await acceptedAt(CONTRACT_START);
    accepted(await agree(colleague, loanId));
    await liveTo('2026-12-09T12:00:00Z');
    const { loan: other } = accepted(
      await client.post('/loans', {
        amountMinor: 1_000_00,
        purpose: 'Un vélo',
        durationMonths: 12,
        monthlyIncomeMinor: 5_000_00,
      }),
    );
    accepted(await administrator.post(`/admin/loans/${other.id}/decision`, { action: 'approve' }));
    accepted(await client.post(`/loans/${other.id}/payments`, { amountMinor: 300_00 }));
    const { withdrawal } = accepted(
      await client.post('/withdrawals', {
        amountMinor: 700_00,
        iban: 'DE89370400440532013000',
        bankName: 'Une banque',
      }),
    );
    for (const action of ['approve', 'complete'])
      accepted(await administrator.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action }));
    accepted(await client.post(`/loans/${loanId}/retraction`));
    expect(await balance()).toBe(10_300_00);
    await bank.travelTo(new Date('2026-12-10T12:00:00Z'));
    const { withdrawal: second } = accepted(
      await client.post('/withdrawals', {
        amountMinor: 100_00,
        iban: 'DE89370400440532013000',
        bankName: 'Une banque',
      }),
    );
    const giveBack = () => client.post(`/loans/${loanId}/retraction/repayment`);
    // 10,300.00 on the account, of which 300.00 wait for the other loan and 100.00 for a transfer.
    expect(refusal(await giveBack())).toEqual([409, 'collection.insufficient']);
    accepted(
      await administrator.post(`/admin/withdrawals/${second.id}/decision`, {
        action: 'reject',
        reasonCode: 'invalid-iban',
      }),
    );
    expect(refusal(await giveBack())).toEqual([409, 'collection.insufficient']);
    accepted(await client.post(`/loans/${other.id}/advance-return`));
    accepted(await giveBack());
    expect([await phaseOf(loanId), await balance()]).toEqual(['retracted', 298_94]);
  });

  test('LC-60 the reminder on J+2, once', async () => {
    const loanId = await acceptedAt(CONTRACT_START);
    await liveTo('2026-12-03T07:00:00Z');
    expect(await mailsOf()).not.toContain('Votre droit de renoncer au contrat');
    await liveTo('2026-12-03T08:30:00Z');
    await liveTo('2026-12-04T08:30:00Z');
    expect(
      (await mailsOf()).filter((subject) => subject === 'Votre droit de renoncer au contrat'),
    ).toHaveLength(1);
    expect(await phaseOf(loanId)).toBe('accepted');
  });

  test('LC-54 without signing in: the same answer whether the contract exists, and nothing is lost', async () => {
    const loanId = await acceptedAt(CONTRACT_START);
    const { reference } = await contractOf(loanId);
    const visitor = bank.visitor();
    const declare = (fields: object) =>
      visitor.post('/retractions', { name: 'Camille Concernée', reference, email: client.email, ...fields });
    const wrong = await declare({ reference: 'CTR-20261201-AAAAAAAA' });
    expect(await phaseOf(loanId)).toBe('accepted');
    // LC-55: it is acknowledged as well, with its instant and nothing that was typed.
    const path = `/demo/mails?recipient=${encodeURIComponent(client.email)}`;
    const { mails } = accepted(await visitor.get(path));
    const receipt = mails.find(
      ({ subject }: { subject: string }) => subject === 'Votre déclaration de rétractation est arrivée',
    );
    expect(receipt.text).toMatch(/Le 1er décembre 2026 à 10:00:00/);
    expect(receipt.text).not.toContain('AAAAAAAA');
    const right = await declare({});
    expect([wrong.status, Object.keys(wrong.body), right.body]).toEqual([200, ['declaredAt'], wrong.body]);
    expect(await phaseOf(loanId)).toBe('retracted');
    const { declarations } = accepted(await administrator.get('/admin/retraction-declarations'));
    expect(declarations).toMatchObject([{ reference: 'CTR-20261201-AAAAAAAA', email: client.email }]);
    expect((await declare({ email: 'x' })).status).toBe(400);
  });

  test('LC-54 a declaration that no contract answered to is answered by a person, as of its own day; LC-56 the trail names nobody', async () => {
    const loanId = await acceptedAt(CONTRACT_START);
    const { reference } = await contractOf(loanId);
    const visitor = bank.visitor();
    for (const name of ['Camille Concernée', 'Nul Contrat'])
      accepted(await visitor.post('/retractions', { name, reference: 'CTR-1', email: 'autre@exemple.fr' }));
    const waiting = async () =>
      accepted(await administrator.get('/admin/retraction-declarations')).declarations as {
        id: string;
        name: string;
      }[];
    const found = await waiting();
    const idOf = (name: string) => found.find((one) => one.name.startsWith(name))?.id;
    const answer = (id: string | undefined, contractReference: string | null) =>
      administrator.post(`/admin/retraction-declarations/${id}/answer`, { contractReference });
    expect(refusal(await answer(idOf('Camille'), 'CTR-2'))).toEqual([404, 'not-found']);
    expect(refusal(await answer(idOf('Camille'), ''))).toEqual([400, 'request.invalid']);
    // The time to withdraw is over, and was not on the day of the declaration.
    await bank.travelTo(new Date('2026-12-18T09:00:00Z'));
    accepted(await answer(idOf('Camille'), reference.toLowerCase()));
    expect(await phaseOf(loanId)).toBe('retracted');
    accepted(await answer(idOf('Nul'), null));
    expect(await waiting()).toEqual([]);
    expect(refusal(await answer(idOf('Nul'), null))).toEqual([404, 'not-found']);
    const { entries } = accepted(await administrator.get('/admin/audit'));
    const lines = entries.filter(
      ({ operation, outcome }: { operation: string; outcome: string }) =>
        operation === 'loanOffers.answerDeclaration' && outcome === 'done',
    );
    expect(lines).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toMatch(/Camille|CTR-/);
  });

  test('LC-54, LC-12 a declaration of the public page counts by its instant: in Guadeloupe the day ends later; LC-55 its receipt says so', async () => {
    await asOwner(bank.database.db, (tx) => tx.execute(sql`update profiles set postal_code = '97110'`));
    const loanId = await acceptedAt(CONTRACT_START);
    const { reference } = await contractOf(loanId);
    expect(await contractOf(loanId)).toMatchObject({
      withdrawalLastDay: '2026-12-15',
      withdrawalEndsAt: '2026-12-16T04:00:00.000Z',
    });
    const declare = async (moment: string) => {
      await bank.travelTo(new Date(moment));
      accepted(
        await bank
          .visitor()
          .post('/retractions', { name: moment, reference: 'CTR-1', email: 'autre@exemple.fr' }),
      );
    };
    await declare('2026-12-16T03:59:59.000Z');
    await declare('2026-12-16T04:00:00.000Z');
    await bank.travelTo(new Date('2026-12-18T09:00:00Z'));
    const { declarations } = accepted(await administrator.get('/admin/retraction-declarations'));
    const [inTime, late] = declarations.map(
      ({ id }: { id: string }) => `/admin/retraction-declarations/${id}/answer`,
    );
    const answer = { contractReference: reference };
    expect(refusal(await administrator.post(late, answer))).toEqual([409, 'retraction.too-late']);
    accepted(await administrator.post(inTime, answer));
    const { papers } = accepted(await client.get(`/loans/${loanId}/offer`));
    const receipt = papers.find(({ kind }: { kind: string }) => kind === 'withdrawal-receipt');
    const { text } = readPdf((await client.get(`/loans/${loanId}/papers/${receipt.id}`)).bytes);
    expect(text).toContain('16 décembre 2026 à 04:59:59 (heure de Paris)');
    expect(text).toContain('la page /retractation');
  });

  test('LC-54 on paper: a contract cannot be withdrawn from before it was accepted', async () => {
    const loanId = await acceptedAt(CONTRACT_START);
    const close = (sentOn: string) =>
      administrator.post(`/admin/loans/${loanId}/retraction`, { way: 'mail', sentOn });
    expect(refusal(await close('2026-11-30'))).toEqual([400, 'request.invalid']);
    accepted(await close('2026-12-01'));
    expect(await phaseOf(loanId)).toBe('retracted');
  });

  test('LC-54 on paper: what counts is the day on which it was sent; LC-56 the trail says « contract closed » and no more', async () => {
    const loanId = await acceptedAt(CONTRACT_START);
    await bank.travelTo(new Date('2026-12-18T09:00:00Z'));
    const close = (fields: object) =>
      administrator.post(`/admin/loans/${loanId}/retraction`, {
        way: 'paper',
        sentOn: '2026-12-15',
        ...fields,
      });
    expect(refusal(await close({ sentOn: '2026-12-16' }))).toEqual([409, 'retraction.too-late']);
    expect(refusal(await close({ sentOn: '2026-12-19' }))).toEqual([400, 'request.invalid']);
    accepted(await close({}));
    expect(await phaseOf(loanId)).toBe('retracted');
    const { entries } = accepted(await administrator.get(`/admin/audit?clientId=${client.accountId}`));
    const line = entries.find(
      ({ operation }: { operation: string }) => operation === 'loanOffers.closeContract',
    );
    expect(entries.filter((entry: unknown) => entry === line)).toHaveLength(1);
    expect(JSON.stringify(line).toLowerCase()).not.toMatch(/retract|withdraw|rétract/);
  });

  test('LC-56 a loan whose client withdrew reads in the staff’s list like a cancelled request, and before it is paid back like a running loan', async () => {
    const facts = async () => {
      const { loans } = accepted(await administrator.get('/admin/loans'));
      const { phase, status, sub, subDay, paidOutAt, firstDueDate, endedOn } = loans[0];
      return { phase, status, sub, subDay, paidOutAt: paidOutAt !== null, firstDueDate, endedOn };
    };
    const loanId = await acceptedAt(CONTRACT_START);
    expect(await facts()).toMatchObject({ phase: 'accepted', sub: 'agreementAwaited', subDay: '2026-12-01' });
    accepted(await agree(colleague, loanId));
    expect(await facts()).toMatchObject({ phase: 'agreed', sub: 'payoutPlanned', subDay: '2026-12-09' });
    await liveTo('2026-12-09T12:00:00Z');
    accepted(await client.post(`/loans/${loanId}/retraction`));
    expect(await facts()).toMatchObject({ phase: 'active', sub: 'inRepayment', subDay: null });
    expect(accepted(await client.get(`/loans/${loanId}`)).loan).toMatchObject({
      sub: 'sumToReturn',
      subDay: '2027-01-08',
    });
    await bank.fund(client, 100_00);
    accepted(await client.post(`/loans/${loanId}/retraction/repayment`));
    expect(await facts()).toEqual({
      phase: 'cancelled',
      status: 'rejected',
      sub: 'cancelled',
      subDay: null,
      paidOutAt: false,
      firstDueDate: null,
      endedOn: null,
    });
  });

  test('LC-56 no list, count or timeline of the back office names who withdrew', async () => {
    const loanId = await acceptedAt(CONTRACT_START);
    accepted(await client.post(`/loans/${loanId}/retraction`));
    for (const path of [
      '/admin/loans',
      '/admin/overview',
      '/admin/counts',
      `/admin/clients/${client.accountId}`,
      `/admin/clients/${client.accountId}/timeline`,
      '/admin/audit',
    ]) {
      const { body } = await administrator.get(path);
      expect([
        path,
        JSON.stringify(body)
          .toLowerCase()
          .match(/retract|rétract/),
      ]).toEqual([path, null]);
    }
  });
});
