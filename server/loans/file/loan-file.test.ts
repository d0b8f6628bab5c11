import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MAX_DEBT_RATIO_BPS } from '#domain/loans/affordability.ts';
import { MAX_CURRENT_LOANS, MAX_SHEET_AMOUNT_MINOR } from '#domain/loans/solvency.ts';
import { legalDay } from '#domain/time/days.ts';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import { codeOf, fileSteps, openFileBank } from '../../testing/loan-file-steps.ts';
import { accepted, LOAN_REQUEST } from '../../testing/populated-bank.ts';
import type { ClientPerson, Person, TestBank } from '../../testing/test-bank.ts';
import { asOwner } from '../../testing/test-database.ts';
import { CONSOLIDATION_SHEET, confirmTestSheet, TEST_SHEET } from '../../testing/test-sheet.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';

/** The file of a loan request through the API (LC-16 to LC-27). */

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;
let loanId: string;
const { own, reviewed, save, confirm, decide, reject, ask, review, consult, addDocument } = fileSteps(() => ({
  client,
  administrator,
  loanId,
}));

beforeEach(
  unlessUnchanged(async () => {
    ({ bank, client, administrator, loanId } = await openFileBank());
  }),
);
afterEach(() => bank.close());

const today = () => legalDay(bank.bank.surroundings.now());

