import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import demonstration from '#content/institution/demo.ts';
import { institutionSchema } from '#content/institution/schema.ts';
import { CLIENT_LANGUAGES } from '#domain/clients/client-languages.ts';
import { amortisationSchedule } from '#domain/loans/schedule.ts';
import { taegBps, taegOfSchedule } from '#domain/loans/taeg.ts';
import { formatMoney, formatRate } from '#domain/money/format.ts';
import { creditAccount } from '../accounts/credit-account.ts';
import { newUuid } from '../ids.ts';
import { paperLanguage } from '../papers/paper-language.ts';
import { fill } from '../papers/words.ts';
import { type ReadPdf, readPdf } from '../testing/pdf-text.ts';
import { sizeFor } from '../testing/size.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { ribParts } from './rib.ts';

/** Of the languages of the product one for each font and each order of a day and an amount: `npm run test:whole` draws them all. */
const LANGUAGES = sizeFor({
  small: CLIENT_LANGUAGES.filter((code) => ['en', 'de', 'hu', 'el', 'sr', 'ja', 'zh'].includes(code)),
  whole: [...CLIENT_LANGUAGES],
});

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(new Date('2026-09-10T09:00:00Z'));
    client = await bank.client({ firstName: 'Élodie', lastName: 'Ünal-Őze' });
    administrator = await bank.administrator();
  }),
);
afterEach(() => bank.close());

/** Words may break over two lines anywhere. */
const withPlainSpaces = (text: string) => text.replace(/\s+/g, '');

const euros = (minor: number) => formatMoney({ amountMinor: minor, currency: 'EUR' }, 'fr-FR');

async function pdfAt(path: string, who: Person = client): Promise<ReadPdf> {
  const { status, headers, bytes, body } = await who.get(path);
  expect(status, JSON.stringify(body).slice(0, 300)).toBe(200);
  expect(headers.get('content-type')).toBe('application/pdf');
  expect(headers.get('cache-control')).toBe('no-store');
  return readPdf(bytes);
}

const problemAt = async (path: string, who: Person = client) => {
  const { status, body } = await who.get(path);
  return { status, body };
};

const assignIban = (iban = 'FR76 3000 6000 0112 3456 7890 189') =>
  administrator.put(`/admin/clients/${client.accountId}/iban`, { iban, bankName: 'Guichet Démo' });

/** Many movements at once, through the use case that the route calls. */
const creditOften = (count: number) =>
  bank.work(administrator.userId, async (work) => {
    for (let index = 0; index < count; index += 1)
      await creditAccount(work, client.accountId, {
        amountMinor: 100_00 + index,
        currency: 'EUR',
        description: `Versement ${index}`,
      });
  });

