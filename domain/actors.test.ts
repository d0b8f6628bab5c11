import { describe, expect, it } from 'vitest';
import { actorIdOf, HOUSE_ACTORS, houseActorOf } from './actors.ts';

describe('who acts', () => {
  it('is written under the own id of a person', () => {
    const personId = '019aa000-0000-7000-8000-000000000001';
    expect(actorIdOf({ kind: 'staff', personId })).toBe(personId);
    expect(actorIdOf({ kind: 'client', personId })).toBe(personId);
    expect(houseActorOf(personId)).toBeNull();
  });

  it('is found again by the id of a job or a command', () => {
    for (const { id, actor } of HOUSE_ACTORS) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(houseActorOf(id)).toEqual(actor);
    }
    expect(new Set(HOUSE_ACTORS.map(({ id }) => id)).size).toBe(HOUSE_ACTORS.length);
  });

  // The ids stand in books and audit trails that are already written: a changed one would give old lines to another actor.
  it.each([
    ['visitor', '00000000-0000-8000-9000-000000000001'],
    ['create-administrator', '00000000-0000-8000-9000-000000000101'],
    ['reset-second-factor', '00000000-0000-8000-9000-000000000102'],
    ['fill-demonstration', '00000000-0000-8000-9000-000000000103'],
    ['purge-sign-in', '00000000-0000-8000-9000-000000000201'],
    ['purge-sign-ups', '00000000-0000-8000-9000-000000000202'],
    ['purge-enquiries', '00000000-0000-8000-9000-000000000203'],
    ['purge-newsletter', '00000000-0000-8000-9000-000000000204'],
    ['purge-mails', '00000000-0000-8000-9000-000000000205'],
  ])('%s keeps the id %s', (name, id) => {
    if (name === 'visitor') return expect(actorIdOf({ kind: 'visitor' })).toBe(id);
    const actor = houseActorOf(id);
    expect(actor?.kind === 'bank' ? actor.job : actor?.command).toBe(name);
  });
});
