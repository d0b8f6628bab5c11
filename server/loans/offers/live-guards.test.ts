import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { institutionSchema } from '#content/institution/schema.ts';
import { Refusal } from '#domain/errors.ts';
import { PAPER_KINDS, TEMPLATE_VERSIONS } from '#domain/loans/contract-papers.ts';
import type { Db } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import { LIVE_INSTITUTION } from '../../testing/live-institution.ts';
import { accepted, newPdf } from '../../testing/populated-bank.ts';
import { type ClientPerson, openTestBank, type TestBank } from '../../testing/test-bank.ts';
import { pastTheGuards } from '../../testing/test-database.ts';
import { TEST_SHEET } from '../../testing/test-sheet.ts';
import { issueOffer } from './issue-offer.ts';

/** Each guard of an offer in a live institution (LC-41), failed alone by a file in which nothing else is missing. */

const TODAY = new Date('2026-03-30T09:00:00.000Z');
const APPROVALS = Object.fromEntries(
  PAPER_KINDS.map((kind) => [kind, { version: TEMPLATE_VERSIONS[kind], by: 'Maître Essai' }]),
);

let bank: TestBank;
let client: ClientPerson;
let loanId: string;

/** The date of birth, the verified documents, the certified sheet and the consultation of a whole file, as people would have made them. */
async function completeFile(tx: Db): Promise<void> {
  await tx.execute(
    sql`update profiles set date_of_birth = '1990-01-01' where user_id = ${client.userId}::uuid`,
  );
  await tx.execute(sql`update loan_documents set state = 'verified', holder = 'Alix Fictif', reviewed_by = ${newUuid()}::uuid,
    reviewed_at = now(), issued_on = case kind when 'identity' then null else '2026-03-01'::date end,
    expires_on = case kind when 'identity' then '2030-01-01'::date end`);
  await tx.execute(sql`update dialogue_sheets set confirmed_at = ${TODAY.toISOString()}::timestamptz`);
  await tx.execute(sql`insert into ficp_consultations
    (id, loan_request_id, consulted_at, agent_id, legal_basis, search_key, reference, outcome, provider)
    values (${newUuid()}, ${loanId}::uuid, ${TODAY.toISOString()}::timestamptz, ${newUuid()}, 'x', 'x', 'x', 'nothing', 'simulated')`);
}

beforeAll(async () => {
  bank = await openTestBank({
    institution: institutionSchema.parse({ ...LIVE_INSTITUTION, templateApprovals: APPROVALS }),
  });
  bank.setNow(TODAY);
  client = await bank.client();
  const asked = {
    amountMinor: 5_000_00,
    purpose: 'Travaux',
    durationMonths: 36,
    monthlyIncomeMinor: 3_000_00,
  };
  loanId = accepted(await client.post('/loans', asked)).loan.id;
  accepted(await client.post('/durable-medium-consent', { canKeepPdf: true }));
  for (const kind of ['identity', 'income', 'domicile'])
    accepted(
      await client.post(`/loans/${loanId}/documents`, newPdf(), {
        headers: { 'x-file-name': `${kind}.pdf`, 'x-document-kind': kind },
      }),
    );
  accepted(await client.put(`/loans/${loanId}/dialogue-sheet`, { content: TEST_SHEET }));
  await pastTheGuards(bank.database.db, completeFile);
});
afterAll(() => bank.close());

const UNDONE = new Error('undone');

/** What the offer is refused with once the file was changed; nothing stays of either. */
async function refusedAfter(change: string | null, reasons: object = {}) {
  const order = { loanId, seenPhase: 'submitted' as const, ...reasons };
  return bank
    .work(newUuid(), async (work) => {
      if (change) {
        await work.tx.execute(sql`set local role none`);
        await work.tx.execute(sql`set local session_replication_role = replica`);
        await work.tx.execute(sql.raw(change));
        await work.tx.execute(sql`set local session_replication_role = origin`);
        await work.tx.execute(sql`set local role guichet_staff`);
      }
      await issueOffer(work, bank.bank.institution, order);
      throw UNDONE;
    })
    .catch((error) => {
      if (error === UNDONE) return null;
      if (!(error instanceof Refusal)) throw error;
      return [error.code, error.params.missing ?? ''];
    });
}

const reason = 'Un motif écrit de plus de vingt caractères.';

