import { useSearch } from 'wouter';
import { navigate } from '../../page/navigation.ts';
import { sectionHref, useSection } from '../../page/section.ts';

/** The sections of the client's dashboard, in the order of its menu (docs/rules.md, Screens), then how to reach the bank. */
export const clientSections = [
  'dashboard',
  'transactions',
  'actions',
  'loans',
  'transfers',
  'pending',
  'fees',
  'profile',
  'help',
] as const;
export type ClientSection = (typeof clientSections)[number];

export const clientHome = '/client-dashboard';

export const useClientSection = (): ClientSection => useSection(clientSections);

export const clientHref = (section: ClientSection): string =>
  sectionHref(clientHome, section, clientSections[0]);

/** The address of one loan of the client's. */
export const loanHref = (id: string): string => `${clientHref('loans')}&loan=${id}`;

/** The address of the dialogue sheet of one loan. */
export const sheetHref = (id: string): string => `${loanHref(id)}&part=sheet`;

/** The requests that can be opened from any section: their dialogs have an address, so that the back button closes them. */
const dialogs = ['loan', 'transfer'] as const;
export type ClientDialog = (typeof dialogs)[number];

const dialogParam = 'new';

/** Opens a dialog over the current section. */
export function openDialog(dialog: ClientDialog): void {
  const query = new URLSearchParams(location.search);
  query.set(dialogParam, dialog);
  // From another page, such as a document of the account, the dialog opens over the dashboard.
  const path = location.pathname === clientHome ? location.pathname : clientHome;
  navigate(`${path}?${query}`);
}

export function closeDialog(): void {
  const query = new URLSearchParams(location.search);
  query.delete(dialogParam);
  navigate(`${location.pathname}${query.size > 0 ? `?${query}` : ''}`, { replace: true });
}

/** The dialog in the address. */
export function useOpenDialog(): ClientDialog | null {
  const asked = new URLSearchParams(useSearch()).get(dialogParam);
  return dialogs.find((dialog) => dialog === asked) ?? null;
}