describe('every document', () => {
  test('is tagged, French, titled, and says on each page of a demonstration that it is a specimen', async () => {
    await assignIban();
    await creditOften(45);
    for (const path of [
      '/documents/rib.pdf',
      '/documents/statements/2026-09.pdf',
      '/documents/personal-data.pdf',
    ]) {
      const { raw, pages, elements } = await pdfAt(path);
      expect(raw).toContain('/Lang (fr-FR)');
      expect(raw).toContain('/Marked true');
      expect(raw).toContain('/StructTreeRoot');
      expect(raw).toContain('/DisplayDocTitle true');
      expect(raw).toContain('pdfuaid');
      expect(elements).toMatchObject({ Document: 1, H1: 1 });
      for (const [index, { lines }] of pages.entries()) {
        expect(lines).toContain('SPÉCIMEN – DÉMONSTRATION');
        expect(lines).toContain(`Page ${index + 1} sur ${pages.length}`);
        expect(lines.join('\n')).toContain('Guichet Démo (établissement fictif), Société anonyme fictive');
      }
    }
  });

  test('of a live institution is no specimen', async () => {
    const live = await openTestBank({
      institution: { ...institutionSchema.parse(demonstration), mode: 'live' },
    });
    const someone = await live.client();
    const month = new Date().toISOString().slice(0, 7);
    const { text } = await pdfAt(`/documents/statements/${month}.pdf`, someone);
    expect(text).not.toContain('SPÉCIMEN');
    expect(text).not.toContain('démonstration');
    await live.close();
  });

  test.each([
    ['Ιωάννα', 'Παπαδοπούλου', 'Ιωάννα Παπαδοπούλου'],
    ['Юлия', 'Щерева', 'Юлия Щерева'],
    ['Lan', 'Nguyễn', 'Lan Nguyễn'],
    ['太郎', 'Łódź', '太郎 Łódź'],
    ['შოთა', 'Meier', '???? Meier'],
  ])('writes %s %s as %s: a mark only for letters that no font has', async (first, last, shown) => {
    const other = await bank.client({ firstName: first, lastName: last });
    const { text } = await pdfAt('/documents/statements/2026-09.pdf', other);
    expect(text).toContain(shown);
  });

  test.each(LANGUAGES)('in %s has its words, dates and amounts, and every letter of them', async (code) => {
    await assignIban();
    await creditOften(1);
    const language = paperLanguage(code);
    const { raw, text } = await pdfAt(`/documents/statements/2026-09.pdf?language=${code}`);
    expect(raw).toContain(`/Lang (${language.locale})`);
    const { words, dayInWords, dayInFigures } = language;
    for (const said of [
      `${words.statement.title} – ${language.monthInWords('2026-09-10')}`,
      fill(words.statement.opening, { date: dayInWords('2026-09-01') }),
      words.accountTypes.courant,
      dayInFigures('2026-09-10'),
      formatMoney({ amountMinor: 100_00, currency: 'EUR' }, language.locale),
      fill(words.page, { page: '1', count: '1' }),
      words.specimenMark,
    ])
      expect(withPlainSpaces(text)).toContain(withPlainSpaces(said));
    expect(text).not.toContain('??');
  });

  test('in a language that has none is French', async () => {
    const { raw } = await pdfAt('/documents/statements/2026-09.pdf?language=xx');
    expect(raw).toContain('/Lang (fr-FR)');
    const { status, body } = await problemAt('/documents/rib.pdf?language=deutsch');
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'language']);
  });

  test('stands in the API document with its media type', async () => {
    const { body } = await bank.visitor().get('/openapi.json');
    const typesOf = (path: string) => Object.keys(body.paths[path].get.responses[200].content);
    expect(typesOf('/documents/rib.pdf')).toEqual(['application/pdf']);
    expect(typesOf('/documents/statements/{file}')).toEqual(['application/pdf']);
    expect(typesOf('/documents/fees/{id}/receipt.pdf')).toEqual(['application/pdf']);
    expect(typesOf('/loans/{id}/schedule.pdf')).toEqual(['application/pdf']);
    expect(typesOf('/documents/loan-simulation.pdf')).toEqual(['application/pdf']);
    expect(typesOf('/documents/personal-data.pdf')).toEqual(['application/pdf']);
    expect(typesOf('/documents/transactions.csv')).toEqual(['text/csv']);
    expect(typesOf('/documents/transactions.pdf')).toEqual(['application/pdf']);
    expect(typesOf('/profile/export')).toEqual(['application/json']);
  });

  test.each([
    '/documents/rib.pdf',
    '/documents/statements/2026-09.pdf',
    '/documents/fees/01a1f9b6-0000-7000-8000-000000000001/receipt.pdf',
    '/loans/01a1f9b6-0000-7000-8000-000000000001/schedule.pdf',
    '/documents/transactions.csv',
    '/documents/transactions.pdf',
  ])('%s: 401 without a session, 403 for people without an account', async (path) => {
    expect((await problemAt(path, bank.visitor())).status).toBe(401);
    expect((await problemAt(path, await bank.halfSignedUp())).status).toBe(403);
    expect((await problemAt(path, administrator)).status).toBe(403);
  });
});

describe('GET /documents/rib.pdf', () => {
  test('404 until an IBAN is assigned, then 200 with its parts', async () => {
    expect((await problemAt('/documents/rib.pdf')).status).toBe(404);
    await client.put('/profile', {
      firstName: 'Élodie',
      lastName: 'Ünal-Őze',
      address: "12 rue de l'Église",
      postalCode: '00000',
      city: 'Villefictive',
    });
    await assignIban();
    const { text } = await pdfAt('/documents/rib.pdf');
    for (const line of [
      "Titulaire Élodie Ünal-Őze, 12 rue de l'Église, 00000 Villefictive",
      'IBAN FR76 3000 6000 0112 3456 7890 189',
      'Code banque 30006',
      'Code guichet 00001',
      'Numéro de compte 12345678901',
      'Clé RIB 89',
      'Établissement teneur du compte Guichet Démo',
      'Devise EUR',
    ])
      expect(text.split('\n')).toContain(line);
    // PAY-27: the reference by which a payer finds the account.
    expect(text).toMatch(/Référence à indiquer RF\d{2} GUI0 \d{4} \d{4} \d/);
  });

  test('an IBAN of another country has no French parts', async () => {
    await assignIban('DE89 3704 0044 0532 0130 00');
    const { text } = await pdfAt('/documents/rib.pdf');
    expect(text).toContain('IBAN DE89 3704 0044 0532 0130 00');
    expect(text).not.toContain('Code guichet');
    expect(ribParts('DE89370400440532013000')).toBeNull();
  });
});

