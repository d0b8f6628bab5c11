import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { institutionSchema } from '#content/institution/schema.ts';
import { legalDay } from '#domain/time/days.ts';
import { codeOf, stepAt } from '../../auth/second-factor/totp.ts';
import { newUuid } from '../../ids.ts';
import { secretOf } from '../../testing/authenticator-app.ts';
import { agree, contractSteps, openContractBank } from '../../testing/contract-path.ts';
import { INTERMEDIARY, LIVE_INSTITUTION } from '../../testing/live-institution.ts';
import { readPdf } from '../../testing/pdf-text.ts';
import { accepted } from '../../testing/populated-bank.ts';
import {
  type ClientPerson,
  openTestBank,
  type Person,
  TEST_PASSWORD,
  type TestBank,
} from '../../testing/test-bank.ts';
import { asOwner } from '../../testing/test-database.ts';
import { TEST_SHEET } from '../../testing/test-sheet.ts';

/** LC-6: what a house that lends nothing does not do, whatever was begun before, and what its clients are told of who has their data. */

const TODAY = new Date('2026-11-23T09:00:00.000Z');
const INSTITUTION = institutionSchema.parse(INTERMEDIARY);

let bank: TestBank;
let client: ClientPerson;

afterEach(() => bank.close());

async function open(institution: object): Promise<Person> {
  bank = await openTestBank({ institution: institutionSchema.parse(institution) });
  await bank.travelTo(TODAY);
  client = await bank.client();
  const staff = await bank.administrator();
  const app = accepted(await staff.post('/two-factor/secret', { currentPassword: TEST_PASSWORD }));
  accepted(await staff.post('/two-factor/activation', { code: codeOf(secretOf(app.secret), stepAt(TODAY)) }));
  return staff;
}

const ask = async (fields: object = {}): Promise<string> => {
  const request = {
    amountMinor: 5_000_00,
    purpose: 'Une cuisine',
    durationMonths: 24,
    monthlyIncomeMinor: 3_000_00,
  };
  return accepted(await client.post('/loans', { ...request, ...fields })).loan.id;
};

describe('LC-6 CMF L511-5: a contract of before the house became an intermediary', () => {
  test('LC-6 loan.status-forbids: nobody agrees to it', async () => {
    const people = await openContractBank();
    ({ bank, client } = people);
    const loanId = await contractSteps(() => people).acceptedAt(TODAY);
    const { decideAgreement } = await import('../offers/decide-agreement.ts');
    const decide = (institution: typeof INSTITUTION) =>
      bank.work(people.colleague.userId, (work) =>
        decideAgreement(work, institution, { id: loanId, action: 'agree', seenPhase: 'accepted' }),
      );
    await expect(decide(INSTITUTION)).rejects.toMatchObject({ code: 'loan.status-forbids' });
    expect(accepted(await client.get(`/loans/${loanId}`)).loan.phase).toBe('accepted');
    await decide(bank.bank.institution);
    expect(accepted(await client.get(`/loans/${loanId}`)).loan.phase).toBe('agreed');
  });

  test('LC-6 it is not paid out on its day, though it was agreed to', async () => {
    const people = await openContractBank();
    ({ bank, client } = people);
    const { acceptedAt, phaseOf } = contractSteps(() => people);
    const loanId = await acceptedAt(TODAY);
    accepted(await agree(people.colleague, loanId));
    const payoutDay = new Date('2026-12-02T09:00:00.000Z');
    await bank.travelTo(payoutDay);
    const { payOutDueLoans } = await import('../offers/contract-jobs.ts');
    const payOut = (institution: typeof INSTITUTION) =>
      bank.work(newUuid(), (work) => payOutDueLoans(work, { day: legalDay(payoutDay), institution }));
    expect(await payOut(INSTITUTION)).toBe(0);
    expect(await phaseOf(loanId)).toBe('agreed');
    expect(await payOut(bank.bank.institution)).toBe(1);
    expect(await phaseOf(loanId)).toBe('active');
  });
});

