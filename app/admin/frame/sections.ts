import { useLocation, useSearch } from 'wouter';
import type { Permission } from '#domain/operations.ts';

/** The tabs of the back office (docs/rules.md, Screens). Each has an address: `/admin-dashboard?tab=loans`. */
export const adminSections = ['dashboard', 'clients', 'loans', 'withdrawals', 'fees'] as const;
/**
 * Secondary tabs: statements, rates, jobs, audit trail; then what waits for a second approval, visitors' messages, the team and dated data
 * (STAFF-11); one's own sign-in security last.
 */
export const adminTools = [
  'statements',
  'rates',
  'jobs',
  'audit',
  'proposals',
  'enquiries',
  'team',
  'parameters',
  'security',
] as const;
export type CountedSection = (typeof adminSections)[number];
/** « Mes dossiers » stands under the dashboard. */
export type AdminSection = CountedSection | 'mine' | (typeof adminTools)[number];

export const allSections: readonly AdminSection[] = [
  'dashboard',
  'mine',
  ...adminSections.slice(1),
  ...adminTools,
];

/** The permission that a tab needs: without it the tab is hidden. One's own security needs none. */
export const readingOf: Readonly<Record<AdminSection, Permission | null>> = {
  dashboard: 'overview.administrator',
  mine: 'tasks.mine',
  clients: 'clients.list',
  loans: 'loans.review',
  withdrawals: 'withdrawals.review',
  fees: 'fees.review',
  statements: 'bankFiles.list',
  proposals: 'proposals.list',
  enquiries: 'enquiries.review',
  rates: 'rates.list',
  parameters: 'parameters.list',
  jobs: 'jobs.list',
  audit: 'audit.list',
  team: 'staff.list',
  security: null,
};

export const adminHome = '/admin-dashboard';

/** The tab of a query; an unknown one is the dashboard. */
export function sectionOf(search: string): AdminSection {
  const asked = new URLSearchParams(search).get('tab');
  return allSections.find((section) => section === asked) ?? 'dashboard';
}

/** The tab on the screen; a client's page belongs to the clients. */
export function useAdminSection(): AdminSection {
  const [path] = useLocation();
  const section = sectionOf(useSearch());
  return path.startsWith(`${adminHome}/clients/`) ? 'clients' : section;
}

/** The address of a tab, with its filter, sort and opened row. */
export function adminHref(section: AdminSection, state: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(section === 'dashboard' ? state : { tab: section, ...state }).toString();
  return query ? `${adminHome}?${query}` : adminHome;
}

/** Pseudo-state of the filter: all that wait for the staff. */
export const TO_DO = 'open';
/** Pseudo-state of the transfers that wait for a decision. */
export const TO_DECIDE = 'to-decide';

/** The page of one client, by the id of their account. */
export const clientHref = (accountId: string): string => `${adminHome}/clients/${accountId}`;
