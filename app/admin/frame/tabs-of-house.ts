import type { AdminSection } from './sections.ts';

/**
 * Whether a tab is of a house (LC-6): one that moves no money of its clients has no transfers, but for those of before its status changed.
 * @param transfers how many it has.
 */
export const isTabOfHouse = (
  section: AdminSection,
  { movesMoney, transfers }: { readonly movesMoney: boolean; readonly transfers: number },
): boolean => section !== 'withdrawals' || movesMoney || transfers > 0;