describe('GET /documents/fees/{id}/receipt.pdf', () => {
  async function newFee(): Promise<string> {
    const { body } = await administrator.post(`/admin/clients/${client.accountId}/fees`, {
      amountMinor: 12_50,
      description: 'Tenue de compte',
    });
    return body.fee.id;
  }

  test('404 until the fee is paid, then 200 with its number', async () => {
    const feeId = await newFee();
    expect((await problemAt(`/documents/fees/${feeId}/receipt.pdf`)).status).toBe(404);
    await client.post(`/fees/${feeId}/declaration`);
    expect((await problemAt(`/documents/fees/${feeId}/receipt.pdf`)).status).toBe(404);
    const { fee } = (await administrator.post(`/admin/fees/${feeId}/settlement`)).body;
    const { text } = await pdfAt(`/documents/fees/${feeId}/receipt.pdf`);
    for (const line of [
      `Numéro du reçu ${fee.receiptNumber}`,
      'Payé par Élodie Ünal-Őze',
      'Objet Tenue de compte',
      `Montant payé ${euros(12_50)}`,
      'Date du paiement validé 10 septembre 2026',
      'Moyen de paiement En personne',
    ])
      expect(text.split('\n')).toContain(line);
    expect(text).toContain('Aucun versement, de quelque nature que ce soit');
  });

  test('a foreign receipt answers exactly like a missing one; 400 for an id that is none', async () => {
    const feeId = await newFee();
    await administrator.post(`/admin/fees/${feeId}/settlement`);
    const stranger = await bank.client();
    const foreign = await problemAt(`/documents/fees/${feeId}/receipt.pdf`, stranger);
    expect(foreign).toEqual(await problemAt(`/documents/fees/${newUuid()}/receipt.pdf`, stranger));
    expect(foreign.status).toBe(404);
    expect((await problemAt('/documents/fees/x/receipt.pdf')).status).toBe(400);
  });
});

describe('GET /documents/loan-simulation.pdf', () => {
  const at = (query: string) => `/documents/loan-simulation.pdf?${query}`;

  test('200 for anyone: the six items of the law, the warning, and every row to the cent', async () => {
    const { text } = await pdfAt(at('amountMinor=1000000&durationMonths=36'), bank.visitor());
    const lines = text.split('\n');
    for (const line of [
      `Montant emprunté ${euros(1_000_000)}`,
      'Durée 36\u00a0mois',
      `Taux débiteur fixe ${formatRate(390, 'fr-FR')}`,
      `TAEG fixe ${formatRate(397, 'fr-FR')}`,
      `Mensualité ${euros(29_480)}`,
      `Dernière mensualité ${euros(29_459)}`,
      `Montant total dû ${euros(1_061_259)}`,
      `1 ${[29_480, 3_250, 26_230, 973_770].map(euros).join(' ')}`,
      `36 ${[29_459, 95, 29_364, 0].map(euros).join(' ')}`,
    ])
      expect(lines).toContain(line);
    expect(text).toContain('Un crédit vous engage et doit être remboursé.');
    expect(text).toContain("elle n'est ni une offre de crédit");
  });

  test('200 with a product: its list price', async () => {
    const query = at('amountMinor=1000000&durationMonths=36&product=consolidation');
    const { text } = await pdfAt(query, bank.visitor());
    expect(text).toContain(`Taux débiteur fixe ${formatRate(490, 'fr-FR')}`);
  });

  test.each([
    ['amountMinor=99999&durationMonths=36', 'amountMinor'],
    ['amountMinor=5000001&durationMonths=36', 'amountMinor'],
    ['amountMinor=2500001&durationMonths=36&product=personal', 'amountMinor'],
    ['amountMinor=100000&durationMonths=84&product=auto', 'durationMonths'],
    ['amountMinor=100000&durationMonths=12&product=mortgage', 'product'],
    ['amountMinor=1000.5&durationMonths=36', 'amountMinor'],
    ['amountMinor=dix&durationMonths=36', 'amountMinor'],
    ['amountMinor=1000000&durationMonths=85', 'durationMonths'],
    ['amountMinor=1000000', 'durationMonths'],
  ])('400: %s', async (query, field) => {
    const { status, body } = await problemAt(at(query), bank.visitor());
    expect(status).toBe(400);
    expect(body.errors.map((fault: { field: string }) => fault.field)).toEqual([field]);
  });
});

