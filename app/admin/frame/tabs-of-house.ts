import type { HousePart } from '#domain/desk/house-parts.ts';
import type { AdminSection } from './sections.ts';

/** The tabs that some houses lack, by what they are about. */
const PART_OF: Partial<Record<AdminSection, HousePart>> = {
  withdrawals: 'transfers',
  statements: 'bank-statements',
  rates: 'currencies',
};

/** Whether a tab is of a house with these parts (LC-6). */
export function isTabOfHouse(section: AdminSection, parts: readonly HousePart[]): boolean {
  const part = PART_OF[section];
  return part === undefined || parts.includes(part);
}