describe('LC-6: an intermediary', () => {
  test('LC-6 the database takes no offer of it, whatever the code asks', async () => {
    await open(INTERMEDIARY);
    const id = await ask({ lenders: ['banque-rive'] });
    const { insertOffer } = await import('../offers/queries.ts');
    const offer = bank.work(newUuid(), (work) =>
      insertOffer(work.tx, {
        id,
        reference: 'CTR-TEST',
        issuedAt: TODAY,
        issuedBy: newUuid(),
        principal: 5_000_00,
        currency: 'EUR',
        annualRateBps: 500,
        durationMonths: 24,
        product: 'personal',
        instalment: 219_36,
        lastInstalment: 219_30,
        totalDue: 5_264_58,
        largestFirstInstalment: 222_00,
        dailyInterest: 68,
        taegBps: 512,
        usuryCeilingBps: 900,
        isUsuryQuarterLoaded: true,
        validDays: 15,
        isExtended: true,
        setHash: '0'.repeat(64),
        mailId: newUuid(),
      }),
    );
    await expect(offer).rejects.toMatchObject({
      cause: { code: 'LC052', constraint: 'loan.status-forbids' },
    });
  });

  test.each([
    ['an intermediary', INTERMEDIARY, 0],
    ['a house that lends', LIVE_INSTITUTION, 1],
  ])(
    'LC-6 L751-2: requests of %s that wait for the FICP, in the filter and the queue',
    async (_, institution, count) => {
      const staff = await open(institution);
      const id = await ask({ lenders: ['banque-rive'] });
      accepted(await client.put(`/loans/${id}/dialogue-sheet`, { content: TEST_SHEET }));
      await asOwner(bank.database.db, (tx) =>
        tx.execute(sql`update dialogue_sheets set confirmed_at = now()`),
      );
      expect(accepted(await staff.get('/admin/loans?ficp=to-consult')).loans).toHaveLength(count);
      const { queues } = accepted(await staff.get('/admin/loan-queues'));
      expect(queues.find(({ name }: { name: string }) => name === 'ficp-to-consult').count).toBe(count);
      const { session } = accepted(await staff.get('/session'));
      for (const permission of ['loanFile.consultFicp', 'loanOffers.decideAgreement.agree'])
        expect([permission, session.permissions.includes(permission)]).toEqual([permission, count === 1]);
    },
  );

  test('LC-6 GDPR art. 15(1)(c): the export names the lenders that a request went to, and those that it may go to', async () => {
    const staff = await open(INTERMEDIARY);
    const id = await ask({ lenders: ['banque-rive', 'credit-du-pont'] });
    accepted(
      await staff.post(`/admin/loans/${id}/transmission`, { lender: 'banque-rive', seenPhase: 'submitted' }),
    );
    accepted(
      await staff.post(`/admin/loans/${id}/transmission/answer`, {
        answer: 'accepted',
        seenPhase: 'transmitted',
      }),
    );
    const at = TODAY.toISOString();
    expect(accepted(await client.get('/profile/export')).lenders).toEqual([
      { loanId: id, lender: 'Banque Rive', agreedAt: at, sentAt: at, answer: 'accepted', answeredAt: at },
      { loanId: id, lender: 'Crédit du Pont', agreedAt: at, sentAt: null, answer: null, answeredAt: null },
    ]);
    const { text } = readPdf((await client.get('/documents/personal-data.pdf')).bytes);
    const said = text.replace(/\s+/g, ' ');
    for (const words of [
      'Prêteurs destinataires de vos demandes',
      'Banque Rive Transmise au prêteur le 23/11/2026',
      'Acceptée par le prêteur le 23/11/2026',
      'Crédit du Pont Accord donné, rien transmis',
    ])
      expect(said).toContain(words);
  });
});

describe('LC-6: accounts by the status of the house', () => {
  test.each([
    ['finance-company', 'credit', 'courant', 0],
    ['iobsp-broker', 'credit', 'epargne', 0],
    ['payment-institution', 'courant', 'epargne', 250_00],
  ] as const)(
    'LC-6 CMF L511-5: a %s opens accounts of kind %s and none of kind %s',
    async (status, own, other, deposit) => {
      await open({
        ...INTERMEDIARY,
        status,
        ...(status === 'finance-company' ? { partnerLenders: undefined } : {}),
      });
      const person = await bank.halfSignedUp();
      const refused = await person.post('/sign-up/account', { accountType: other });
      expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'accountType']);
      accepted(await person.post('/sign-up/account', { accountType: own }));
      const { account } = accepted(await person.get('/overview'));
      expect(account).toMatchObject({ accountType: own, activationDepositMinor: deposit });
    },
  );
});

test('LC-6, LC-13 a client whose account of before is in pounds asks in euro: the lender pays out elsewhere', async () => {
  await open({ ...INTERMEDIARY, status: 'payment-institution' });
  client = await bank.client({ country: 'GB' });
  const { account } = accepted(await client.get('/overview'));
  expect(account.currency).toBe('GBP');
  const id = await ask({ lenders: ['banque-rive'] });
  const { loan } = accepted(await client.get(`/loans/${id}`));
  expect(loan).toMatchObject({ amountMinor: 5_000_00, currency: 'EUR' });
});

describe('LC-6: the parts of a back office', () => {
  const partsAs = async (staff: Person) => accepted(await staff.get('/admin/counts')).parts;
  const governed = async (staff: Person): Promise<string[]> =>
    accepted(await staff.get('/admin/policies')).policies.map(
      ({ operation }: { operation: string }) => operation,
    );

  test('LC-6, FOUR-23 an intermediary has no rules of two people on money, loans and rates, and names none that lacks people', async () => {
    const staff = await open(INTERMEDIARY);
    expect(await partsAs(staff)).toEqual([]);
    const operations = await governed(staff);
    expect(operations).toContain('staff.invite');
    expect(
      operations.filter((one) => !/^(?:clients|staff|roles|policies|parameters|lists)\./.test(one)),
    ).toEqual([]);
  });

  test('LC-6 what is left from before the status changed stays, with its rules', async () => {
    const staff = await open(INTERMEDIARY);
    await asOwner(bank.database.db, (tx) =>
      tx.execute(sql`insert into bank_accounts (id, iban, bank_name, currency, created_by, created_at)
        values (${newUuid()}::uuid, 'FR7630006000011234567890189', 'Banque Rive', 'EUR', ${newUuid()}::uuid, ${TODAY.toISOString()})`),
    );
    expect(await partsAs(staff)).toEqual(['bank-statements']);
    expect(await governed(staff)).toContain('bankAccounts.adopt');
    expect(await governed(staff)).not.toContain('withdrawals.decide.approve');
    const { jobs } = accepted(await staff.get('/admin/jobs'));
    const names = jobs.map(({ name }: { name: string }) => name);
    expect(names).toContain('prove-bank');
    for (const other of ['pay-out-loans', 'send-instant-transfers', 'demonstration-bank'])
      expect(names).not.toContain(other);
  });

  test.each([
    ['payment-institution', INTERMEDIARY, 'lending', 'rates.change'],
    [
      'finance-company',
      { ...LIVE_INSTITUTION, ibanRange: undefined, depositGuaranteeMinor: undefined },
      'currencies',
      'loanOffers.issue',
    ],
  ] as const)('LC-6 a %s', async (status, file, missing, operation) => {
    const staff = await open({ ...file, status });
    expect(await partsAs(staff)).not.toContain(missing);
    expect(await governed(staff)).toContain(operation);
  });
});
