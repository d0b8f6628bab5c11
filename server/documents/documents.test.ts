import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import demonstration from '#content/institution/demo.ts';
import { institutionSchema } from '#content/institution/schema.ts';
import { amortisationSchedule } from '#domain/loans/schedule.ts';
import { taegBps, taegOfSchedule } from '#domain/loans/taeg.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { formatMoney, formatRate } from '#domain/money/format.ts';
import { creditAccount } from '../accounts/credit-account.ts';
import { passkeys, recoveryCodes, secondFactors } from '../db/schema/index.ts';
import { newUuid } from '../ids.ts';
import { type ReadPdf, readPdf } from '../testing/pdf-text.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { ribParts } from './rib.ts';

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(async () => {
  bank = await openTestBank();
  bank.setNow(new Date('2026-09-10T09:00:00Z'));
  client = await bank.client({ firstName: 'Élodie', lastName: 'Ünal-Őze' });
  administrator = await bank.administrator();
});
afterEach(() => bank.close());

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

const credit = (amountMinor: number, description: string, currency = 'EUR') =>
  administrator.post(`/admin/clients/${client.accountId}/credits`, { amountMinor, currency, description });

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

async function withdraw(amountMinor: number): Promise<void> {
  const { body } = await client.post('/withdrawals', {
    amountMinor,
    iban: 'DE89370400440532013000',
    bankName: 'Banque Démo',
  });
  for (const action of ['approve', 'complete'])
    await administrator.post(`/admin/withdrawals/${body.withdrawal.id}/decision`, { action });
}

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
    ['Ιωάννα', 'Παπαδοπούλου', 'Ioanna Papadopoulou'],
    ['Юлия', 'Щерева', 'Yuliya Shtereva'],
    ['Lan', 'Nguyễn', 'Lan Nguyen'],
    ['太郎', 'Łódź', '?? Łódź'],
  ])('writes %s %s as %s: letters its font has, a mark where there are none', async (first, last, shown) => {
    const other = await bank.client({ firstName: first, lastName: last });
    const { text } = await pdfAt('/documents/statements/2026-09.pdf', other);
    expect(text).toContain(shown);
  });

  test('stands in the API document with its media type', async () => {
    const { body } = await bank.visitor().get('/openapi.json');
    const typesOf = (path: string) => Object.keys(body.paths[path].get.responses[200].content);
    expect(typesOf('/documents/rib.pdf')).toEqual(['application/pdf']);
    expect(typesOf('/documents/statements/{file}')).toEqual(['application/pdf']);
    expect(typesOf('/documents/fees/{id}/receipt.pdf')).toEqual(['application/pdf']);
    expect(typesOf('/documents/loans/{id}/schedule.pdf')).toEqual(['application/pdf']);
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
    '/documents/loans/01a1f9b6-0000-7000-8000-000000000001/schedule.pdf',
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
  });

  test('an IBAN of another country has no French parts', async () => {
    await assignIban('DE89 3704 0044 0532 0130 00');
    const { text } = await pdfAt('/documents/rib.pdf');
    expect(text).toContain('IBAN DE89 3704 0044 0532 0130 00');
    expect(text).not.toContain('Code guichet');
    expect(ribParts('DE89370400440532013000')).toBeNull();
  });
});