describe('LC-16 L312-17 the dialogue sheet', () => {
  test('is saved as a draft, written over, confirmed and frozen; a change is a new version', async () => {
    expect(await own()).toMatchObject({ sheet: null, confirmed: null, figures: null });
    expect(accepted(await save()).sheet).toMatchObject({ version: 1, confirmedAt: null });
    const changed = { ...TEST_SHEET, dependants: 2 };
    const { sheet } = accepted(await save(changed));
    expect(sheet).toMatchObject({ version: 1, content: changed });
    const { version, sha256 } = sheet;
    expect(accepted(await confirm({ version, sha256 })).sheet.confirmedAt).not.toBeNull();
    expect(await own()).toMatchObject({
      sheet: { version: 1, confirmedAt: expect.any(String) },
      confirmed: { version: 1 },
      figures: { resourcesMinor: 2_000_00, chargesMinor: 640_00 },
    });
    // The answer is the same when it is confirmed again, and a change begins the next version.
    expect((await confirm({ version, sha256 })).status).toBe(200);
    expect(accepted(await save()).sheet).toMatchObject({ version: 2, confirmedAt: null });
    expect(await own()).toMatchObject({ sheet: { version: 2 }, confirmed: { version: 1 } });
    expect((await reviewed()).sheets.map((row: { version: number }) => row.version)).toEqual([1]);
  });

  test('LC-18 is confirmed as it was read: another content is refused', async () => {
    const { sheet } = accepted(await save());
    await save({ ...TEST_SHEET, dependants: 3 });
    expect(codeOf(await confirm({ version: 1, sha256: sheet.sha256 }))).toEqual([409, 'file.sheet-changed']);
    expect(codeOf(await confirm({ version: 1, sha256: sheet.sha256, isCertified: false }))).toEqual([
      400,
      'request.invalid',
    ]);
  });

  test('LC-18 the database refuses any change of a confirmed version', async () => {
    accepted(await confirmTestSheet(client, loanId));
    for (const db of [bank.database.db, bank.database.of(client.userId)])
      await expect(
        db.execute(
          sql`update dialogue_sheets set content = '{}'::jsonb where loan_request_id = ${loanId}::uuid`,
        ),
      ).rejects.toMatchObject({ cause: { message: 'a confirmed dialogue sheet is not changed' } });
  });

  test('LC-19 has the loans that this house pays out, which the client cannot take away', async () => {
    const first = accepted(await client.post('/loans', { ...LOAN_REQUEST, amountMinor: 1_200_00 })).loan;
    accepted(await decide({ action: 'approve' }, first.id));
    const { sheet } = accepted(await save());
    expect(sheet.knownLoans).toMatchObject([{ loanId: first.id, remainingMinor: 1_200_00 }]);
    expect(codeOf(await save({ ...TEST_SHEET, knownLoans: [] }))).toEqual([400, 'request.invalid']);
    accepted(await confirm({ version: 1, sha256: sheet.sha256 }));
    expect((await own()).figures.currentInstalmentsMinor).toBe(first.instalmentMinor);
  });

  test('LC-19 a loan paid out after the sheet was read makes it another sheet', async () => {
    const second = accepted(await client.post('/loans', LOAN_REQUEST)).loan;
    const { sheet } = accepted(await save());
    accepted(await decide({ action: 'approve' }, second.id));
    expect(codeOf(await confirm({ version: 1, sha256: sheet.sha256 }))).toEqual([409, 'file.sheet-changed']);
  });

  test('LC-19, LC-22 a loan granted after the sheet was certified is named by another one before an offer is whole', async () => {
    accepted(await confirmTestSheet(client, loanId));
    expect((await reviewed()).missing).not.toContain('sheet-loans');
    const second = accepted(await client.post('/loans', LOAN_REQUEST)).loan;
    accepted(await decide({ action: 'approve' }, second.id));
    expect((await reviewed()).missing).toContain('sheet-loans');
    const { missing } = accepted(await administrator.get(`/admin/loans/${loanId}/offer`));
    const { missing: named } = missing.find(({ params }: { params: { missing?: string } }) =>
      params.missing?.includes('fiche de dialogue'),
    ).params;
    expect(named).toContain('Une fiche de dialogue avec le prêt que nous avons accordé depuis');
    expect((await own()).knownLoans).toMatchObject([{ loanId: second.id }]);
    accepted(await confirmTestSheet(client, loanId));
    expect((await reviewed()).missing).not.toContain('sheet-loans');
    expect((await reviewed()).judged.currentInstalmentsMinor).toBe(second.instalmentMinor);
    // The loan itself is none that its own sheet lacks.
    accepted(await decide({ action: 'approve' }));
    expect((await reviewed()).missing).not.toContain('sheet-loans');
  });

  test('is refused without a session, for the loan of another, for a decided request, and with a field of its own', async () => {
    const stranger = await bank.client();
    expect((await save(TEST_SHEET, loanId, bank.visitor())).status).toBe(401);
    expect((await save(TEST_SHEET, loanId, administrator)).status).toBe(403);
    expect(codeOf(await save(TEST_SHEET, loanId, stranger))).toEqual([404, 'not-found']);
    expect((await stranger.get(`/loans/${loanId}/file`)).status).toBe(404);
    expect(codeOf(await save({ ...TEST_SHEET, religion: 'aucune' }))).toEqual([400, 'request.invalid']);
    accepted(await reject());
    expect(codeOf(await save())).toEqual([409, 'loan.wrong-phase']);
  });

  test('LC-16, LC-22, LC-25 an income of one cent and the highest amounts are read, and the request is decided', async () => {
    const loan = { kind: 'personal', lender: 'Une banque', endMonth: '2099-12', isRepaid: true } as const;
    const most = { instalmentMinor: MAX_SHEET_AMOUNT_MINOR, remainingMinor: MAX_SHEET_AMOUNT_MINOR };
    const content = {
      ...CONSOLIDATION_SHEET,
      resources: { ...TEST_SHEET.resources, salaryMinor: 1 },
      currentLoans: Array.from({ length: MAX_CURRENT_LOANS }, () => ({ ...loan, ...most })),
    };
    const above = { ...TEST_SHEET.charges, taxesMinor: MAX_SHEET_AMOUNT_MINOR + 1 };
    expect(codeOf(await save({ ...content, charges: above }))).toEqual([400, 'request.invalid']);
    accepted(await confirmTestSheet(client, loanId, content));
    expect((await own()).figures.debtRatioBps).toBe(MAX_DEBT_RATIO_BPS);
    expect((await reviewed()).judged.excesses).toEqual(['debt-ratio', 'rest-to-live']);
    accepted(await reject());
    expect((await reviewed()).decisions).toMatchObject([{ debtRatioBps: MAX_DEBT_RATIO_BPS }]);
    // An offer draws what it repays.
    const second = accepted(await client.post('/loans', LOAN_REQUEST)).loan;
    accepted(await confirmTestSheet(client, second.id, content));
    accepted(await administrator.post(`/admin/loans/${second.id}/offer`, { seenPhase: 'submitted' }));
  });

  test('LC-24 R312-5: a loan that repays debts is granted as a consolidation', async () => {
    accepted(await confirmTestSheet(client, loanId, CONSOLIDATION_SHEET));
    accepted(await decide({ action: 'approve' }));
    expect(await rowsOf(bank.database.db, sql`select product from loans where id = ${loanId}::uuid`)).toEqual(
      [{ product: 'consolidation' }],
    );
  });
});

