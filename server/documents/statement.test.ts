import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { formatMoney } from '#domain/money/format.ts';
import { creditAccount } from '../accounts/credit-account.ts';
import { type ReadPdf, readPdf } from '../testing/pdf-text.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

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
