import { useLocation, useSearch } from 'wouter';
import type { Permission } from '#domain/operations.ts';

/** The tabs of the back office (docs/rules.md, Screens). Each has an address: `/admin-dashboard?tab=loans`. */
export const adminSections = ['dashboard', 'clients', 'loans', 'withdrawals', 'fees'] as const;
/** What stands beside the day's work: visitors' messages, the rates it uses, what the bank does by itself, the trail it leaves, and how one comes in. */
export const adminTools = ['enquiries', 'rates', 'jobs', 'audit', 'security'] as const;
export type CountedSection = (typeof adminSections)[number];
export type AdminSection = CountedSection | (typeof adminTools)[number];

export const allSections: readonly AdminSection[] = [...adminSections, ...adminTools];

/** What a tab reads: it is absent for those who may not. One's own security needs no permission. */
export const readingOf: Readonly<Record<AdminSection, Permission | null>> = {
  dashboard: 'overview.administrator',
  clients: 'clients.list',
  loans: 'loans.review',
  withdrawals: 'withdrawals.review',
  fees: 'fees.review',
  enquiries: 'enquiries.review',
  rates: 'rates.list',
  jobs: 'jobs.list',
  audit: 'audit.list',
  security: null,
};

export const adminHome = '/admin-dashboard';

/** The tab of a query; an unknown one is the dashboard. */
export function sectionOf(search: string): AdminSection {
  const asked = new URLSearchParams(search).get('tab');
  return allSections.find((section) => section === asked) ?? 'dashboard';
}

/** The tab on the screen; the page of a client belongs to the clients. */
export function useAdminSection(): AdminSection {
  const [path] = useLocation();
  const section = sectionOf(useSearch());
  return path.startsWith(`${adminHome}/clients/`) ? 'clients' : section;
}

/** The address of a tab, with what is filtered, sorted or opened in it. */
export function adminHref(section: AdminSection, state: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(section === 'dashboard' ? state : { tab: section, ...state }).toString();
  return query ? `${adminHome}?${query}` : adminHome;
}

/** In the place of a state: all that wait for someone here. */
export const TO_DO = 'open';

/** The page of one client, by the id of their account. */
export const clientHref = (accountId: string): string => `${adminHome}/clients/${accountId}`;
