import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastMovement } from '../testing/corrections.ts';
import { nextIban } from '../testing/next-iban.ts';
import { accepted } from '../testing/populated-bank.ts';
import { memberWith } from '../testing/staff.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';

/** STAFF-40 of a command that moves the money of several clients: who is tied to any of them neither makes nor approves it, and reads nothing of it. */

let bank: TestBank;
let administrator: Person;

beforeAll(async () => {
  bank = await openTestBank();
  administrator = await bank.administrator();
});
afterAll(() => bank.close());

describe('STAFF-40 every side of a command', () => {
  const approve = (by: Person, { id, inputHash }: { readonly id: string; readonly inputHash: string }) =>
    by.post(`/admin/proposals/${id}/approval`, { inputHash });
  const answerTo = async (call: Promise<{ status: number; body: { code?: string } }>) => {
    const { status, body } = await call;
    return status === 200 ? 200 : body.code;
  };
  const tie = ({ userId }: Person, { accountId }: ClientPerson) =>
    asOwner(bank.database.db, (tx) =>
      tx.execute(sql`insert into declared_links (user_id, client_account_id, relation, declared_by, declared_at)
        values (${userId}::uuid, ${accountId}::uuid, 'relative', ${userId}::uuid, now())`),
    );
  async function proposed(by: Person, about: object) {
    const { seen } = (await by.post('/admin/approval-requirements', about)).body;
    const made = await by.post('/admin/proposals', { ...about, seen });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    return made.body.proposal;
  }
  /** What a person tied to one of several clients of a command may do with it: nothing, and no list tells of it. */
  async function expectKeptFrom(
    person: Person,
    waiting: { readonly id: string; readonly inputHash: string },
  ) {
    const one = `/admin/proposals/${waiting.id}`;
    for (const answer of [
      person.get(one),
      approve(person, waiting),
      person.post(`${one}/refusal`, { reason: 'Non.' }),
    ])
      expect(await answerTo(answer)).toBe('staff.own-file');
    for (const list of ['to-approve', 'all']) {
      const { proposals } = accepted(await person.get(`/admin/proposals?list=${list}`));
      expect(proposals.map(({ id }: { id: string }) => id)).not.toContain(waiting.id);
    }
    // Nor by many at once, or by a statement.
    const items = [{ id: waiting.id, inputHash: waiting.inputHash }];
    const { run } = (await person.post('/admin/bulk', { operation: 'proposals.approve', items })).body;
    await bank.bank.background.settled();
    expect((await person.get(`/admin/bulk/${run.id}`)).body.run.rows[0].state).not.toBe('done');
    await expect(
      bank.database.db.execute(sql`insert into proposal_votes (proposal_id, user_id, decision, at)
        values (${waiting.id}::uuid, ${person.userId}::uuid, 'approve', now())`),
    ).rejects.toMatchObject({ cause: { message: 'a proposal is voted on by others' } });
  }

  test('nobody lets a transfer go to an account of their own, or of a relative: alone, at its execution, or by their vote', async () => {
    const [payer, payee] = [await bank.client(), await bank.client()];
    const iban = nextIban();
    await bank.fund(payer, 9_000_00);
    const order = { amountMinor: 6_000_00, iban, bankName: 'Guichet Démo', recipientName: 'Alix' };
    const { id } = accepted(await payer.post('/withdrawals', order)).withdrawal;
    await asOwner(bank.database.db, (tx) =>
      tx.execute(sql`update client_accounts set iban = ${iban} where id = ${payee.accountId}::uuid`),
    );
    const [maker, tied] = [await memberWith(bank, ['payments']), await memberWith(bank, ['payments'])];
    await tie(tied, payee);
    const decide = (by: Person, action: string) =>
      answerTo(by.post(`/admin/withdrawals/${id}/decision`, { action }));
    expect(await decide(tied, 'approve')).toBe('staff.own-file');
    await administrator.put('/admin/four-eyes', { isOn: true });
    const waiting = await proposed(maker, {
      operation: 'withdrawals.decide.approve',
      input: { id, action: 'approve', seenStatus: 'pending' },
    });
    await expectKeptFrom(tied, waiting);
    expect(await answerTo(approve(await memberWith(bank, ['payments']), waiting))).toBe(200);
    await administrator.put('/admin/four-eyes', { isOn: false });
    expect(await decide(tied, 'complete')).toBe('staff.own-file');
    expect(await decide(maker, 'complete')).toBe(200);
  });

  test('FOUR-9 a receipt that is taken from another client for a relative is approved by others', async () => {
    const [wrong, right] = [await bank.client(), await bank.client()];
    await bank.fund(wrong, 20_00);
    await administrator.put('/admin/four-eyes', { isOn: true });
    const [maker, tied] = [await memberWith(bank, ['payments']), await memberWith(bank, ['accountant'])];
    await tie(tied, right);
    const { postingId } = await lastMovement(bank, wrong);
    const waiting = await proposed(maker, {
      operation: 'corrections.create',
      input: { postingId, reason: 'Versé au mauvais client', rightAccountId: right.accountId },
    });
    await expectKeptFrom(tied, waiting);
    expect(await answerTo(approve(await memberWith(bank, ['accountant']), waiting))).toBe(200);
    await administrator.put('/admin/four-eyes', { isOn: false });
  });

  test('FOUR-9, FOUR-16 the reversal of a transfer between two clients is approved, and made, by who is tied to neither', async () => {
    const [payer, payee] = [
      await bank.client(),
      await bank.client({ firstName: 'Paul', lastName: 'Martin' }),
    ];
    const { iban } = accepted(await administrator.get('/admin/iban-proposal'));
    const receives = { iban, bankName: 'Guichet Démo' };
    accepted(await administrator.post(`/admin/clients/${payee.accountId}/activation`, { receivedMinor: 0 }));
    accepted(await administrator.put(`/admin/clients/${payee.accountId}/iban`, receives));
    await bank.fund(payer, 100_00);
    const order = { ...receives, amountMinor: 40_00, recipientName: 'Paul Martin' };
    expect(accepted(await payer.post('/withdrawals', order)).withdrawal.phase).toBe('settled');
    await administrator.put('/admin/four-eyes', { isOn: true });
    const [maker, tied] = [await memberWith(bank, ['payments']), await memberWith(bank, ['accountant'])];
    const { postingId } = await lastMovement(bank, payee);
    const about = {
      operation: 'corrections.reverse',
      input: { id: postingId, reason: 'Ordre passé deux fois' },
    };
    const first = await proposed(maker, about);
    for (const client of [payer, payee]) {
      const person = client === payer ? tied : await memberWith(bank, ['accountant']);
      await tie(person, client);
      expect(await answerTo(approve(person, first))).toBe('staff.own-file');
    }
    await tie(maker, payee);
    const other = await memberWith(bank, ['accountant']);
    expect(await answerTo(approve(other, first))).toBe('proposal.maker-gone');
    const second = await proposed(other, about);
    await expectKeptFrom(tied, second);
    await administrator.put('/admin/four-eyes', { isOn: false });
  });
});
