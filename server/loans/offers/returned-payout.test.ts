import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../../db/database.ts';
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
import { runJobOn } from '../../testing/lent-loan.ts';
import { readPdf } from '../../testing/pdf-text.ts';
import { accepted } from '../../testing/populated-bank.ts';
import type { ClientPerson, Person, TestBank } from '../../testing/test-bank.ts';

/** What a borrower and the staff can do while the payout of a loan is back with the house (LC-6, LC-95): nothing was received, so nothing is owed. */

const LOAN = 10_000_00;
/** After the period to withdraw, which ends on 15 December. */
const LATER = new Date('2027-03-10T09:00:00.000Z');

let bank: TestBank;
let administrator: Person;
let client: ClientPerson;
let loanId: string;
const { phaseOf, contractOf, kinds, liveTo } = contractSteps(() => ({ bank, administrator, client }));

const give = (iban: string) => givePayoutAccount(client, loanId, iban);
const transfers = async () => accepted(await client.get('/withdrawals')).withdrawals;
const decide = async (action: string, fields: object = {}) => {
  const [transfer] = await transfers();
  return accepted(
    await administrator.post(`/admin/withdrawals/${transfer.id}/decision`, { action, ...fields }),
  );
};
const comeBack = () => decide('reject', { reasonCode: 'invalid-iban', reasonNote: '' });
const account = async () => {
  const { balanceMinor, availableMinor } = accepted(await client.get('/overview')).account;
  return [balanceMinor, availableMinor];
};
const quote = async (query = '') =>
  accepted(await client.get(`/loans/${loanId}/early-repayment-quote${query}`)).quote;
const repay = (fields: object) => client.post(`/loans/${loanId}/early-repayments`, fields);
/** What the loan's own accounts hold. */
const inBooks = () =>
  rowsOf<{ code: string; held: number }>(
    bank.database.db,
    sql`select chart_code as code, -balance::int as held from ledger_accounts
      where holder_id = ${loanId}::uuid and balance <> 0 order by chart_code`,
  );
const openFreezes = () =>
  rowsOf(bank.database.db, sql`select kind from loan_freezes where lifted_on is null order by kind`);

beforeEach(async () => {
  bank = await openFinanceCompany();
  administrator = await bank.administrator();
  const colleague = await bank.administrator();
  client = await bank.client({ firstName: 'Camille', lastName: 'Concernée' });
  loanId = await requestForContract(client);
  await offerOn(administrator, loanId);
  accepted(await accept(client, loanId));
  accepted(await give(OUTSIDE));
  accepted(await agree(colleague, loanId));
  await liveTo(PAYOUT);
});
afterEach(() => bank.close());