describe('GET /documents/statements/{month}.pdf', () => {
  /** The lines of the movements: date, balance at the end. */
  const movementLines = ({ text }: ReadPdf) =>
    text.split('\n').filter((line) => /^\d{2}\/\d{2}\/\d{4} /.test(line));

  test('200: each month begins where the last one ended, and every figure is that of the API', async () => {
    await credit(1_500_00, 'Salaire de septembre');
    await bank.travelTo(new Date('2026-10-05T09:00:00Z'));
    await credit(2_000_00, 'Salaire d\u2019octobre');
    await withdraw(350_25);
    await credit(100_00, 'Virement de Londres', 'GBP');
    await bank.travelTo(new Date('2026-11-20T09:00:00Z'));
    await withdraw(10_00);

    let closing = 0;
    for (const [name, title, first, last] of [
      ['2026-09', 'septembre 2026', '1er septembre 2026', '30 septembre 2026'],
      ['2026-10', 'octobre 2026', '1er octobre 2026', '31 octobre 2026'],
      ['2026-11', 'novembre 2026', '1er novembre 2026', '20 novembre 2026'],
    ] as const) {
      const from = `${name}-01`;
      const to = `${name}-${name === '2026-10' ? '31' : '30'}`;
      const { transactions } = (await client.get(`/transactions?from=${from}&to=${to}`)).body;
      const movements: { amountMinor: number; balanceAfterMinor: number; referenceNumber: string }[] =
        transactions.toReversed();
      const pdf = await pdfAt(`/documents/statements/${name}.pdf`);
      const lines = pdf.text.split('\n');
      const sum = (sign: 1 | -1) =>
        movements.reduce((total, { amountMinor }) => total + Math.max(sign * amountMinor, 0), 0);
      expect(lines).toContain(`Relevé de compte – ${title}`);
      expect(lines).toContain(`Solde au ${first} ${euros(closing)}`);
      expect(lines).toContain(`Total des crédits ${euros(sum(1))}`);
      expect(lines).toContain(`Total des débits ${euros(sum(-1))}`);
      closing = movements.at(-1)?.balanceAfterMinor ?? closing;
      expect(lines).toContain(`Solde au ${last} ${euros(closing)}`);
      const drawn = movementLines(pdf).slice(1);
      expect(drawn).toHaveLength(movements.length);
      for (const [index, movement] of movements.entries()) {
        expect(drawn[index]).toContain(
          `${euros(Math.abs(movement.amountMinor))} ${euros(movement.balanceAfterMinor)}`,
        );
        expect(pdf.text).toContain(movement.referenceNumber);
      }
      expect(lines).toContain(
        `Total et solde de clôture ${euros(sum(-1))} ${euros(sum(1))} ${euros(closing)}`,
      );
    }
    const october = (await pdfAt('/documents/statements/2026-10.pdf')).text;
    expect(october).toContain('Du 1er octobre 2026 au 31 octobre 2026');
    expect(october).toMatch(/100,00\u00a0£(GB)? au taux de \d,\d+,\s+du\s+\d\d\/\d\d\/20\d\d/);
    expect((await pdfAt('/documents/statements/2026-11.pdf')).text).toContain(
      'Mois en cours, arrêté au 20 novembre 2026',
    );
  });

  test('200: a month without movements says so', async () => {
    await bank.travelTo(new Date('2026-11-20T09:00:00Z'));
    const { text, elements } = await pdfAt('/documents/statements/2026-10.pdf');
    expect(text).toContain('Aucune opération sur cette période.');
    expect(elements.Table).toBe(1);
  });

  test('200: a long month runs over several pages, with its headings on each and nothing missing', async () => {
    await creditOften(60);
    const pdf = await pdfAt('/documents/statements/2026-09.pdf');
    expect(pdf.pages.length).toBeGreaterThan(1);
    for (const { lines } of pdf.pages.slice(0, -1))
      expect(lines).toContain('Date Opération Débit Crédit Solde');
    expect(movementLines(pdf)).toHaveLength(61);
    // Six facts, the headings once, the opening row, the movements, the total.
    expect(pdf.elements.TR).toBe(6 + 1 + 1 + 60 + 1);
  });

  test('yen have no decimals', async () => {
    const yen = await bank.client({ country: 'JP' });
    await bank.fund(yen, 125_000);
    const { text } = await pdfAt('/documents/statements/2026-09.pdf', yen);
    expect(text).toMatch(/Total des crédits 125\u202f000\u00a0(JPY|¥)/);
  });

  test('400 for what is no month, 404 before the account and after today', async () => {
    for (const file of ['2026-13.pdf', '2026-9.pdf', '2026-09', 'x.pdf', '2026-09.pdf.exe'])
      expect((await problemAt(`/documents/statements/${file}`)).status).toBe(400);
    expect((await problemAt('/documents/statements/2026-08.pdf')).status).toBe(404);
    expect((await problemAt('/documents/statements/2026-10.pdf')).status).toBe(404);
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
  for (let drawn = 0; drawn < 60; drawn += 1) expect((await visitor.get(path)).status).toBe(200);
  const { status, body } = await problemAt(path, visitor);
  expect(status).toBe(429);
  expect(body).toMatchObject({ code: 'request.too-many', params: { minutes: 15 } });
  expect(body.detail).toContain('15\u00a0minutes');
});

describe('GET /documents/loans/{id}/schedule.pdf', () => {
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
    const path = `/documents/loans/${loan.id}/schedule.pdf`;
    const planned = await pdfAt(path);
    expect(planned.text).toContain("Ce prêt n'est pas versé.");
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
    const path = `/documents/loans/${loan.id}/schedule.pdf`;
    const stranger = await bank.client();
    const foreign = await problemAt(path, stranger);
    expect(foreign).toEqual(await problemAt(`/documents/loans/${newUuid()}/schedule.pdf`, stranger));
    expect(foreign.status).toBe(404);
    await decide(loan.id, { action: 'reject', reasonCode: 'insufficient-income' });
    expect((await problemAt(path)).status).toBe(404);
    expect((await problemAt('/documents/loans/x/schedule.pdf')).status).toBe(400);
  });
});

