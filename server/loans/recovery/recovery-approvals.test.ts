import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import { accept, agree, offerOn, requestForContract } from '../../testing/contract-path.ts';
import {
  act,
  administrator,
  bank,
  client,
  lateUntil,
  noticed,
  post,
  recoveryOf,
  refused,
  withLateLoans,
} from '../../testing/late-loans.ts';
import { morningOf } from '../../testing/lent-loan.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { memberWith } from '../../testing/staff.ts';
import type { Person } from '../../testing/test-bank.ts';

/** FOUR-22, decision 0056: acts of recovery, gestures of capital and great agreements are commands that others approve. */

let manager: Person;
let other: Person;
let accountant: Person;

withLateLoans(async () => {
  manager = await memberWith(bank, ['credit-manager']);
  other = await memberWith(bank, ['credit-manager']);
  accountant = await memberWith(bank, ['accountant']);
});

const turnOn = async () => accepted(await administrator.put('/admin/four-eyes', { isOn: true }));

interface Command {
  readonly operation: string;
  readonly input: object;
}

/** Proposes a command as its dialog does. */
async function propose(by: Person, about: Command) {
  const { seen, slots } = accepted(await by.post('/admin/approval-requirements', about));
  const answer = await by.post('/admin/proposals', { ...about, seen });
  return { answer, slots: slots.map(({ roles }: { roles: string[] }) => roles) as string[][] };
}
const vote = async (by: Person, { id, inputHash }: { id: string; inputHash: string }) => {
  const { body } = await by.post(`/admin/proposals/${id}/approval`, { inputHash });
  return body.code ?? body.proposal.status;
};

