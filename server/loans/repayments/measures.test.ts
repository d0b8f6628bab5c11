import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import life from '#domain/loans/vectors/loan-life-cycle.json' with { type: 'json' };
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import {
  collectUntil,
  type LentTerms,
  lendOn,
  morningOf,
  openLendingBank,
  runJobOn,
} from '../../testing/lent-loan.ts';
import { readPdf } from '../../testing/pdf-text.ts';
import type { ClientPerson, Person, TestBank } from '../../testing/test-bank.ts';
import { fromThere, unlessUnchanged } from '../../testing/unchanged-bank.ts';
import { faultsOfInterest } from '../servicing/prove-interest.ts';

// Longer than 400 lines: every rule starts from the same loan after six instalments, which is lived once for all of them.
/** Help for borrowers in difficulty, measures and the due day, through the API on a real database. */

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    ({ bank, administrator, client } = await openLendingBank());
    await bank.fund(client, 20_000_00);
  }),
);
afterEach(() => bank.close());

const TERMS: LentTerms = {
  principalMinor: 8_000_00,
  annualRateBps: 490,
  durationMonths: 36,
  payoutDay: '2027-01-12',
  dueDay: 15,
};
const SUSPENSION = { kind: 'suspension-total', months: 3 };

/** Six instalments paid, the day after the sixth. */
const afterSix = (): Promise<string> =>
  fromThere('after six', async () => {
    const id = await lendOn(bank, { client, administrator }, TERMS);
    await collectUntil(bank, id, '2027-07-15');
    await bank.travelTo(morningOf('2027-07-20'));
    return id;
  });

const effectOf = (id: string, terms: Record<string, string | number>) =>
  administrator.get(
    `/admin/loans/${id}/measure-effect?${new URLSearchParams(Object.entries(terms).map(([name, value]) => [name, String(value)]))}`,
  );

async function propose(id: string, terms: Record<string, string | number>, more: object = {}) {
  const { effect } = (await effectOf(id, terms)).body;
  const answer = await administrator.post(`/admin/loans/${id}/measures`, {
    action: 'propose',
    ...terms,
    seenExtraInterestMinor: effect.extraInterestMinor,
    ...more,
  });
  return { effect, answer };
}

async function accept(id: string) {
  const { proposal } = (await client.get(`/loans/${id}/difficulties`)).body;
  return client.post(`/loans/${id}/measures/${proposal.measure.id}/acceptance`, {
    seenExtraInterestMinor: proposal.effect.extraInterestMinor,
    seenEnd: proposal.effect.after.endsOn,
  });
}

const scheduleOf = async (id: string) => (await client.get(`/loans/${id}/schedule`)).body.schedule;
const kindsOf = async () =>
  (await client.get('/notifications')).body.notifications.map(({ kind }: { kind: string }) => kind);

