import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PERMISSIONS } from '#domain/operations.ts';
import fileWords from '#locales/fr/loan-file.json' with { type: 'json' };
import { codeOf, fileSteps, openFileBank } from '../../testing/loan-file-steps.ts';
import { accepted, TEST_PDF } from '../../testing/populated-bank.ts';
import { memberWith, staffWith } from '../../testing/staff.ts';
import type { ClientPerson, Person, TestBank } from '../../testing/test-bank.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';

/** What is kept of a consultation of the FICP, and who reads it. */

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;
let loanId: string;
const { reviewed, decide, consult } = fileSteps(() => ({ client, administrator, loanId }));

beforeEach(
  unlessUnchanged(async () => {
    ({ bank, client, administrator, loanId } = await openFileBank());
  }),
);
afterEach(() => bank.close());

describe('LC-21 L751-1 the FICP', () => {
  test('a consultation is recorded, simulated in a demonstration, with its proof and hash', async () => {
    const { consultationId } = accepted(await consult('incident'));
    const proof = `/admin/loans/${loanId}/ficp-consultations/${consultationId}/proof`;
    expect((await administrator.get(proof)).status).toBe(404);
    accepted(await administrator.post(proof, TEST_PDF, { headers: { 'x-file-name': 'reponse.pdf' } }));
    expect(codeOf(await administrator.post(proof, TEST_PDF))).toEqual([409, 'file.proof-kept']);
    expect((await administrator.get(proof)).bytes).toEqual(TEST_PDF);
    const [consultation] = (await reviewed()).consultations;
    expect(consultation).toMatchObject({
      provider: 'simulated',
      legalBasis: "Octroi d'un crédit",
      outcome: 'incident',
      reference: 'BDF-2026-0001',
      proof: { name: 'reponse.pdf', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  test('L751-5: what it said is for the agents of the file alone, and in no list, search, export or trail', async () => {
    const { consultationId } = accepted(await consult('overindebtedness'));
    const colleague = await bank.administrator();
    const seen = (await reviewed(colleague)).consultations[0];
    expect(seen).toMatchObject({
      consultedAt: expect.any(String),
      outcome: null,
      searchKey: null,
      reference: null,
    });
    expect((await reviewed(colleague)).missing).not.toContain('ficp-reason');
    expect((await reviewed()).missing).toContain('ficp-reason');
    // Nor what an offer would still lack: that a listing asks for a written reason.
    const offerOf = async (person: Person) =>
      JSON.stringify(accepted(await person.get(`/admin/loans/${loanId}/offer`)).missing);
    expect(await offerOf(administrator)).toContain(fileWords.missing['ficp-reason']);
    expect(await offerOf(colleague)).not.toContain(fileWords.missing['ficp-reason']);
    const proof = `/admin/loans/${loanId}/ficp-consultations/${consultationId}/proof`;
    expect((await colleague.post(proof, TEST_PDF)).status).toBe(404);
    const elsewhere = [
      await client.get('/profile/export'),
      await client.get(`/loans/${loanId}/file`),
      await client.get('/notifications'),
      await administrator.get('/admin/loans'),
      await administrator.get(`/admin/loans/${loanId}`),
      await administrator.get(`/admin/find?q=BDF-2026`),
      await administrator.get('/admin/audit'),
      await administrator.get(`/admin/clients/${client.accountId}/timeline`),
    ];
    for (const { body } of elsewhere) {
      const text = JSON.stringify(body);
      expect(text).not.toContain('overindebtedness');
      expect(text).not.toContain('BDF-2026-0001');
      expect(text).not.toContain('280290FICTI');
    }
    const { ficpConsultations } = accepted(await client.get('/profile/export'));
    expect(ficpConsultations).toMatchObject([
      {
        sentence: expect.stringMatching(
          /^Le FICP a été consulté le .+\. Vos données s'obtiennent auprès de la Banque de France\.$/,
        ),
      },
    ]);
  });

  test('STAFF-5 who follows the request is an agent of it, until they give it back; without the right to the field nobody is', async () => {
    accepted(await consult('incident'));
    const manager = await memberWith(bank, ['credit-manager']);
    const outcomeFor = async (person: Person) => (await reviewed(person)).consultations[0].outcome;
    expect(await outcomeFor(manager)).toBeNull();
    const path = `/admin/assignments/loan/${loanId}`;
    accepted(await manager.put(path, { seenAssigneeId: null }));
    expect(await outcomeFor(manager)).toBe('incident');
    accepted(await manager.delete(path));
    expect(await outcomeFor(manager)).toBeNull();
    const masked = await staffWith(
      bank,
      PERMISSIONS.filter((name) => name !== 'fields.ficpOutcome'),
    );
    const { consultationId } = accepted(await consult('incident', masked));
    const file = await reviewed(masked);
    expect(file).toMatchObject({ isAgent: false });
    expect(JSON.stringify(file)).not.toMatch(/incident|BDF-2026|280290FICTI|ficp-reason/);
    const proof = `/admin/loans/${loanId}/ficp-consultations/${consultationId}/proof`;
    accepted(await masked.post(proof, TEST_PDF, { headers: { 'x-file-name': 'reponse.pdf' } }));
    expect((await masked.get(proof)).status).toBe(404);
  });

  test('STAFF-5 compliance opens what it said with a reason, which stands in the trail; what it said does not', async () => {
    accepted(await consult('overindebtedness'));
    const compliance = await memberWith(bank, ['compliance']);
    const open = (person: Person, reason: string) =>
      person.post(`/admin/loans/${loanId}/ficp-openings`, { reason });
    expect((await reviewed(compliance)).consultations[0].outcome).toBeNull();
    expect((await open(compliance, 'Trop court')).status).toBe(400);
    const reason = 'Contrôle annuel des dossiers inscrits';
    expect(accepted(await open(compliance, reason)).consultations).toMatchObject([
      { outcome: 'overindebtedness', reference: 'BDF-2026-0001' },
    ]);
    // The next look is reserved again.
    expect((await reviewed(compliance)).consultations[0].outcome).toBeNull();
    expect(codeOf(await open(await memberWith(bank, ['credit-manager']), reason))).toEqual([
      403,
      'auth.permission-required',
    ]);
    const masked = await staffWith(
      bank,
      PERMISSIONS.filter((name) => name !== 'fields.ficpOutcome'),
    );
    expect((await open(masked, reason)).status).toBe(404);
    const trail = JSON.stringify((await administrator.get('/admin/audit')).body);
    expect(trail).toContain(reason);
    expect(trail).not.toContain('overindebtedness');
  });

  test('is append-only', async () => {
    accepted(await consult());
    await expect(
      bank.database.db.execute(sql`update ficp_consultations set outcome = 'nothing'`),
    ).rejects.toThrow();
    await expect(bank.database.db.execute(sql`delete from ficp_consultations`)).rejects.toThrow();
  });

  test('is refused to others than the staff, and once the loan is paid out', async () => {
    expect((await consult('nothing', bank.visitor())).status).toBe(401);
    expect((await consult('nothing', client)).status).toBe(403);
    expect(codeOf(await consult('mood'))).toEqual([400, 'request.invalid']);
    accepted(await decide({ action: 'approve' }));
    expect(codeOf(await consult())).toEqual([409, 'loan.wrong-phase']);
  });
});