test('a simulation drawn too often from one address: 429, and when to come back', async () => {
  const visitor = bank.visitor();
  const path = '/documents/loan-simulation.pdf?amountMinor=100000&durationMonths=12';
  // Most are only counted, as the route counts them: to draw sixty takes two seconds.
  for (let drawn = 0; drawn < 58; drawn += 1) await bank.bank.attempts.countDrawing('unknown');
  for (let drawn = 58; drawn < 60; drawn += 1) expect((await visitor.get(path)).status).toBe(200);
  const { status, body } = await problemAt(path, visitor);
  expect(status).toBe(429);
  expect(body).toMatchObject({ code: 'request.too-many', params: { minutes: 15 } });
  expect(body.detail).toContain('15\u00a0minutes');
});

describe('GET /loans/{id}/schedule.pdf', () => {
  const LOAN = {
    amountMinor: 12_345_67,
    purpose: 'Rénover la cuisine',
    durationMonths: 48,
    monthlyIncomeMinor: 2_400_00,
  };
  const requestLoan = async () => (await client.post('/loans', LOAN)).body.loan;
  const decide = (loanId: string, decision: object) =>
    administrator.post(`/admin/loans/${loanId}/decision`, decision);

  test('200: every row of the exact schedule, dated once the loan is paid out', async () => {
    const loan = await requestLoan();
    const path = `/loans/${loan.id}/schedule.pdf`;
    const planned = await pdfAt(path);
    expect(planned.text).toContain("Ce prêt n'est pas versé.");
    expect(planned.text, 'LC-15: until the payout').toContain(
      'Aucun versement, de quelque nature que ce soit',
    );
    await decide(loan.id, { action: 'approve' });
    const { firstDueDate, instalmentMinor } = (await client.get(`/loans/${loan.id}`)).body.loan;
    const schedule = amortisationSchedule({
      principalMinor: LOAN.amountMinor,
      annualRateBps: loan.annualRateBps,
      durationMonths: LOAN.durationMonths,
      firstDueDate,
    });
    const { text } = await pdfAt(path);
    const lines = text.split('\n');
    for (const row of schedule.rows) {
      const date = (row.dueDate ?? '').split('-').reverse().join('/');
      const amounts = [row.instalmentMinor, row.interestMinor, row.principalMinor, row.remainingMinor];
      expect(lines).toContain(`${row.number} ${date} ${amounts.map(euros).join(' ')}`);
    }
    for (const line of [
      `Montant emprunté ${euros(LOAN.amountMinor)}`,
      `Mensualité ${euros(instalmentMinor)}`,
      `Taux débiteur fixe ${formatRate(loan.annualRateBps, 'fr-FR')}`,
      `TAEG fixe ${formatRate(taegBps(taegOfSchedule(schedule)), 'fr-FR')}`,
      `Montant total dû ${euros(schedule.totalDueMinor)}`,
      `Coût total du crédit ${euros(schedule.totalInterestMinor)}`,
    ])
      expect(lines).toContain(line);
    expect(text).toContain('Un crédit vous engage et doit être remboursé.');
    expect(text).not.toContain("n'est pas versé");
  });

  test('404 for a refused request, a foreign one and a missing one; 400 for an id that is none', async () => {
    const loan = await requestLoan();
    const path = `/loans/${loan.id}/schedule.pdf`;
    const stranger = await bank.client();
    const foreign = await problemAt(path, stranger);
    expect(foreign).toEqual(await problemAt(`/loans/${newUuid()}/schedule.pdf`, stranger));
    expect(foreign.status).toBe(404);
    await decide(loan.id, { action: 'reject', reasonCode: 'insufficient-income' });
    expect((await problemAt(path)).status).toBe(404);
    expect((await problemAt('/loans/x/schedule.pdf')).status).toBe(400);
  });
});
