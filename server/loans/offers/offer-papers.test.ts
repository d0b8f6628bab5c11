import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEMPLATE_VERSIONS } from '#domain/loans/contract-papers.ts';
import { rowsOf } from '../../db/database.ts';
import { offerOn, openContractBank, requestForContract } from '../../testing/contract-path.ts';
import { type ReadPdf, readPdf } from '../../testing/pdf-text.ts';
import { accepted } from '../../testing/populated-bank.ts';
import type { TestBank } from '../../testing/test-bank.ts';
import { confirmTestSheet } from '../../testing/test-sheet.ts';

/** What the papers of an offer say as its client reads them, and how they are kept (LC-23, LC-28 to LC-32). */

let bank: TestBank;
const papers = new Map<string, ReadPdf>();
let restToLiveMinor: number;

beforeAll(async () => {
  const { bank: opened, administrator, client } = await openContractBank();
  bank = opened;
  const loanId = await requestForContract(client, { purpose: 'Une toiture' });
  accepted(await confirmTestSheet(client, loanId));
  ({ restToLiveMinor } = accepted(await client.get(`/loans/${loanId}/file`)).file.figures);
  await offerOn(administrator, loanId);
  for (const { id, kind } of accepted(await client.get(`/loans/${loanId}/offer`)).papers)
    papers.set(kind, readPdf((await client.get(`/loans/${loanId}/papers/${id}`)).bytes));
});
afterAll(() => bank.close());

/** The words of a paper, its lines joined and its spaces plain. */
const words = (kind: string) => (papers.get(kind)?.text ?? '').replace(/\s+/g, ' ');

test('LC-28 each is kept with its hash, the version of its template and what it was filled with', async () => {
  const kept = await rowsOf<{
    kind: keyof typeof TEMPLATE_VERSIONS;
    sha256: string;
    version: string;
    bytes: string;
    filled: number;
  }>(
    bank.database.db,
    sql`select kind, sha256, template_version as version, encode(content, 'base64') as bytes,
      (select count(*)::int from jsonb_object_keys(data)) as filled from loan_papers`,
  );
  expect(kept.map(({ kind }) => kind).sort()).toEqual([...papers.keys()].sort());
  for (const { kind, sha256, version, bytes, filled } of kept) {
    expect(sha256).toBe(createHash('sha256').update(Buffer.from(bytes, 'base64')).digest('hex'));
    expect([kind, version, filled > 20]).toEqual([kind, TEMPLATE_VERSIONS[kind], true]);
  }
});

test('LC-28 each is a tagged PDF that says it is a specimen of a demonstration', () => {
  for (const [kind, { raw, text, elements }] of papers) {
    expect([kind, raw.includes('/MarkInfo'), elements.H1]).toEqual([kind, true, 1]);
    expect(text).toContain('SPÉCIMEN – DÉMONSTRATION');
  }
});

test('LC-23 L312-14 the explanations: the need, what the instalment leaves to live on, the risk, whom to ask', () => {
  const said = words('explanations');
  expect(said).toContain('« Une toiture »');
  expect(said.replace(/ /g, '')).toContain(`${(restToLiveMinor / 100).toFixed(2).replace('.', ',')}€`);
  expect(said).toContain(
    "Les impayés risquent d'avoir de graves conséquences pour vous et de vous empêcher d'obtenir un nouveau crédit.",
  );
  expect(said).toContain('Parlez à un conseiller');
});

test('LC-30 R312-2 the sheet before the contract: one loan, its figures, the sentence of L312-5 of the day', () => {
  const said = words('fipen');
  for (const figure of [
    '10 000,00 €',
    '36 mois',
    '3,90 %',
    '3,97 %',
    '294,80 €',
    '10 612,59 €',
    'Aucun',
    '0,00 €',
  ])
    expect(said, figure).toContain(figure);
  expect(said).toContain("Attention ! Un crédit coûte de l'argent et doit être remboursé.");
  expect(said).toContain('15 jours après le jour de son envoi');
});

test('LC-31 R312-10 the offer: the largest first instalment, the daily interest, the texts of the law', () => {
  const said = words('offer');
  // LC-64: 30 days at 3.90 % of 10,000.00 are 32.05.
  expect(said).toContain("elle est d'au plus 326,85 €");
  expect(said).toContain('intérêt journalier : 1,06 €');
  for (const article of [
    'L312-24',
    'L312-19',
    'L312-25',
    'L312-26',
    'L312-34',
    'L312-38',
    'L312-39',
    'R312-35',
  ])
    expect(said, article).toContain(article);
  expect(said).toContain(
    "L'emprunteur reçoit à tout moment, sur demande et sans frais, un tableau d'amortissement.",
  );
});

test('LC-32 R312-9 the slip has on its other side the name and address of the lender alone; the sheet is a copy of the certified one', () => {
  const slip = papers.get('withdrawal-slip');
  const { legalName, address } = bank.bank.institution;
  expect(slip?.pages).toHaveLength(2);
  const verso = (slip?.pages[1]?.lines ?? []).join(' ');
  expect(verso).toContain(legalName);
  expect(verso).toContain(address.street);
  expect(verso).not.toMatch(/rétract|crédit de|soussigné/i);
  expect(words('dialogue-sheet')).toContain(
    "Je certifie sur l'honneur l'exactitude des informations figurant dans cette fiche.",
  );
  expect(words('planned-schedule')).toContain('294,59');
});