describe('LC-88, LC-89 L312-35-1: the worked measures, proposed and accepted', () => {
  test.each(life.cases.filter(({ family }) => family === 'forbearance'))(
    '$id: $name',
    async ({ given, expected }) => {
      const { measure, months, instalmentMinor, capitalMinor, ...terms } = given as unknown as LentTerms & {
        measure: string;
        months?: number;
        instalmentMinor?: number;
        capitalMinor?: number;
      };
      const asked = {
        kind: measure,
        ...(months ? { months } : {}),
        ...(instalmentMinor ? { amountMinor: instalmentMinor } : {}),
        ...(capitalMinor ? { amountMinor: capitalMinor } : {}),
      };
      const wanted = expected as unknown as Record<string, number | string> & { rows?: unknown[][] };
      const id = await lendOn(bank, { client, administrator }, terms);
      await collectUntil(bank, id, '2027-07-15');
      await bank.travelTo(morningOf('2027-07-20'));
      const { effect, answer } = await propose(id, asked);
      expect(answer.status).toBe(200);
      if (wanted.rows) {
        expect(effect.deferredInterestMinor).toBe(wanted.deferredInterestMinor);
        const [first] = wanted.rows.filter(([, asked]) => asked !== 0);
        expect([effect.before.instalmentMinor, effect.after.instalmentMinor]).toEqual([239_41, first?.[1]]);
        expect(
          effect.rows.map((row: Record<string, unknown>) => [
            row.dueDate,
            row.instalmentMinor,
            row.interestMinor,
            row.principalMinor,
            row.remainingMinor,
            row.deferredInterestMinor,
          ]),
        ).toEqual(wanted.rows);
      } else {
        expect(effect.after).toMatchObject({
          instalmentsLeft: wanted.instalmentsLeft,
          instalmentMinor: wanted.instalmentMinor,
          lastInstalmentMinor: wanted.lastInstalmentMinor,
          interestLeftMinor: wanted.totalInterestLeftMinor,
        });
        expect(effect.extraInterestMinor).toBe(wanted.extraInterestMinor);
      }
      expect(effect.after.endsOn).toBe(wanted.newEnd);
      expect(effect.after.interestLeftMinor - effect.before.interestLeftMinor).toBe(
        effect.extraInterestMinor,
      );
      // Nothing changes before it is accepted.
      expect((await scheduleOf(id)).rows.at(-1).dueDate).toBe(effect.before.endsOn);
      expect((await accept(id)).body).toEqual({ phase: 'active' });
      const { rows } = await scheduleOf(id);
      expect(rows.at(-1).dueDate).toBe(wanted.newEnd);
      // LC-88: what is postponed can be told apart in each row that demands it.
      expect(
        rows.reduce(
          (sum: number, row: Record<string, number>) => sum + (row.deferredInterestMinor ?? NaN),
          0,
        ),
      ).toBe(effect.deferredInterestMinor);
      expect(await kindsOf()).toEqual(
        expect.arrayContaining(['loan-measure-proposed', 'loan-measure-accepted']),
      );
    },
    60_000,
  );
});

test('LC-62, LC-67 a schedule that a measure gives says which one it takes the place of, on the screen and as PDF; the first says nothing', async () => {
  const id = await afterSix();
  const pdf = async () => readPdf((await client.get(`/loans/${id}/schedule.pdf`)).bytes).text;
  expect([(await scheduleOf(id)).replaces, (await pdf()).includes('remplace')]).toEqual([null, false]);
  await propose(id, SUSPENSION);
  expect((await accept(id)).body).toEqual({ phase: 'active' });
  expect((await scheduleOf(id)).replaces).toEqual({ madeOn: '2027-07-20', before: '2027-01-12' });
  expect(await pdf()).toContain('Ce tableau, établi le 20/07/2027, remplace celui du 12/01/2027.');
});

test('LC-88: suspended due dates take nothing, and the rows after them take the postponed interest', async () => {
  const id = await afterSix();
  await propose(id, SUSPENSION);
  await accept(id);
  const before = (await client.get('/overview')).body.account.balanceMinor;
  await collectUntil(bank, id, '2027-11-15');
  expect(before - (await client.get('/overview')).body.account.balanceMinor).toBe(242_16);
  // LC-101: suspended due dates that the same run takes in do not swallow the accrual of the instalment that is paid.
  expect(await faultsOfInterest(bank.database.db)).toEqual([]);
});

test.each([
  [{ kind: 'suspension-capital', months: 2 }, '2030-03-15'],
  [{ kind: 'reduced-instalments', amountMinor: 200_00 }, null],
  [{ kind: 'rate-cut', annualRateBps: 100 }, '2030-01-15'],
  [{ kind: 'remission', amountMinor: 500_00 }, '2030-01-15'],
] as const)('LC-89: $0 makes a version whose capital is what is owed', async (terms, end) => {
  const id = await afterSix();
  const { answer } = await propose(id, terms);
  expect(answer.status).toBe(200);
  expect((await accept(id)).status).toBe(200);
  const { rows, capitalBeside } = await scheduleOf(id);
  if (end) expect(rows.at(-1).dueDate).toBe(end);
  expect(capitalBeside).toEqual(
    terms.kind === 'remission'
      ? [{ event: 'loan-remission', day: '2027-07-20', capitalMinor: 500_00, interestMinor: 0 }]
      : [],
  );
  const ofRows = rows.reduce((sum: number, row: { principalMinor: number }) => sum + row.principalMinor, 0);
  expect(ofRows + (capitalBeside[0]?.capitalMinor ?? 0)).toBe(TERMS.principalMinor);
  const [books] = await rowsOf<{ owed: number; planned: number }>(
    bank.database.db,
    sql`select (select -sum(balance) from ledger_accounts where holder_id = ${id} and chart_code = 'loans-receivable')::int as owed,
      (select sum(capital - paid_capital) from loan_instalments where loan_id = ${id} and not is_superseded)::int as planned`,
  );
  expect(books?.owed).toBe(books?.planned);
});