describe('GET /documents/personal-data.pdf', () => {
  test('200: everything about the person and nobody else; 401 without a session', async () => {
    const stranger = await bank.client({ firstName: 'Inconnue' });
    await bank.fund(stranger, 77_77);
    await assignIban();
    await credit(900_00, 'Salaire');
    await client.post('/loans', {
      amountMinor: 1_000_00,
      purpose: 'Un vélo',
      durationMonths: 12,
      monthlyIncomeMinor: 2_000_00,
    });
    const { text } = await pdfAt('/documents/personal-data.pdf');
    for (const words of [
      'Prénom Élodie',
      'Nom Ünal-Őze',
      `Adresse e-mail ${client.email}`,
      `Solde ${euros(900_00)}`,
      'IBAN FR76 3000 6000 0112 3456 7890 189',
      'Salaire',
      'Un vélo',
      'Votre compte courant est ouvert.',
      'Votre IBAN est disponible',
    ])
      expect(text).toContain(words);
    for (const words of ['Inconnue', stranger.email, euros(77_77), 'Dominique Gestion'])
      expect(text).not.toContain(words);
    expect(text).not.toContain('Double authentification');
    const half = await bank.halfSignedUp({ firstName: 'Moitié' });
    expect((await pdfAt('/documents/personal-data.pdf', half)).text).toContain('Prénom Moitié');
    expect((await problemAt('/documents/personal-data.pdf', bank.visitor())).status).toBe(401);
  });
});

test('the personal data name the second factors and sessions, and nothing that proves who one is', async () => {
  const { db } = bank.database;
  const since = new Date('2026-09-08T10:00:00Z');
  const { userId } = client;
  await db
    .insert(secondFactors)
    .values({ userId, secret: 'SEALED-SECRET', activatedAt: since, createdAt: since });
  await db.insert(passkeys).values({
    id: newUuid(),
    userId,
    name: 'Téléphone',
    credentialId: 'CREDENTIAL',
    publicKey: 'PUBLIC-KEY',
    counter: 1,
    transports: 'internal',
    createdAt: since,
  });
  await db
    .insert(recoveryCodes)
    .values({ id: newUuid(), userId, selector: 'SELE', hash: 'HASH-OF-CODE', createdAt: since });
  const { text } = await pdfAt('/documents/personal-data.pdf');
  const { body } = await client.get('/profile/export');
  expect(body.secondFactor).toEqual({
    activatedAt: since.toISOString(),
    passkeys: [{ name: 'Téléphone', createdAt: since.toISOString(), lastUsedAt: null }],
    recoveryCodes: [{ createdAt: since.toISOString(), usedAt: null }],
  });
  for (const words of [
    "Application d'authentification 08/09/2026",
    "Clé d'accès «\u00a0Téléphone\u00a0» 08/09/2026 jamais",
    'Codes de secours (restants\u00a0: 1) 08/09/2026',
    'Appareils connectés',
  ])
    expect(text.replace(/\s+/g, ' ')).toContain(words.replace(/\s+/g, ' '));
  for (const kept of ['SEALED-SECRET', 'CREDENTIAL', 'PUBLIC-KEY', 'SELE', 'HASH-OF-CODE'])
    expect(text + JSON.stringify(body)).not.toContain(kept);
});

describe('GET /documents/transactions.pdf', () => {
  test('200: the movements that the list shows, with what it was narrowed by', async () => {
    await credit(1_500_00, 'Salaire de septembre');
    await withdraw(350_25);
    const whole = await pdfAt('/documents/transactions.pdf');
    expect(whole.text).toContain("Liste d'opérations");
    expect(whole.text).toContain("Nombre d'opérations 2");
    expect(whole.text).toContain(`${euros(350_25)} ${euros(1_149_75)}`);
    const narrowed = await pdfAt(
      '/documents/transactions.pdf?q=salaire&type=credit&minMinor=100&timeZone=UTC',
    );
    for (const line of ['Recherche salaire', 'Type Crédit', `Montant minimal ${euros(1_00)}`, 'fuseau UTC'])
      expect(narrowed.text).toContain(line);
    expect(narrowed.text).toContain("Nombre d'opérations 1");
    const none = await pdfAt('/documents/transactions.pdf?q=rien');
    expect(none.text).toContain('Aucune opération ne correspond.');
    expect((await problemAt('/documents/transactions.pdf?type=gift')).status).toBe(400);
  });
});