describe('LC-27 cancelling (state row 4)', () => {
  test.each(['submitted', 'in_review'])(
    'a request in %s ends as cancelled, and the ban on payments with it',
    async (phase) => {
      if (phase === 'in_review') accepted(await decide({ action: 'process' }));
      accepted(await client.post(`/loans/${loanId}/cancellation`, { seenPhase: phase }));
      expect(accepted(await client.get(`/loans/${loanId}`)).loan).toMatchObject({
        phase: 'cancelled',
        status: 'rejected',
        sub: 'cancelled',
      });
      expect(
        (
          await administrator.post(`/admin/clients/${client.accountId}/fees`, {
            amountMinor: 10_00,
            description: 'Opposition',
          })
        ).status,
      ).toBe(200);
      const { notifications } = accepted(await client.get('/notifications'));
      expect(notifications.map(({ kind }: { kind: string }) => kind)).toContain('loan-cancelled');
      expect(codeOf(await decide({ action: 'approve' }))).toEqual([409, 'loan.already-decided']);
    },
  );

  test('is refused once the loan is paid out, for another phase than was seen, and for the loan of another', async () => {
    const path = `/loans/${loanId}/cancellation`;
    expect(codeOf(await client.post(path, { seenPhase: 'in_review' }))).toEqual([409, 'loan.wrong-phase']);
    expect((await (await bank.client()).post(path)).status).toBe(404);
    accepted(await decide({ action: 'approve' }));
    expect(codeOf(await client.post(path))).toEqual([409, 'loan.wrong-phase']);
  });
});