test('LC-90: what is unpaid is spread over the new rows, bears no interest, and is not owed twice', async () => {
  const id = await lendOn(bank, { client, administrator }, TERMS);
  await client.post('/withdrawals', {
    amountMinor: 27_900_00,
    iban: 'FR7630006000011234567890189',
    bankName: 'B',
  });
  await runJobOn(bank, 'collect-morning', '2027-02-15');
  await runJobOn(bank, 'collect-evening', '2027-02-15');
  await bank.travelTo(morningOf('2027-02-20'));
  const { effect, answer } = await propose(id, { kind: 'extension', months: 6 });
  expect(answer.status).toBe(200);
  expect(effect.deferredInterestMinor).toBeGreaterThan(0);
  expect((await accept(id)).status).toBe(200);
  const { arrears } = (await client.get(`/loans/${id}/early-repayment-quote`)).body.quote;
  expect([arrears.instalments, arrears.capitalMinor]).toEqual([0, 0]);
  expect(
    (await scheduleOf(id)).rows.every(({ dueDate }: { dueDate: string }) => dueDate > '2027-02-20'),
  ).toBe(true);
});

test('LC-28, LC-29, LC-87: a proposal is kept with its hash as it was made, and sent as PDF, whatever becomes of it', async () => {
  const id = await afterSix();
  const proposals = async (who: Person, path: string) =>
    (await who.get(path)).body.papers.filter(({ kind }: { kind: string }) => kind === 'measure-proposal');
  const { effect, answer } = await propose(id, SUSPENSION);
  const [paper] = await proposals(client, `/loans/${id}/offer`);
  const { bytes } = await client.get(`/loans/${id}/papers/${paper.id}`);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(paper.sha256);
  const text = readPdf(bytes).text.replace(/\s+/g, ' ');
  for (const words of [
    "Proposition d'aménagement de votre prêt",
    "jusqu'au 19 août 2027 inclus",
    "Suspension de toute l'échéance pendant 3 mois",
    '239,41 €, puis 242,16 €',
    `${(effect.extraInterestMinor / 100).toFixed(2).replace('.', ',')} € de plus`,
    'Intérêts reportés',
    'Médiateur',
  ])
    expect(text.toLowerCase()).toContain(words.toLowerCase());
  const mails = await rowsOf<{ paper_ids: string[] }>(
    bank.database.db,
    sql`select paper_ids from outbox where template = 'loan-measure-proposed'`,
  );
  expect(mails).toEqual([{ paper_ids: [paper.id] }]);
  // Declined, it stays what was proposed; another one has its own.
  await client.post(`/loans/${id}/measures/${answer.body.measure.id}/decline`);
  await propose(id, { kind: 'extension', months: 6 });
  const kept = await proposals(administrator, `/admin/loans/${id}/offer`);
  expect(kept.map(({ sha256 }: { sha256: string }) => sha256)).toContain(paper.sha256);
  expect(kept).toHaveLength(2);
});

