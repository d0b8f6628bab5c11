import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import { parameterOn } from '../../parameters/parameters-on.ts';
import {
  accept,
  offerOn,
  openContractBank,
  refusal,
  requestForContract,
} from '../../testing/contract-path.ts';
import { readPdf } from '../../testing/pdf-text.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { memberWith } from '../../testing/staff.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { asOwner, pastTheGuards } from '../../testing/test-database.ts';
import { CONSOLIDATION_SHEET, confirmTestSheet } from '../../testing/test-sheet.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';

/** What an offer is refused for, and the limits that the law sets. */

let bank: TestBank;
let administrator: Person;
let client: ClientPerson;

beforeEach(
  unlessUnchanged(async () => {
    ({ bank, administrator, client } = await openContractBank());
  }),
);
afterEach(() => bank.close());

describe('LC-41 the guards of an offer', () => {
  test('LC-3, LC-39 a demonstration lists what a live institution would lack, and makes the offer', async () => {
    const { loan } = accepted(
      await client.post('/loans', {
        amountMinor: 5_000_00,
        purpose: 'Travaux',
        durationMonths: 24,
        monthlyIncomeMinor: 3_000_00,
      }),
    );
    const review = accepted(await administrator.get(`/admin/loans/${loan.id}/offer`));
    expect(review.missing.map(({ code }: { code: string }) => code)).toEqual([
      'file.incomplete',
      'client.paper-required',
      'file.incomplete',
    ]);
    expect(review.missing[2].params.missing).toContain('FICP');
    expect(review.usury).toEqual({ ceilingBps: 1587, isLoaded: false });
    accepted(await administrator.post(`/admin/loans/${loan.id}/offer`, { seenPhase: 'submitted' }));
  });

  test('LC-29 the word about documents as PDF holds for twelve months', async () => {
    const holds = async () => accepted(await client.get('/durable-medium-consent')).holds;
    expect(await holds()).toBe(false);
    expect(refusal(await client.post('/durable-medium-consent', { canKeepPdf: false }))[0]).toBe(400);
    accepted(await client.post('/durable-medium-consent', { canKeepPdf: true }));
    expect(await holds()).toBe(true);
    await bank.travelTo(new Date('2027-12-02T09:00:00Z'));
    expect(await holds()).toBe(false);
  });

  test('LC-13 loan.outside-terms and LC-37 usury.above, in a demonstration too', async () => {
    const loanId = await requestForContract(client);
    const issue = () => administrator.post(`/admin/loans/${loanId}/offer`, { seenPhase: 'submitted' });
    const set = (change: string) =>
      pastTheGuards(bank.database.db, (tx) => tx.execute(sql.raw(`update loan_requests set ${change}`)));
    await set('amount = 99999999');
    expect(refusal(await issue())).toEqual([400, 'loan.outside-terms']);
    await set('amount = 1000000, annual_rate_bps = 860');
    expect(refusal(await issue())).toEqual([409, 'usury.above']);
  });

  test('LC-35 loan.wrong-phase for another phase than the one that was seen, and for a second offer', async () => {
    const loanId = await requestForContract(client);
    const issue = (seenPhase: string) => administrator.post(`/admin/loans/${loanId}/offer`, { seenPhase });
    expect(refusal(await issue('in_review'))).toEqual([409, 'loan.wrong-phase']);
    expect((await issue('submitted')).status).toBe(200);
    expect(refusal(await issue('submitted'))).toEqual([409, 'loan.wrong-phase']);
    expect(refusal(await issue('offered'))).toEqual([409, 'loan.wrong-phase']);
    const absent = await administrator.post(`/admin/loans/${newUuid()}/offer`, { seenPhase: 'submitted' });
    expect(absent.status).toBe(404);
  });
});

test('LC-24 R314-18: the papers of an offer that repays debts say what it replaces, and its contract is a consolidation', async () => {
  const loanId = await requestForContract(client);
  accepted(await confirmTestSheet(client, loanId, CONSOLIDATION_SHEET));
  await offerOn(administrator, loanId);
  const { offer, papers } = accepted(await client.get(`/loans/${loanId}/offer`));
  expect(papers.map(({ kind }: { kind: string }) => kind)).toEqual([
    'explanations',
    'fipen',
    'consolidation',
    'offer',
    'withdrawal-slip',
    'planned-schedule',
    'dialogue-sheet',
  ]);
  const { id } = papers[2];
  const drawn = await client.get(`/loans/${loanId}/papers/${id}`);
  const { text, elements } = readPdf(drawn.bytes);
  if (process.env.KEEP_PDF) (await import('node:fs')).writeFileSync(process.env.KEEP_PDF, drawn.bytes);
  expect(elements.H1).toBe(1);
  for (const said of ['Crédit renouvelable, Crédit', 'Impôt', '15/01/2027', 'Non communiqué'])
    expect(text).toContain(said);
  // 1,400.00 and 640.00 are repaid of 10,000.00.
  expect(text).toContain('crédit complémentaire de 7\u202f960,00\u00a0€');
  accepted(await accept(client, loanId));
  expect(offer.amountMinor).toBe(10_000_00);
  const [loan] = await rowsOf(bank.database.db, sql`select product from loans where id = ${loanId}::uuid`);
  expect(loan).toEqual({ product: 'consolidation' });
});

test('STAFF-5 the papers that say an income are neither in the list nor behind their address without the right to it', async () => {
  const loanId = await requestForContract(client);
  accepted(await confirmTestSheet(client, loanId, CONSOLIDATION_SHEET));
  await offerOn(administrator, loanId);
  const path = `/admin/loans/${loanId}`;
  const { papers } = accepted(await administrator.get(`${path}/offer`));
  const payments = await memberWith(bank, ['payments']);
  const analyst = await memberWith(bank, ['credit-analyst']);
  const seenBy = async (person: Person) =>
    accepted(await person.get(`${path}/offer`)).papers.map(({ kind }: { kind: string }) => kind);
  const opensOf = async (person: Person) => {
    const opened: string[] = [];
    for (const { id, kind } of papers)
      if ((await person.get(`${path}/papers/${id}`)).status === 200) opened.push(kind);
    return opened;
  };
  const open = ['fipen', 'offer', 'withdrawal-slip', 'planned-schedule'];
  expect([await seenBy(payments), await opensOf(payments)]).toEqual([open, open]);
  expect(await opensOf(analyst)).toEqual(await seenBy(administrator));
  expect(accepted(await payments.get(`${path}/offer`)).masked).toContain('fields.income');
});

test('LC-8 the largest consumer credit is the same in the table and in the rule that screens use', async () => {
  const { regimeMaxMinor } = await import('#domain/loans/regime.ts');
  for (const day of ['2026-11-19', '2026-11-20'])
    expect(await parameterOn(bank.database.db, day, 'regime.max')).toBe(regimeMaxMinor(day));
});

test('LC-9 a policy above its cap stops the server with a line for each', async () => {
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`insert into legal_parameters (key, "from", value, source, verified)
      values ('early.policy', '2026-01-01', '101', 'x', 'decision'), ('default.policy', '2026-01-01', '801', 'x', 'decision')`),
  );
  try {
    await expect(openTestBank()).rejects.toThrow(/early\.policy is 101[\s\S]*default\.policy is 801/);
  } finally {
    await asOwner(bank.database.db, (tx) =>
      tx.execute(
        sql`delete from legal_parameters where "from" = '2026-01-01' and key in ('early.policy', 'default.policy')`,
      ),
    );
  }
});
