import type * as z from 'zod/mini';
import type { clientSummary } from '#contract/clients.ts';
import type { transferLimits } from '#contract/transfer-limits.ts';
import { formatIban } from '#domain/accounts/iban.ts';
import type { Permission } from '#domain/operations.ts';

/** A client as the back office's API returns it. `id` is the id of the account. */
export type ClientSummary = z.infer<typeof clientSummary>;

/** A client's limits for transfers, and what is left of them. */
export type ClientLimits = z.infer<typeof transferLimits>;

/** The actions on a client, by the dialog each opens. */
export type ClientAction = 'iban' | 'credit' | 'fee' | 'activate' | 'sessions' | 'link' | 'remove';

/** The permission that each action needs. */
export const permissionOf: Readonly<Record<ClientAction, Permission>> = {
  iban: 'accounts.assignIban',
  credit: 'accounts.credit',
  fee: 'fees.create',
  activate: 'accounts.activate',
  sessions: 'clients.endSessions',
  link: 'staff.declareLink',
  remove: 'clients.remove',
};

/** Since when the approval of others is awaited for an action, or for any of them; null while none is (FOUR-10). */
export function approvalSinceOf(
  { approvals }: Pick<ClientSummary, 'approvals'>,
  action?: ClientAction,
): string | null {
  const awaited = approvals.filter(({ operation }) => !action || operation === permissionOf[action]);
  return awaited[0]?.since ?? null;
}

/** Initials of a client: of the first and of the last word of the name. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

/** The name of a country in the language of the screen. */
export function countryName(code: string, locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
}

export function ibanText(client: Pick<ClientSummary, 'iban' | 'bankName'>): string | null {
  return client.iban ? [formatIban(client.iban), client.bankName].filter(Boolean).join(' · ') : null;
}