test('LC-28, LC-29, LC-87: the amendment of each measure is kept with its hash, sent as PDF, and read by client and staff', async () => {
  const id = await afterSix();
  const amendments = async (who: Person, path: string) =>
    (await who.get(path)).body.papers.filter(({ kind }: { kind: string }) => kind === 'amendment');
  expect(await amendments(client, `/loans/${id}/offer`)).toEqual([]);
  const { effect } = await propose(id, SUSPENSION);
  await accept(id);
  const [paper] = await amendments(client, `/loans/${id}/offer`);
  const { bytes } = await client.get(`/loans/${id}/papers/${paper.id}`);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(paper.sha256);
  const read = readPdf(bytes);
  const text = read.text.replace(/\s+/g, ' ');
  for (const words of [
    'Avenant à votre contrat de crédit',
    '20 juillet 2027',
    'SPÉCIMEN',
    "Suspension de toute l'échéance pendant 3 mois",
    '239,41 €, puis 242,16 €',
    `${(effect.extraInterestMinor / 100).toFixed(2).replace('.', ',')} € de plus`,
    '15/04/2030',
  ])
    expect(text).toContain(words);
  // The staff reads the same bytes, and the client had them by mail.
  const review = await administrator.get(`/admin/loans/${id}/papers/${paper.id}`);
  expect(Buffer.compare(Buffer.from(review.bytes), Buffer.from(bytes))).toBe(0);
  expect(await amendments(administrator, `/admin/loans/${id}/offer`)).toHaveLength(1);
  const mails = await rowsOf<{ paper_ids: string[] }>(
    bank.database.db,
    sql`select paper_ids from outbox where template = 'loan-measure-accepted'`,
  );
  expect(mails).toEqual([{ paper_ids: [paper.id] }]);
  // Another measure has an amendment of its own.
  await bank.travelTo(morningOf('2027-08-20'));
  await propose(id, { kind: 'extension', months: 6 });
  await accept(id);
  expect(await amendments(client, `/loans/${id}/offer`)).toHaveLength(2);
});

