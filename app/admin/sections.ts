import { sectionHref, useSection } from '../section.ts';

/** The tabs of the back office (specification, signed-in areas, section 2). */
export const adminSections = ['dashboard', 'clients', 'loans', 'withdrawals', 'fees'] as const;
export type AdminSection = (typeof adminSections)[number];

export const adminHome = '/admin-dashboard';

export const useAdminSection = (): AdminSection => useSection(adminSections);

export const adminHref = (section: AdminSection): string => sectionHref(adminHome, section, adminSections[0]);
