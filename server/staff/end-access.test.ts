import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newUuid } from '../ids.ts';
import { accepted } from '../testing/populated-bank.ts';
import { memberWith } from '../testing/staff.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

/** STAFF-16: what ends with somebody's access, and how sessions of the staff end. */

let bank: TestBank;
let administrator: Person;
let client: ClientPerson;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    administrator = await bank.administrator();
    client = await bank.client();
  }),
);
afterEach(() => bank.close());

const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const isSignedIn = async (person: Person) => (await person.get('/admin/counts')).status === 200;

describe('STAFF-16 sessions of the staff', () => {
  test('all of the team end at once, those of the caller too; clients go on, another role is refused', async () => {
    const auditor = await memberWith(bank, ['auditor']);
    expect(code(await auditor.delete('/admin/staff-sessions'))).toEqual([403, 'auth.permission-required']);
    const compliance = await memberWith(bank, ['compliance']);
    expect(accepted(await compliance.delete('/admin/staff-sessions')).ended).toBeGreaterThan(2);
    for (const person of [compliance, auditor, administrator]) expect(await isSignedIn(person)).toBe(false);
    expect((await client.get('/overview')).status).toBe(200);
  });

  test('two people who end all of them at one moment both succeed, or find theirs ended', async () => {
    const people = [administrator, await bank.administrator()];
    const answers = await Promise.all(people.map((person) => person.delete('/admin/staff-sessions')));
    for (const { status } of answers) expect([200, 401]).toContain(status);
    for (const person of people) expect(await isSignedIn(person)).toBe(false);
  });

  test('one ends alone; a session of somebody else, or one that has ended, is not found', async () => {
    const person = await memberWith(bank, ['auditor']);
    const path = `/admin/staff/${person.userId}`;
    const sessionId = accepted(await administrator.get(path)).sessions[0].id;
    const ofAnother = `/admin/staff/${administrator.userId}/sessions/${sessionId}`;
    expect(code(await administrator.delete(ofAnother))).toEqual([404, 'not-found']);
    expect(accepted(await administrator.delete(`${path}/sessions/${sessionId}`))).toEqual({ ended: 1 });
    expect(await isSignedIn(person)).toBe(false);
    expect(code(await administrator.delete(`${path}/sessions/${sessionId}`))).toEqual([404, 'not-found']);
    expect(await isSignedIn(administrator)).toBe(true);
  });
});

describe('STAFF-16 the files of who is suspended or leaves', () => {
  const LOAN = {
    amountMinor: 1_000_00,
    purpose: 'Un vélo',
    durationMonths: 12,
    monthlyIncomeMinor: 2_000_00,
  };
  const followerOf = async (loanId: string) =>
    accepted(await administrator.get(`/admin/loans/${loanId}`)).loan.followedBy?.id ?? null;

  async function personWithFile(): Promise<{ person: Person; loanId: string }> {
    const person = await memberWith(bank, ['credit-analyst']);
    const loanId = accepted(await client.post('/loans', LOAN)).loan.id;
    accepted(await person.put(`/admin/assignments/loan/${loanId}`, { seenAssigneeId: null }));
    return { person, loanId };
  }

  test.each(['suspension', 'departure'])('a %s gives them to the chosen colleague', async (event) => {
    const { person, loanId } = await personWithFile();
    const colleague = await memberWith(bank, ['credit-analyst']);
    const input = { reason: 'Absence longue', filesTo: colleague.userId };
    accepted(await administrator.post(`/admin/staff/${person.userId}/${event}`, input));
    expect(await followerOf(loanId)).toBe(colleague.userId);
    expect(accepted(await administrator.get(`/admin/staff/${colleague.userId}`)).member.assigned).toBe(1);
  });

  test('without a colleague nobody follows them', async () => {
    const { person, loanId } = await personWithFile();
    accepted(await administrator.post(`/admin/staff/${person.userId}/suspension`, { reason: 'Absence' }));
    expect(await followerOf(loanId)).toBeNull();
  });

  test('somebody who cannot act is no colleague: neither the person, a stranger nor who is suspended; nothing is written', async () => {
    const { person, loanId } = await personWithFile();
    const suspended = await memberWith(bank, ['auditor']);
    accepted(await administrator.post(`/admin/staff/${suspended.userId}/suspension`, { reason: 'Absence' }));
    for (const filesTo of [person.userId, suspended.userId, client.userId, newUuid()]) {
      const answer = await administrator.post(`/admin/staff/${person.userId}/departure`, {
        reason: 'Fin',
        filesTo,
      });
      expect(code(answer)).toEqual([409, 'task.unknown-colleague']);
    }
    expect(await isSignedIn(person)).toBe(true);
    expect(await followerOf(loanId)).toBe(person.userId);
  });
});
