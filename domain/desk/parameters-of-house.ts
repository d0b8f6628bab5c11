import type { ParameterGroup } from '../parameters/parameter-kinds.ts';
import type { HousePart } from './house-parts.ts';

/** The dated data that only some houses go by, by the part of the house that they are about. */
const PART_OF: Partial<Record<ParameterGroup, HousePart>> = {
  contract: 'lending',
  usury: 'lending',
  early: 'running-loans',
  default: 'running-loans',
  transfers: 'transfers',
  receipts: 'bank-statements',
};

/** Whether a house with these parts goes by the dated data of a group (LC-6). */
export function isGroupOfHouse(group: ParameterGroup, parts: readonly HousePart[]): boolean {
  const part = PART_OF[group];
  return part === undefined || parts.includes(part);
}
