import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import { fileSteps, openFileBank } from '../../testing/loan-file-steps.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { memberWith } from '../../testing/staff.ts';
import type { ClientPerson, Person, TestBank } from '../../testing/test-bank.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';

/** Documents of a loan worked on together. */

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;
let loanId: string;
const { review, addDocument } = fileSteps(() => ({ client, administrator, loanId }));

beforeEach(
  unlessUnchanged(async () => {
    ({ bank, client, administrator, loanId } = await openFileBank());
  }),
);
afterEach(() => bank.close());

const operation = 'loanFile.reviewDocument';
const received = (id: string, more: object = {}) => ({ id, loanId, seenStatus: 'received', ...more });

/** Starts a run over documents and waits for its end. */
async function ran(items: object[], common: object) {
  const { run } = accepted(await administrator.post('/admin/bulk', { operation, items, common }));
  await bank.bank.background.settled();
  return accepted(await administrator.get(`/admin/bulk/${run.id}`)).run;
}

const documents = async () =>
  accepted(await administrator.get(`/admin/loans/${loanId}/documents`)).documents as { id: string }[];

test('Q-30 documents are rejected together with one reason, and each is a line of the trail', async () => {
  const ids = [await addDocument('income'), await addDocument('domicile')];
  const run = await ran(
    ids.map((id) => received(id)),
    { outcome: 'rejected', rejection: 'too-old' },
  );
  expect(run).toMatchObject({ kind: 'document', state: 'ended', total: 2, counts: { done: 2 } });
  expect(run.rows.map(({ document }: { document: string }) => typeof document)).toEqual(['string', 'string']);
  expect(await documents()).toMatchObject([
    { state: 'rejected', rejection: 'too-old' },
    { state: 'rejected', rejection: 'too-old' },
  ]);
  const lines = await rowsOf(
    bank.database.db,
    sql`select 1 from audit_entries where operation = ${operation} and actor_id = ${administrator.userId}::uuid`,
  );
  expect(lines).toHaveLength(2);
  const { notifications } = accepted(await client.get('/notifications'));
  const told = notifications.filter(({ kind }: { kind: string }) => kind === 'loan-document-rejected');
  expect(told).toHaveLength(2);
});

test('Q-30 documents are verified together, each with what was found in it', async () => {
  const ids = [await addDocument('income'), await addDocument('identity')];
  const holder = 'Alix Fictif';
  const run = await ran(
    [
      received(ids[0] ?? '', { found: { kind: 'income', holder, issuedOn: '2026-11-02' } }),
      received(ids[1] ?? '', { found: { kind: 'identity', holder, expiresOn: '2031-05-01' } }),
    ],
    { outcome: 'verified' },
  );
  expect(run.counts).toMatchObject({ done: 2 });
  expect(await documents()).toMatchObject([
    { state: 'verified', kind: 'income', holder, issuedOn: '2026-11-02' },
    { state: 'verified', kind: 'identity', holder, expiresOn: '2031-05-01' },
  ]);
});

test('Q-32 a document that a colleague reviewed, that is gone or of another loan is left, the others are done', async () => {
  const [seen, left] = [await addDocument('income'), await addDocument('domicile')];
  accepted(await review(seen, { outcome: 'rejected', rejection: 'unreadable' }));
  const items = [
    received(seen),
    received(left),
    received(newUuid()),
    received(await addDocument('other'), { loanId: newUuid() }),
  ];
  const run = await ran(items, { outcome: 'rejected', rejection: 'expired' });
  expect(run.rows.map((row: { state: string }) => row.state)).toEqual([
    'skipped',
    'done',
    'skipped',
    'skipped',
  ]);
  expect(run.rows[0].refusal.code).toBe('document.already-reviewed');
  expect(await documents()).toMatchObject([
    { rejection: 'unreadable' },
    { rejection: 'expired' },
    { state: 'received' },
  ]);
  const report = await administrator.get(`/admin/bulk/${run.id}/report`);
  expect(String(report.body)).toContain(';Pièce;');
});

test('Q-32 what the route of one document refuses is refused before any is done', async () => {
  const id = await addDocument('income');
  const start = (item: object, common: object) =>
    administrator.post('/admin/bulk', { operation, items: [item], common });
  const answers = await Promise.all([
    start(received(id), { outcome: 'rejected' }),
    start(received(id), { outcome: 'verified' }),
    start(received(id), {}),
    start({ id, loanId }, { outcome: 'rejected', rejection: 'expired' }),
    start({ id, seenStatus: 'received' }, { outcome: 'rejected', rejection: 'expired' }),
    start(received(id, { found: { kind: 'income', holder: 'A', issuedOn: '31/12/2026' } }), {
      outcome: 'verified',
    }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400]);
  expect(await documents()).toMatchObject([{ state: 'received' }]);
});

test('Q-30 STAFF-10 nobody works on documents together who may not on one', async () => {
  const id = await addDocument('income');
  const payments = await memberWith(bank, ['payments']);
  const { status, body } = await payments.post('/admin/bulk', {
    operation,
    items: [received(id)],
    common: { outcome: 'rejected', rejection: 'expired' },
  });
  expect([status, body.code]).toEqual([403, 'auth.permission-required']);
});
