import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectionDayOf } from '#domain/loans/collection-day.ts';
import { codeOf, debitBorrower, mandateOf, OUTSIDE, PAYOUT, sign, signed } from '../testing/debit-steps.ts';
import { lendOn, runJobOn } from '../testing/lent-loan.ts';
import { readPdf } from '../testing/pdf-text.ts';
import { accepted } from '../testing/populated-bank.ts';
import { memberWith } from '../testing/staff.ts';
import { openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';

/** The mandate by which a client lets the bank collect instalments from an account in another bank (PAY-68). */

const OTHER_OUTSIDE = 'BE68539007547034';
const REFUSED = { status: 409, code: 'mandate.not-active' };

let bank: TestBank;
let administrator: Person;

const borrower = () => debitBorrower(bank, administrator);

beforeAll(async () => {
  bank = await openTestBank();
  administrator = await bank.administrator();
});
afterAll(() => bank.close());

describe('PAY-68 a mandate', () => {
  test('is prepared, signed with a confirmation of its own, changed, and revoked by its client alone', async () => {
    const { client, loanId } = await borrower();
    const stranger = await bank.client();
    const draft = accepted(
      await client.post('/mandates', { loanId, iban: OUTSIDE, bankName: 'Autre banque' }),
    ).mandate;
    expect(draft).toMatchObject({
      state: 'draft',
      creditorIdentifier: 'FR76ZZZ000000',
      signedOn: null,
      toSign: { iban: OUTSIDE },
    });
    expect(draft.reference).toMatch(/^MDT-\d{8}-[0-9A-Z]{8}$/);
    expect((await stranger.get('/mandates')).body.mandates).toEqual([]);
    const path = `/mandates/${draft.id}`;
    expect((await stranger.post(`${path}/revocation`)).status).toBe(404);
    expect((await sign(stranger, draft.id)).status).toBe(404);
    // A signature is confirmed however fresh the sign-in is.
    expect(codeOf(await client.post(`${path}/signature`))).toEqual({
      status: 403,
      code: 'auth.confirmation-required',
    });
    const active = accepted(await sign(client, draft.id)).mandate;
    expect(active).toMatchObject({ state: 'active', signedOn: PAYOUT, effectiveOn: PAYOUT, toSign: null });
    expect(codeOf(await sign(client, draft.id))).toEqual(REFUSED);
    // Another account waits for its own signature, and the old one holds until then.
    accepted(await client.post('/mandates', { loanId, iban: OTHER_OUTSIDE, bankName: 'Banque du Nord' }));
    expect(await mandateOf(client, draft.id)).toMatchObject({
      iban: OUTSIDE,
      toSign: { iban: OTHER_OUTSIDE },
    });
    accepted(await sign(client, draft.id));
    expect(await mandateOf(client, draft.id)).toMatchObject({
      iban: OTHER_OUTSIDE,
      reference: draft.reference,
    });
    const pdf = await client.get(`${path}/mandate.pdf`);
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const { mandate } = accepted(await client.post(`${path}/revocation`));
    expect(mandate).toMatchObject({ state: 'revoked', endReason: 'client' });
    expect(codeOf(await client.post(`${path}/revocation`))).toEqual(REFUSED);
  });

  test('PAY-69 its paper announces each collection with its day and amount, the mandate and the creditor', async () => {
    const { client, loanId } = await borrower();
    const { mandate } = accepted(
      await client.post('/mandates', { loanId, iban: OUTSIDE, bankName: 'Autre banque' }),
    );
    const paper = async () =>
      readPdf((await client.get(`/mandates/${mandate.id}/mandate.pdf`)).bytes).text.replace(/\s/g, '');
    const { rows } = accepted(await client.get(`/loans/${loanId}/schedule`)).schedule;
    const [, second] = rows;
    const day = (of: string) => of.split('-').reverse().join('/');
    const amount = (minor: number) => `${String(minor).slice(0, -2)},${String(minor).slice(-2)}€`;
    const text = await paper();
    const creditor = bank.bank.institution.creditorIdentifier;
    expect(text).toContain(`mandat${mandate.reference},avecl'identifiantcréancier${creditor}.`);
    expect(text).toContain(`2${day(collectionDayOf(second.dueDate))}${amount(second.instalmentMinor)}`);
    accepted(await client.post(`/mandates/${mandate.id}/revocation`));
    expect(await paper()).not.toContain('Prélèvementsprévus');
  });

  test('STAFF-5 its paper says no more of the account than the screen to who may not read account numbers', async () => {
    const { client, loanId } = await borrower();
    const { id } = accepted(
      await client.post('/mandates', { loanId, iban: OUTSIDE, bankName: 'Autre banque' }),
    ).mandate;
    const textFor = async (person: Person) => {
      const answer = await person.get(`/admin/mandates/${id}/mandate.pdf`);
      expect(answer.status).toBe(200);
      return readPdf(answer.bytes).text.replace(/\s/g, '');
    };
    expect(await textFor(await memberWith(bank, ['payments']))).toContain(OUTSIDE);
    const masked = await textFor(await memberWith(bank, ['adviser']));
    expect(masked).not.toContain(OUTSIDE);
    expect(masked).toContain(`••••${OUTSIDE.slice(-4)}`);
  });

  test('is of an account in another bank of SEPA, whose holder is the client as far as is known', async () => {
    const { client, loanId } = await borrower();
    const of = (iban: string) => client.post('/mandates', { loanId, iban, bankName: 'Autre banque' });
    for (const iban of [
      'DE89370400440532013001',
      'BR1800360305000010009795493C1',
      'FR7600000000000000000000970',
    ])
      expect(codeOf(await of(iban))).toEqual({ status: 409, code: 'mandate.account-not-possible' });
    const unsure = await bank.client({ firstName: 'Inconnu', lastName: 'Lejeune' });
    const lent = await lendOn(
      bank,
      { client: unsure, administrator },
      { principalMinor: 5_000_00, annualRateBps: 390, durationMonths: 24, payoutDay: PAYOUT, dueDay: 5 },
    );
    const fields = { loanId: lent, iban: OUTSIDE, bankName: 'Autre banque' };
    const asked = await unsure.post('/mandates', fields);
    expect(codeOf(asked)).toEqual({ status: 409, code: 'transfer.payee-check-required' });
    const { payeeCheckId } = asked.body.params ?? asked.body;
    const known = await unsure.post('/mandates', { ...fields, payeeCheckId, acceptedResult: 'no-match' });
    expect(accepted(known).mandate.toSign.checkResult).toBe('no-match');
  });

  test('has no effect before the law allows a payment on its contract (LC-52), whatever code asks', async () => {
    const { client, loanId } = await borrower();
    const id = await signed(client, loanId);
    await expect(
      bank.database.db.transaction(async (tx) => {
        await tx.execute(sql`update mandates set effective_on = signed_on where id = ${id}`);
        await tx.execute(sql`select 1`);
      }),
    ).resolves.toBeUndefined();
    await expect(
      bank.database.db.execute(sql`update mandates set reference = 'MDT-X' where id = ${id}`),
    ).rejects.toThrow();
    accepted(await client.post(`/mandates/${id}/revocation`));
  });

  test('ends after 36 months without use, and with its loan', async () => {
    const { client, loanId } = await borrower();
    const id = await signed(client, loanId);
    await bank.database.db.execute(
      sql`update mandates set last_used_on = date '2024-01-10' where id = ${id}`,
    );
    await runJobOn(bank, 'plan-direct-debits', '2027-01-09');
    expect((await mandateOf(client, id)).state).toBe('active');
    await runJobOn(bank, 'plan-direct-debits', '2027-01-10');
    expect(await mandateOf(client, id)).toMatchObject({ state: 'expired', endReason: 'unused' });
  });
});