describe('LC-86: « En difficulté ? »', () => {
  const told = { change: 'income', since: '2027-06-01', monthlyMinor: 100_00 };

  test('is acknowledged at once, waits in the queue, and is answered by a measure within ten working days', async () => {
    const id = await afterSix();
    const { status, body } = await client.post(`/loans/${id}/difficulties`, told);
    expect([status, body.difficulty.answerDueOn]).toEqual([200, '2027-08-03']);
    expect(await kindsOf()).toContain('loan-difficulty-received');
    const { difficulties } = (await administrator.get('/admin/loan-difficulties')).body;
    expect(difficulties).toMatchObject([{ loanId: id, monthlyMinor: 100_00, isLate: false }]);
    await propose(id, SUSPENSION);
    expect((await administrator.get('/admin/loan-difficulties')).body.difficulties).toEqual([]);
    expect((await client.get(`/loans/${id}/difficulties`)).body.difficulties).toMatchObject([
      { answer: 'measure' },
    ]);
  });

  test('is answered without a measure, with a reason of twenty characters', async () => {
    const id = await afterSix();
    const { difficulty } = (await client.post(`/loans/${id}/difficulties`, told)).body;
    const path = `/admin/loans/${id}/difficulties/${difficulty.id}/answer`;
    expect((await administrator.post(path, { note: 'Non.' })).status).toBe(400);
    const note = 'Vos revenus couvrent votre échéance.';
    expect((await administrator.post(path, { note })).status).toBe(200);
    const again = await administrator.post(path, { note });
    expect([again.status, again.body.code]).toEqual([409, 'difficulty.already-answered']);
    expect((await client.get(`/loans/${id}/difficulties`)).body.difficulties).toMatchObject([
      { answerNote: note },
    ]);
  });

  test.each<[string, object, number, string]>([
    ['twice', told, 409, 'difficulty.already-told'],
    ['since tomorrow', { ...told, since: '2027-07-21' }, 400, 'request.invalid'],
    ['with a free text', { ...told, note: 'x' }, 400, 'request.invalid'],
  ])('is refused %s', async (name, fields, status, code) => {
    const id = await afterSix();
    if (name === 'twice') await client.post(`/loans/${id}/difficulties`, told);
    const answer = await client.post(`/loans/${id}/difficulties`, fields);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});

describe('LC-87: a proposal', () => {
  test('takes the place of an earlier one, is declined, and is not open any more', async () => {
    const id = await afterSix();
    await propose(id, SUSPENSION);
    const { answer } = await propose(id, { kind: 'extension', months: 12 });
    const { id: measureId } = answer.body.measure;
    const pdf = await client.get(`/loans/${id}/measures/${measureId}/information.pdf`);
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect((await client.post(`/loans/${id}/measures/${measureId}/decline`)).status).toBe(200);
    const late = await client.post(`/loans/${id}/measures/${measureId}/decline`);
    expect([late.status, late.body.code]).toEqual([409, 'measure.not-open']);
    const { measures } = (await client.get(`/loans/${id}/difficulties`)).body;
    expect(measures.map(({ state }: { state: string }) => state)).toEqual(['declined', 'replaced']);
  });

  test('LC-92 L722-5 ends with a freeze, and is made to no over-indebted borrower: a plan alone is carried out', async () => {
    const id = await afterSix();
    expect((await propose(id, SUSPENSION)).answer.status).toBe(200);
    const freeze = {
      action: 'freeze',
      kind: 'overindebtedness',
      fromDay: '2027-07-19',
      document: 'Recevabilité',
    };
    expect((await administrator.post(`/admin/loans/${id}/freeze`, freeze)).status).toBe(200);
    const { measures } = (await client.get(`/loans/${id}/difficulties`)).body;
    expect(measures.map(({ state }: { state: string }) => state)).toEqual(['replaced']);
    const { answer: again } = await propose(id, SUSPENSION);
    expect([again.status, again.body.code]).toEqual([409, 'loan.frozen']);
    const plan = await propose(id, SUSPENSION, { action: 'impose', decisionOn: '2027-07-19' });
    expect(plan.answer.status).toBe(200);
  });

  test('is accepted with the figures that were seen only, and by its own client only', async () => {
    const id = await afterSix();
    const { answer, effect } = await propose(id, SUSPENSION);
    const path = `/loans/${id}/measures/${answer.body.measure.id}/acceptance`;
    const seen = { seenExtraInterestMinor: effect.extraInterestMinor, seenEnd: effect.after.endsOn };
    const other = await client.post(path, { ...seen, seenExtraInterestMinor: 1 });
    expect([other.status, other.body.code]).toEqual([409, 'measure.figures-changed']);
    const stranger = await bank.client();
    expect((await stranger.post(path, seen)).status).toBe(404);
    expect((await client.post(`/loans/${id}/measures/${newUuid()}/acceptance`, seen)).status).toBe(404);
    await bank.travelTo(morningOf('2027-09-01'));
    const late = await client.post(path, seen);
    expect([late.status, late.body.code]).toEqual([409, 'measure.not-open']);
  });

  test.each([
    [{ kind: 'suspension-total', months: 13 }],
    [{ kind: 'reduced-instalments', amountMinor: 10_00 }],
    [{ kind: 'remission', amountMinor: 9_000_00 }],
    [{ kind: 'rate-cut', annualRateBps: 490 }],
  ])('is impossible: %j', async (terms) => {
    const id = await afterSix();
    const { status, body } = await effectOf(id, terms);
    expect([status, body.code]).toEqual([409, 'measure.impossible']);
  });
});

describe('LC-68: the due day', () => {
  const change = (id: string, day: number) => client.put(`/loans/${id}/due-day`, { day });

  test('changes after the next due date, with the interest of the added days, once in twelve months', async () => {
    const id = await afterSix();
    const shown = (await client.get(`/loans/${id}/due-day-quote?day=5`)).body.quote;
    expect(shown).toMatchObject({ day: 5, firstDueDate: '2027-10-05' });
    expect(shown.intercalaryInterestMinor).toBeGreaterThan(0);
    const { status, body } = await change(id, 5);
    expect([status, body.quote]).toEqual([200, shown]);
    const dates = (await scheduleOf(id)).rows.map(({ dueDate }: { dueDate: string }) => dueDate);
    expect(dates.slice(6, 9)).toEqual(['2027-08-15', '2027-10-05', '2027-11-05']);
    const again = await change(id, 10);
    expect([again.status, again.body.code]).toEqual([409, 'loan.due-day-changed']);
  });

  test('LC-72: changes between a due date and its collection, when nothing is late yet', async () => {
    const id = await afterSix();
    await bank.travelTo(morningOf('2027-08-15'));
    expect((await change(id, 5)).status).toBe(200);
  });

  test('is refused in arrears, for a day that is not offered, and of a loan that does not run', async () => {
    const id = await afterSix();
    expect((await change(id, 7)).status).toBe(400);
    await bank.travelTo(morningOf('2027-08-20'));
    const late = await change(id, 5);
    expect([late.status, late.body.code]).toEqual([409, 'loan.in-arrears']);
  });
});