describe('LC-20 D312-8 documents', () => {
  test('state row 3: asking takes the request in hand and says « Pièces demandées » until they are there', async () => {
    accepted(await ask(['income', 'income', 'identity'], { seenPhase: 'submitted' }));
    const loan = async () => accepted(await client.get(`/loans/${loanId}`)).loan;
    expect(await loan()).toMatchObject({ phase: 'in_review', sub: 'documentsAsked' });
    expect((await own()).missingKinds.sort()).toEqual(['identity', 'income']);
    const income = await addDocument('income');
    await addDocument('identity');
    expect(await loan()).toMatchObject({ sub: null });
    accepted(await review(income, { outcome: 'rejected', rejection: 'too-old' }));
    expect(await loan()).toMatchObject({ sub: 'documentsAsked' });
    expect((await own()).missingKinds).toEqual(['income']);
    const { notifications } = accepted(await client.get('/notifications'));
    expect(notifications.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['loan-documents-asked', 'loan-document-rejected']),
    );
    expect(codeOf(await ask([]))).toEqual([400, 'request.invalid']);
    expect(codeOf(await ask(['income'], { seenPhase: 'submitted' }))).toEqual([409, 'loan.wrong-phase']);
    accepted(await reject('missing-document'));
    expect(codeOf(await ask(['income']))).toEqual([409, 'loan.wrong-phase']);
  });

  test('is verified with its kind, holder and day, and belongs to the file then', async () => {
    const documentId = await addDocument('income');
    expect(
      codeOf(await review(documentId, { outcome: 'verified', kind: 'income', holder: 'Alix Fictif' })),
    ).toEqual([400, 'request.invalid']);
    accepted(
      await review(documentId, {
        outcome: 'verified',
        kind: 'income',
        holder: 'Alix Fictif',
        issuedOn: today(),
      }),
    );
    expect(accepted(await client.get(`/loans/${loanId}/documents`)).documents).toMatchObject([
      { kind: 'income', state: 'verified', rejection: null },
    ]);
    expect((await reviewed()).missing).not.toContain('document-income');
    expect(codeOf(await client.delete(`/loans/${loanId}/documents/${documentId}`))).toEqual([
      409,
      'document.verified',
    ]);
    expect((await review(newUuid(), { outcome: 'rejected', rejection: 'expired' })).status).toBe(404);
  });

  test.each([
    [3_000_00, []],
    [3_000_01, ['identity', 'income', 'domicile']],
  ])('a loan of %i cents needs %j', async (amountMinor, needed) => {
    const { loan } = accepted(await client.post('/loans', { ...LOAN_REQUEST, amountMinor }));
    expect((await own(loan.id)).neededKinds).toEqual(needed);
  });
});

describe('LC-3 LC-41 what is missing', () => {
  test('is listed in order, and blocks nothing in a demonstration', async () => {
    expect((await reviewed()).missing).toEqual([
      'date-of-birth',
      'identity',
      'sheet',
      'document-income',
      'document-domicile',
      'ficp',
    ]);
    expect((await decide({ action: 'approve' })).status).toBe(200);
  });

  test('is nothing once the file is whole', async () => {
    const profile = accepted(await client.get('/profile')).profile;
    const { firstName, lastName } = profile;
    accepted(await client.put('/profile', { firstName, lastName, dateOfBirth: '1990-02-28' }));
    accepted(await confirmTestSheet(client, loanId));
    for (const kind of ['identity', 'income', 'domicile'])
      accepted(
        await review(await addDocument(kind), {
          outcome: 'verified',
          kind,
          holder: 'Alix Fictif',
          ...(kind === 'identity' ? { expiresOn: '2031-05-02' } : { issuedOn: today() }),
        }),
      );
    accepted(await consult());
    expect((await reviewed()).missing).toEqual([]);
  });

  test('LC-22 names a policy that the figures are beyond', async () => {
    accepted(await confirmTestSheet(client, loanId, { ...TEST_SHEET, dependants: 4 }));
    const { judged, missing } = await reviewed();
    expect(judged).toMatchObject({ excesses: ['rest-to-live'], neededRestToLiveMinor: 1_700_00 });
    expect(missing).toContain('policy-reason');
  });
});

test('LC-8, LC-22 the debt ratio is shown against the policy of the day, to staff and client alike', async () => {
  accepted(await confirmTestSheet(client, loanId));
  const shown = async () => [
    accepted(await administrator.get('/admin/loans')).loans[0].debtRatioPolicyBps,
    accepted(await administrator.get(`/admin/loans/${loanId}`)).loan.debtRatioPolicyBps,
    accepted(await administrator.get('/admin/overview')).recentLoans[0].debtRatioPolicyBps,
    (await reviewed()).policy.debtRatioBps,
    accepted(await client.get('/overview')).debtRatioPolicyBps,
  ];
  expect(await shown()).toEqual([3500, 3500, 3500, 3500, 3500]);
  const { judged } = await reviewed();
  const stricter = judged.debtRatioBps - 1;
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`insert into legal_parameters (key, "from", value, source, verified)
      values ('policy.debt-ratio', ${today()}::date, ${String(stricter)}::jsonb, 'essai', 'decision')`),
  );
  expect(await shown()).toEqual([stricter, stricter, stricter, stricter, stricter]);
  expect((await reviewed()).judged.excesses).toContain('debt-ratio');
});