describe('LC-41 the guards of an offer in a live institution', () => {
  test('LC-41 a whole file is offered, and on its last day too: a sheet and a consultation of thirty days', async () => {
    expect(await refusedAfter(null)).toBeNull();
    const thirty = "interval '30 days'";
    expect(
      await refusedAfter(
        `update dialogue_sheets set confirmed_at = confirmed_at - ${thirty}; update ficp_consultations set consulted_at = consulted_at - ${thirty}`,
      ),
    ).toBeNull();
  });

  test.each([
    ['LC-41 without a date of birth', 'update profiles set date_of_birth = null', 'date de naissance'],
    ['LC-41 to a minor', "update profiles set date_of_birth = '2008-03-31'", 'majorité'],
    [
      'LC-41 with an identity document that has expired',
      "update loan_documents set expires_on = '2026-03-29' where kind = 'identity'",
      "pièce d'identité",
    ],
    ['LC-12 to a resident of the Pacific', "update profiles set country = 'NC'", 'Pacifique'],
    [
      'LC-18 on a sheet of thirty-one days',
      "update dialogue_sheets set confirmed_at = confirmed_at - interval '31 days'",
      'fiche de dialogue de moins de 30',
    ],
    [
      'LC-18 on a sheet that is not certified',
      'update dialogue_sheets set confirmed_at = null',
      'fiche de dialogue certifiée',
    ],
    [
      'LC-20 D312-8 without a document of domicile',
      "delete from loan_documents where kind = 'domicile'",
      'domicile',
    ],
    [
      'LC-20 on a document of income of more than three months',
      "update loan_documents set issued_on = '2025-12-29' where kind = 'income'",
      'revenus',
    ],
    [
      'LC-21 on a consultation of thirty-one days',
      "update ficp_consultations set consulted_at = consulted_at - interval '31 days'",
      'consultation du FICP',
    ],
    [
      'LC-21 on a consultation without its proof',
      "update ficp_consultations set provider = 'manual'",
      'preuve de la consultation',
    ],
    [
      'LC-21 L751-2 in spite of a listing, without a written reason',
      "update ficp_consultations set outcome = 'incident'",
      'malgré',
    ],
    [
      'LC-22 beyond the policy, without a written reason',
      `update dialogue_sheets set content = jsonb_set(content, '{dependants}', '12')`,
      'politique',
    ],
    [
      'LC-22 without any resource',
      `update dialogue_sheets set content = jsonb_set(content, '{resources,salaryMinor}', '0')`,
      'ressources',
    ],
  ])('file.incomplete: %s', async (_, change, missing) => {
    const [code, named] = (await refusedAfter(change)) ?? [];
    expect(code).toBe('file.incomplete');
    expect(String(named).toLowerCase()).toContain(missing.toLowerCase());
  });

  test('LC-21, LC-22 a listing and figures beyond the policy are offered with a written reason of twenty characters', async () => {
    const listed = "update ficp_consultations set outcome = 'incident'";
    expect((await refusedAfter(listed, { ficpReason: 'trop court' }))?.[0]).toBe('file.incomplete');
    expect(await refusedAfter(listed, { ficpReason: reason })).toBeNull();
    const beyond = `update dialogue_sheets set content = jsonb_set(content, '{dependants}', '12')`;
    expect(await refusedAfter(beyond, { policyReason: reason })).toBeNull();
  });

  test('LC-29 client.paper-required: the client’s word about PDF counts for twelve months', async () => {
    const given = (day: string) => `update durable_medium_consents set given_at = '${day}T10:00:00Z'`;
    expect(await refusedAfter(given('2025-03-30'))).toBeNull();
    expect((await refusedAfter(given('2025-03-29')))?.[0]).toBe('client.paper-required');
  });

  test('LC-18, LC-47 auth.second-factor-missing: a sheet is certified with two factors', async () => {
    const { sheet } = accepted(await client.get(`/loans/${loanId}/file`)).file;
    const { version, sha256 } = sheet;
    const path = `/loans/${loanId}/dialogue-sheet/confirmation`;
    const { status, body } = await client.post(path, { version, sha256, isCertified: true });
    expect([
      status,
      ['auth.second-factor-missing', 'auth.confirmation-required'].includes(body.code),
    ]).toEqual([403, true]);
  });
});
