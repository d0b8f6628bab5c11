import { sectionHref, useSection } from '../section.ts';

/** The sections of the client's dashboard, in the order of its menu (specification, signed-in areas, section 2). */
export const clientSections = [
  'dashboard',
  'actions',
  'loans',
  'transfers',
  'pending',
  'fees',
  'profile',
] as const;
export type ClientSection = (typeof clientSections)[number];

export const clientHome = '/client-dashboard';

export const useClientSection = (): ClientSection => useSection(clientSections);

export const clientHref = (section: ClientSection): string =>
  sectionHref(clientHome, section, clientSections[0]);