describe('LC-95 early repayment is never refused, while the payout is back either', () => {
  beforeEach(async () => {
    await runJobOn(bank, 'accrue-interest', '2026-12-31');
    await comeBack();
    await bank.travelTo(LATER);
  });

  test('LC-95 the whole costs what lies on the account, and ends the loan with its certificate', async () => {
    const { whole, arrears, upcoming, availableMinor } = await quote();
    expect([whole.capitalMinor, whole.interestMinor, whole.indemnityMinor, whole.totalMinor]).toEqual([
      LOAN,
      0,
      0,
      LOAN,
    ]);
    expect([arrears.totalMinor, arrears.instalments, upcoming.instalments, availableMinor]).toEqual([
      0,
      0,
      0,
      LOAN,
    ]);
    // A later day costs the same: nothing runs.
    expect((await quote('?day=2027-05-09')).whole.totalMinor).toBe(LOAN);
    accepted(await repay({ kind: 'whole', totalMinor: LOAN }));
    expect([await phaseOf(loanId), await account(), await inBooks(), await openFreezes()]).toEqual([
      'repaid',
      [0, 0],
      [],
      [],
    ]);
    expect(await kinds()).toContain('loan-repaid');
    expect((await client.get(`/loans/${loanId}/settlement.pdf`)).status).toBe(200);
    await runJobOn(bank, 'check-loans', '2027-03-11');
  });

  test('LC-6, LC-67 the schedule and the certificate on paper name no day while nothing is paid out', async () => {
    const paper = async (name: string) => {
      const { status, bytes } = await client.get(`/loans/${loanId}/${name}`);
      expect([name, status]).toEqual([name, 200]);
      return bytes;
    };
    const words = async (name: string) => readPdf(await paper(name)).text.replace(/\s+/g, ' ');
    const [schedule, certificate] = [await words('schedule.pdf'), await words('certificate.pdf')];
    for (const text of [schedule, certificate]) {
      expect(text).toContain("Ce prêt n'est pas versé. Les échéances seront datées lors du versement.");
      expect(text).not.toContain('Versé le');
    }
    // Of days the letterhead alone has one.
    expect(schedule).not.toMatch(/\d{2}\/\d{2}\/20(?:2[7-9]|3\d)/);
    expect(certificate).not.toMatch(/Prochaine échéance|Dernière échéance/);
    const csv = new TextDecoder().decode(await paper('schedule.csv'));
    expect(csv).not.toMatch(/\d{4}-\d{2}-\d{2}/);
  });

  test.each(['lower', 'shorter'] as const)(
    'LC-95, LC-97 a part makes the loan smaller (%s): the rest alone leaves again, and repays itself',
    async (kind) => {
      const { part } = await quote('?amountMinor=300000');
      expect([part.capitalMinor, part.interestMinor, part.totalMinor]).toEqual([3_000_00, 0, 3_000_00]);
      accepted(await repay({ kind, amountMinor: 3_000_00, totalMinor: 3_000_00 }));
      expect(await account()).toEqual([7_000_00, 0]);
      await bank.fund(client, 500_00);
      // Nothing is collected of it, whatever falls due.
      for (const job of ['collect-morning', 'collect-evening', 'watch-arrears'] as const)
        await runJobOn(bank, job, '2027-05-05');
      await runJobOn(bank, 'accrue-interest', '2027-05-31');
      expect(await account()).toEqual([7_500_00, 500_00]);
      expect(await inBooks()).toEqual([{ code: 'loans-receivable', held: 7_000_00 }]);
      await bank.travelTo(new Date('2027-06-10T09:00:00.000Z'));
      accepted(await give(OTHER));
      const [again] = await transfers();
      expect([again.amountMinor, again.clientIban]).toEqual([7_000_00, OTHER]);
      const { schedule } = accepted(await client.get(`/loans/${loanId}/schedule`));
      const left = schedule.rows.filter(({ dueDate }: { dueDate: string }) => dueDate > '2027-06-10');
      expect(left.reduce((sum: number, row: { principalMinor: number }) => sum + row.principalMinor, 0)).toBe(
        7_000_00,
      );
      await runJobOn(bank, 'accrue-interest', '2027-06-30');
      // The days since 10 June alone, on 7,000.00 at 3.90 %.
      const receivable = (await inBooks()).find(({ code }) => code === 'interest-receivable');
      expect(receivable?.held).toBeGreaterThan(7_00);
      expect(receivable?.held).toBeLessThan(16_00);
      await runJobOn(bank, 'check-loans', '2027-07-01');
    },
  );

  test('LC-6 what came back pays nothing else: no transfer of the client takes it, nor an instalment that is not due', async () => {
    expect(await account()).toEqual([LOAN, 0]);
    const order = { amountMinor: 100_00, iban: OTHER, bankName: 'Banque Voisine' };
    expect(refusal(await client.post('/withdrawals', order))).toEqual([409, 'withdrawal.insufficient-funds']);
    expect(refusal(await client.post(`/loans/${loanId}/payments`, { amountMinor: 1_00 }))).toEqual([
      409,
      'loan.frozen',
    ]);
  });
});

describe('LC-6 the contract can be given up while the payout is back, after the period too', () => {
  beforeEach(async () => {
    await comeBack();
    await bank.travelTo(LATER);
  });

  test('LC-6, LC-57 by the client: nothing is owed but what lies on the account', async () => {
    expect((await contractOf(loanId)).canWithdraw).toBe(true);
    expect((await contractOf(loanId)).payout.isBack).toBe(true);
    accepted(await client.post(`/loans/${loanId}/retraction`));
    // The receipt asks for nothing: the money never reached them.
    const [told] = await rowsOf<{ outcome: string }>(
      bank.database.db,
      sql`select params->>'outcome' as outcome from notifications where kind = 'loan-withdrawn'`,
    );
    expect(told?.outcome).toBe('nothing');
    expect((await contractOf(loanId)).toReturn).toMatchObject({ interestMinor: 0, totalMinor: LOAN });
    await runJobOn(bank, 'collect-returns', '2027-03-11');
    expect([await phaseOf(loanId), await account(), await inBooks(), await openFreezes()]).toEqual([
      'retracted',
      [0, 0],
      [],
      [],
    ]);
  });

  test('LC-6, LC-54 by the staff, who record a letter', async () => {
    accepted(
      await administrator.post(`/admin/loans/${loanId}/retraction`, {
        way: 'paper',
        sentOn: '2027-03-08',
      }),
    );
    await runJobOn(bank, 'collect-returns', '2027-03-11');
    expect([await phaseOf(loanId), await account()]).toEqual(['retracted', [0, 0]]);
  });

  test('LC-54 once the money left again the period is over', async () => {
    accepted(await give(OTHER));
    expect((await contractOf(loanId)).canWithdraw).toBe(false);
    expect(refusal(await client.post(`/loans/${loanId}/retraction`))).toEqual([409, 'retraction.too-late']);
  });
});

