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

/** The address of one movement of the account's. */
export const movementHref = (id: string): string => `${clientHref('transactions')}&movement=${id}`;

/** The address of the movement with which a transfer left. */
export const transferMovementHref = (id: string): string => `${clientHref('transactions')}&transfer=${id}`;

/** Whether the address is that of one movement or loan rather than of their list. */
export function useIsOnePage(): boolean {
  const params = new URLSearchParams(useSearch());
  return ['movement', 'transfer', 'loan'].some((name) => params.get(name));
}

/** The requests that can be opened from any section: their dialogs have an address, so that the back button closes them. */
const dialogs = ['loan', 'transfer'] as const;
export type ClientDialog = (typeof dialogs)[number];

const dialogParam = 'new';

/** In the address of a transfer that is made again: the request that it begins with. */
const againParam = 'again';

/** Opens a dialog over the current section. @param again the id of a transfer that is made again. */
export function openDialog(dialog: ClientDialog, again?: string): void {
  const query = new URLSearchParams(location.search);
  query.set(dialogParam, dialog);
  if (again) query.set(againParam, again);
  // From another page, such as a document of the account, the dialog opens over the dashboard.
  const path = location.pathname === clientHome ? location.pathname : clientHome;
  navigate(`${path}?${query}`);
}

export function closeDialog(): void {
  const query = new URLSearchParams(location.search);
  query.delete(dialogParam);
  query.delete(againParam);
  navigate(`${location.pathname}${query.size > 0 ? `?${query}` : ''}`, { replace: true });
}

/** The dialog in the address. */
export function useOpenDialog(): ClientDialog | null {
  const asked = new URLSearchParams(useSearch()).get(dialogParam);
  return dialogs.find((dialog) => dialog === asked) ?? null;
}

/** The transfer that is made again, from the address; null for a new one. */
export function useTransferAgain(): string | null {
  return new URLSearchParams(useSearch()).get(againParam);
}