describe('FOUR-22 acts of recovery', () => {
  test('with four eyes off one person does them, although others could approve', async () => {
    const id = await noticed();
    await bank.travelTo(morningOf('2027-07-12'));
    const { phase, acts } = accepted(
      await post(manager, id, 'acceleration', { reason: 'Impayés répétés' }),
    ).recovery;
    expect([phase, acts[0].proposal]).toEqual(['accelerated', null]);
  });

  test('an acceleration waits for another credit manager, shows that it does, and is carried out in its maker’s name', async () => {
    const id = await noticed();
    const about = { operation: 'loanRecovery.accelerate', input: { id, reason: 'Impayés répétés' } };
    await turnOn();
    // What is impossible is refused before anybody is asked.
    const early = await propose(manager, about);
    expect([early.answer.status, early.answer.body.code]).toEqual([409, 'acceleration.not-possible']);
    await bank.travelTo(morningOf('2027-07-12'));
    expect(await refused(post(manager, id, 'acceleration', { reason: 'Impayés répétés' }))).toEqual([
      409,
      'approval.required',
    ]);
    const { answer, slots } = await propose(manager, about);
    expect(slots).toEqual([['credit-manager']]);
    const { proposal } = accepted(answer);
    expect((await recoveryOf(id)).waiting).toMatchObject([
      { id: proposal.id, reference: proposal.reference, operation: 'loanRecovery.accelerate' },
    ]);
    expect((await propose(manager, about)).answer.body.code).toBe('proposal.already-there');
    expect([await vote(manager, proposal), await vote(accountant, proposal)]).toEqual([
      'proposal.own',
      'proposal.not-approver',
    ]);
    expect(await vote(other, proposal)).toBe('executed');
    const { phase, acts, waiting } = await recoveryOf(id);
    expect([phase, acts[0].proposal, waiting]).toEqual(['accelerated', proposal.reference, []]);
    const lines = await rowsOf<{ operation: string; actor_id: string }>(
      bank.database.db,
      sql`select operation, actor_id from audit_entries order by number desc limit 2`,
    );
    expect(lines.map(({ operation, actor_id }) => [operation, actor_id]).sort()).toEqual([
      ['loanRecovery.accelerate', manager.userId],
      ['proposals.approve', other.userId],
    ]);
  });

  test('FOUR-3, FOUR-10 a freeze needs nobody, and makes what waits on the loan stale at once', async () => {
    const id = await noticed();
    await bank.travelTo(morningOf('2027-07-12'));
    await turnOn();
    const about = { operation: 'loanRecovery.accelerate', input: { id, reason: 'Impayés répétés' } };
    const { proposal } = accepted((await propose(manager, about)).answer);
    accepted(
      await post(manager, id, 'freeze', {
        action: 'freeze',
        kind: 'overindebtedness',
        fromDay: '2027-07-10',
        document: 'Recevabilité',
      }),
    );
    expect(accepted(await other.get(`/admin/proposals/${proposal.id}`)).proposal.status).toBe('stale');
    expect(await vote(other, proposal)).toBe('proposal.already-decided');
    expect((await recoveryOf(id)).phase).toBe('active');
  });

  test('a write-off takes another credit manager and an accountant; interest goes back by compliance, a provision by another accountant', async () => {
    const id = await lateUntil('2027-07-15');
    await turnOn();
    const slotsOf = async (by: Person, operation: string, fields: object = {}) => {
      const input = { id, reason: 'Impayés', ...fields };
      return accepted(await by.post('/admin/approval-requirements', { operation, input })).slots.map(
        ({ roles }: { roles: string[] }) => roles,
      );
    };
    expect(await slotsOf(manager, 'loanRecovery.forfeitInterest', { amountMinor: 1 })).toEqual([
      ['compliance'],
    ]);
    expect(await slotsOf(accountant, 'loanRecovery.provide', { amountMinor: 1 })).toEqual([['accountant']]);
    expect(
      await slotsOf(manager, 'loanRecovery.taxCosts', { amountMinor: 1, document: 'Ordonnance' }),
    ).toEqual([['credit-manager']]);
    const about = { operation: 'loanRecovery.writeOff', input: { id, reason: 'Irrécouvrable' } };
    const { answer, slots } = await propose(manager, about);
    expect(slots).toEqual([['credit-manager'], ['accountant']]);
    const { proposal } = accepted(answer);
    expect(await vote(accountant, proposal)).toBe('awaiting');
    expect((await recoveryOf(id)).phase).toBe('active');
    expect(await vote(other, proposal)).toBe('executed');
    expect((await recoveryOf(id)).phase).toBe('written_off');
  });

  test('rows 28, 29: a proposal that a write-off overtook is stale, and waits no longer', async () => {
    const id = await lateUntil('2027-07-15');
    await turnOn();
    const costs = { id, amountMinor: 90_00, document: 'Ordonnance du 1er juin 2027', reason: 'Frais taxés' };
    const about = { operation: 'loanRecovery.taxCosts', input: costs };
    const { proposal } = accepted((await propose(manager, about)).answer);
    accepted(await administrator.put('/admin/four-eyes', { isOn: false }));
    await act(id, 'write-off');
    expect(await vote(other, proposal)).toBe('proposal.stale');
    expect((await recoveryOf(id)).waiting).toEqual([]);
  });

  test('a measure that gives capital up waits for another credit manager; any other is proposed to the client at once', async () => {
    const id = await lateUntil('2027-04-20');
    await turnOn();
    const effectOf = async (terms: string) =>
      accepted(await manager.get(`/admin/loans/${id}/measure-effect?${terms}`)).effect.extraInterestMinor;
    const extension = { kind: 'extension', months: 6 };
    accepted(
      await post(manager, id, 'measures', {
        action: 'propose',
        ...extension,
        seenExtraInterestMinor: await effectOf('kind=extension&months=6'),
      }),
    );
    const input = {
      id,
      action: 'propose',
      kind: 'remission',
      amountMinor: 100_00,
      seenExtraInterestMinor: await effectOf('kind=remission&amountMinor=10000'),
    };
    const { id: _, ...fields } = input;
    expect(await refused(post(manager, id, 'measures', fields))).toEqual([409, 'approval.required']);
    const { answer, slots } = await propose(manager, { operation: 'loanRepayments.measure.propose', input });
    expect(slots).toEqual([['credit-manager']]);
    expect(await vote(other, accepted(answer).proposal)).toBe('executed');
    const { measures } = accepted(await manager.get(`/admin/loans/${id}/measures`));
    expect(measures.map(({ kind, state }: { kind: string; state: string }) => [kind, state])).toContainEqual([
      'remission',
      'proposed',
    ]);
  });

  test('LC-49 an agreement above 50,000.00 takes a second credit manager, who is not the offer’s maker either', async () => {
    const issuer = await memberWith(bank, ['credit-manager']);
    const id = await requestForContract(client, {
      amountMinor: 60_000_00,
      durationMonths: 60,
      monthlyIncomeMinor: 9_000_00,
      product: 'project',
    });
    await offerOn(issuer, id);
    accepted(await accept(client, id));
    await turnOn();
    const refusal = await agree(manager, id);
    expect([refusal.status, refusal.body.code]).toEqual([409, 'approval.required']);
    const about = {
      operation: 'loanOffers.decideAgreement.agree',
      input: { id, action: 'agree', seenPhase: 'accepted' },
    };
    const { proposal } = accepted((await propose(manager, about)).answer);
    const lists = async (by: Person) => accepted(await by.get('/admin/proposals?list=to-approve')).count;
    expect([await lists(issuer), await lists(other)]).toEqual([0, 1]);
    expect(await vote(issuer, proposal)).toBe('proposal.own');
    expect(await vote(other, proposal)).toBe('executed');
  });
});

test('FOUR-10 what waits is no act yet: acts that were carried out are not changed by anybody', async () => {
  const id = await noticed();
  await bank.travelTo(morningOf('2027-07-12'));
  await act(id, 'acceleration');
  await expect(
    bank.database.db.execute(sql`update loan_recovery_acts set reason = 'Autre' where loan_id = ${id}::uuid`),
  ).rejects.toThrow();
});
