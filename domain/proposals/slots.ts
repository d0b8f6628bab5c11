import { fits, type Slot } from './policy.ts';

/** A person who approves, with the roles they hold. */
export interface Approver {
  readonly id: string;
  readonly roles: readonly string[];
}

/**
 * Gives slots to distinct people so that as many as possible are filled (FOUR-12): a person who fits two of them takes whichever leaves the
 * other to somebody else. Slots and people are few, so a path is searched for each slot (Kuhn's algorithm).
 * @returns for each slot the id of its person, or null.
 */
export function fillSlots(slots: readonly Slot[], people: readonly Approver[]): readonly (string | null)[] {
  const slotOfPerson = new Map<string, number>();
  const place = (slot: number, tried: Set<string>): boolean =>
    people.some((person) => {
      if (tried.has(person.id) || !fits(slots[slot] ?? [], person.roles)) return false;
      tried.add(person.id);
      const taken = slotOfPerson.get(person.id);
      if (taken !== undefined && !place(taken, tried)) return false;
      slotOfPerson.set(person.id, slot);
      return true;
    });
  slots.forEach((_, slot) => {
    place(slot, new Set());
  });
  const personOf = new Map([...slotOfPerson].map(([id, slot]) => [slot, id]));
  return slots.map((_, slot) => personOf.get(slot) ?? null);
}

/** How many slots these people can fill at once. */
export function filledCount(slots: readonly Slot[], people: readonly Approver[]): number {
  return fillSlots(slots, people).filter((id) => id !== null).length;
}

/** The slots that nobody among these people fills. */
export function openSlots(slots: readonly Slot[], people: readonly Approver[]): readonly Slot[] {
  const filled = fillSlots(slots, people);
  return slots.filter((_, slot) => filled[slot] === null);
}