describe('LC-25 a decision', () => {
  test('stores who, when, the sheet, the consultation, the figures and the reasons', async () => {
    accepted(await confirmTestSheet(client, loanId));
    accepted(await consult());
    const policyReason = 'Loyer divisé par deux à partir de janvier.';
    accepted(await decide({ action: 'process' }));
    accepted(await decide({ action: 'approve', policyReason }));
    const { decisions, judged } = await reviewed();
    expect(decisions).toMatchObject([
      {
        event: 'approve-direct',
        by: 'Dominique Gestion',
        sheetVersion: 1,
        isFicpConsulted: true,
        debtRatioBps: judged.debtRatioBps,
        restToLiveMinor: judged.restToLiveMinor,
        policyReason,
        ficpReason: null,
      },
    ]);
  });

  const refusalMail = async () => {
    const rows = await rowsOf<{ params: Record<string, unknown> }>(
      bank.database.db,
      sql`select params from outbox where template = 'loan-rejected'`,
    );
    return rows.map(({ params }) => params);
  };

  test('LC-26 a refusal says that the FICP was consulted, without its content', async () => {
    accepted(await consult('incident'));
    accepted(await reject());
    expect(await refusalMail()).toMatchObject([{ reasonCode: 'debt-ratio-too-high', ficpConsulted: 1 }]);
    expect((await own()).ficpConsultedOn).toBe(today());
  });

  test('LC-26 the mail of a refusal has the reason, the person and where advice is free, and no sum, offer or advertising', async () => {
    accepted(await consult('overindebtedness'));
    accepted(await reject('insufficient-income'));
    const { mails } = accepted(
      await bank.visitor().get(`/demo/mails?recipient=${encodeURIComponent(client.email)}`),
    );
    const { text } = mails.find(({ subject }: { subject: string }) =>
      subject.includes("n'a pas été acceptée"),
    );
    for (const sentence of [
      'Les revenus déclarés ne permettent pas de rembourser ce prêt.',
      'Cette décision a été prise par une personne. Vous pouvez demander des explications ou un nouvel examen en répondant à ce message.',
      'Le fichier des incidents de remboursement des crédits aux particuliers (FICP) a été consulté.',
      'Les Points Conseil Budget vous conseillent gratuitement.',
    ])
      expect(text).toContain(sentence);
    expect(text).not.toMatch(/\d\s?€|surendettement|simul|offre|profitez/i);
  });

  test('LC-26 a refusal without a consultation says nothing of it', async () => {
    accepted(await reject('amount-not-offered'));
    const [params] = await refusalMail();
    expect(params).not.toHaveProperty('ficpConsulted');
    expect((await decide({ action: 'reject' })).status).toBe(409);
  });
});

test('section 20: the queues count what waits for the staff', async () => {
  const counts = async () =>
    Object.fromEntries(
      accepted(await administrator.get('/admin/loan-queues')).queues.map(
        ({ name, count }: { name: string; count: number }) => [name, count],
      ),
    );
  expect(await counts()).toMatchObject({ 'to-review': 1, 'documents-to-verify': 0, 'ficp-to-consult': 0 });
  await addDocument('income');
  accepted(await confirmTestSheet(client, loanId));
  expect(await counts()).toMatchObject({ 'to-review': 1, 'documents-to-verify': 1, 'ficp-to-consult': 1 });
  accepted(await consult());
  accepted(await decide({ action: 'process' }));
  expect(await counts()).toMatchObject({ 'to-review': 1, 'documents-to-verify': 1, 'ficp-to-consult': 0 });
  accepted(await decide({ action: 'reject', reasonCode: 'debt-ratio-too-high' }));
  expect(await counts()).toMatchObject({ 'to-review': 0, 'documents-to-verify': 0, 'ficp-to-consult': 0 });
});