describe('GET /documents/transactions.csv', () => {
  /** The cells of each line; what is between quotation marks may hold anything but a line break here. */
  const cellsOf = (text: string) =>
    text
      .trimEnd()
      .split('\r\n')
      .map((line) =>
        [...line.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g)].map(
          ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
        ),
      );

  async function csvAt(query = '', who: Person = client) {
    const { status, headers, bytes, body } = await who.get(`/documents/transactions.csv${query}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toContain('operations.csv');
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    return cellsOf(body);
  }

  const asNumber = (cell: string, currency: CurrencyCode = 'EUR') =>
    Math.round(Number(cell.replace(',', '.')) * (currency === 'JPY' ? 1 : 100));

  test('200: the movements of the API, last first, with decimal commas', async () => {
    await credit(1_234_56, 'Salaire; « prime » "spéciale"');
    await withdraw(34_05);
    await credit(100_00, 'Virement de Londres', 'GBP');
    const [header, ...rows] = await csvAt('?timeZone=UTC');
    const { transactions } = (await client.get('/transactions')).body;
    expect(header).toHaveLength(12);
    expect(rows).toHaveLength(3);
    for (const [index, movement] of transactions.entries()) {
      const row = rows[index] ?? [];
      expect(row.slice(0, 2)).toEqual([movement.createdAt.slice(0, 10), movement.createdAt.slice(11, 19)]);
      expect(row[2]).toBe(movement.description);
      expect(row[3]).toBe(movement.referenceNumber);
      expect(row[4]).toBe(movement.amountMinor > 0 ? 'Crédit' : 'Débit');
      expect(asNumber(row[5] ?? '')).toBe(movement.amountMinor);
      expect(row[6]).toBe('EUR');
      expect(asNumber(row[7] ?? '')).toBe(movement.balanceAfterMinor);
    }
    expect(header?.[1]).toBe('Heure (UTC)');
    expect((await csvAt())[1]?.[1]?.slice(0, 2)).toBe('11');
    expect(rows[1]?.[5]).toBe('-34,05');
    expect(rows[0]?.slice(8, 10)).toEqual(['100,00', 'GBP']);
    expect(rows[0]?.[10]?.replace(',', '.')).toBe(transactions[0].original.rate);
    expect(rows[0]?.[11]).toBe(transactions[0].original.rateAsOf);
    expect(rows[1]?.slice(8)).toEqual(['', '', '', '']);
  });

  test('200: filtered exactly as the list is', async () => {
    await credit(10_00, 'Loyer de septembre');
    await bank.travelTo(new Date('2026-10-05T09:00:00Z'));
    await credit(20_00, "Loyer d'octobre");
    await withdraw(5_00);
    for (const query of [
      '?q=loyer',
      '?type=debit',
      '?from=2026-10-01',
      '?to=2026-09-30',
      '?minMinor=600',
      '?maxMinor=1000&type=credit',
      '?q=nothing',
    ]) {
      const [, ...rows] = await csvAt(query);
      const { transactions } = (await client.get(`/transactions${query}`)).body;
      expect(rows.map((row) => row[3])).toEqual(
        transactions.map(({ referenceNumber }: { referenceNumber: string }) => referenceNumber),
      );
    }
  });

  test('200: beyond a page of the list, nothing is missing', async () => {
    await creditOften(30);
    expect(await csvAt()).toHaveLength(31);
  });

  test('yen have no decimals', async () => {
    const yen = await bank.client({ country: 'JP' });
    await bank.fund(yen, 125_000);
    const [, row] = await csvAt('', yen);
    expect(row?.slice(5, 8)).toEqual(['125000', 'JPY', '125000']);
  });

  test('words that a spreadsheet would compute are made harmless, amounts stay numbers', async () => {
    await credit(50_00, '=HYPERLINK("https://exemple.test";"cliquez")');
    await withdraw(10_00);
    const [, debit, first] = await csvAt();
    expect(first?.[2]).toBe('\'=HYPERLINK("https://exemple.test";"cliquez")');
    expect(debit?.[5]).toBe('-10,00');
  });

  test('400 for a filter that is none', async () => {
    for (const query of [
      '?from=hier',
      '?from=0000-01-01',
      '?from=0001-01-01',
      '?to=9999-12-31',
      '?minMinor=x',
      '?type=gift',
      '?to=2026-02-30',
    ])
      for (const file of ['transactions.csv', 'transactions.pdf'])
        expect((await problemAt(`/documents/${file}${query}`)).status, file + query).toBe(400);
  });
});