test('LC-6, LC-101 a payout that comes back twice bears no interest either', async () => {
  await comeBack();
  await bank.travelTo(new Date('2026-12-20T09:00:00.000Z'));
  accepted(await give(OTHER));
  await comeBack();
  await runJobOn(bank, 'accrue-interest', '2026-12-31');
  expect(await inBooks()).toEqual([{ code: 'loans-receivable', held: LOAN }]);
  await runJobOn(bank, 'check-loans', '2027-01-01');
});

test('LC-6 interest that was paid before the payout came back is given back, and what was missed is not late', async () => {
  await decide('complete');
  const { postingId } = await lastMovement(bank, client);
  await bank.fund(client, 400_00);
  for (const day of ['2027-02-05', '2027-03-05'])
    for (const job of ['collect-morning', 'collect-evening'] as const) await runJobOn(bank, job, day);
  const { schedule } = accepted(await client.get(`/loans/${loanId}/schedule`));
  const [paid] = schedule.rows;
  expect((await account())[0]).toBe(400_00 - paid.paidMinor);
  expect(accepted(await client.get(`/loans/${loanId}`)).loan.position.arrears.instalments).toBe(1);
  await bank.travelTo(LATER);
  accepted(
    await administrator.post(`/admin/postings/${postingId}/reversal`, { reason: 'Rejeté par sa banque' }),
  );
  const { loan } = accepted(await client.get(`/loans/${loanId}`));
  expect([loan.freeze, loan.position.arrears]).toEqual(['payout-returned', null]);
  await runJobOn(bank, 'collect-returns', '2027-03-11');
  expect((await account())[0]).toBe(LOAN + 400_00 - paid.principalMinor);
  // Once: the next day gives nothing more.
  await runJobOn(bank, 'collect-returns', '2027-03-12');
  expect((await account())[0]).toBe(LOAN + 400_00 - paid.principalMinor);
  const left = LOAN - paid.principalMinor;
  expect((await quote()).whole.totalMinor).toBe(left);
  accepted(await repay({ kind: 'whole', totalMinor: left }));
  // All that was the client's own is theirs again.
  expect(await account()).toEqual([400_00, 400_00]);
  expect(await inBooks()).toEqual([]);
});

describe("LC-92 to LC-94 the staff's freeze of a loan whose payout is back", () => {
  const freeze = (fields: object) => administrator.post(`/admin/loans/${loanId}/freeze`, fields);
  const ofKind = (kind: string) => ({ action: 'freeze', kind, fromDay: '2026-12-09', document: 'Document' });
  const lift = { action: 'unfreeze', document: 'Dossier clos' };

  test('LC-6, LC-92 a payout that comes back during over-indebtedness stops the loan beside it: nothing leaves or is paid until it is lifted', async () => {
    accepted(await freeze(ofKind('overindebtedness')));
    await comeBack();
    await bank.travelTo(LATER);
    expect(await openFreezes()).toEqual([{ kind: 'overindebtedness' }, { kind: 'payout-returned' }]);
    // The money is the loan's: no transfer of the client takes it.
    expect(await account()).toEqual([LOAN, 0]);
    expect(refusal(await give(OTHER))).toEqual([409, 'loan.frozen']);
    expect(refusal(await repay({ kind: 'whole', totalMinor: LOAN }))).toEqual([409, 'loan.frozen']);
    accepted(await freeze(lift));
    expect(await openFreezes()).toEqual([{ kind: 'payout-returned' }]);
    expect((await quote()).whole.totalMinor).toBe(LOAN);
    expect(refusal(await freeze(lift))).toEqual([409, 'loan.frozen']);
    accepted(await give(OTHER));
    expect(await openFreezes()).toEqual([]);
  });

  test('LC-93 a death while the payout is back is recorded: no mail, nothing leaves, and the heirs end the loan with what never arrived', async () => {
    await comeBack();
    await bank.travelTo(LATER);
    accepted(await freeze(ofKind('death')));
    expect(refusal(await freeze(ofKind('overindebtedness')))).toEqual([409, 'loan.frozen']);
    expect(refusal(await give(OTHER))).toEqual([409, 'loan.frozen']);
    const before = (await kinds()).length;
    await runJobOn(bank, 'yearly-letters', '2028-01-05');
    const { whole } = await quote();
    expect([whole.interestMinor, whole.totalMinor]).toEqual([0, LOAN]);
    accepted(await repay({ kind: 'whole', totalMinor: LOAN }));
    expect([await phaseOf(loanId), await account(), await inBooks()]).toEqual(['repaid', [0, 0], []]);
    // The letter is kept for the notary; nothing is sent to the person.
    expect((await kinds()).length).toBe(before);
    expect(await openFreezes()).toEqual([]);
  });
});
