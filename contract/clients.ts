import * as z from 'zod/mini';
import { ACCOUNT_TYPES } from '#domain/accounts/account.ts';
import { noteInput } from '#domain/clients/note.ts';
import { profileInput } from '#domain/clients/profile.ts';
import { REMOVAL_OBSTACLES, removalObstacle } from '#domain/clients/removal.ts';
import { CLIENT_FILTERS, CLIENT_SORTS } from '#domain/desk/request-list.ts';
import { GOVERNED_OPERATIONS } from '#domain/proposals/policy.ts';
import { route } from './route.ts';
import {
  byId,
  currencyCode,
  day,
  dueAt,
  followedBy,
  id,
  instant,
  pageInput,
  paymentBan,
  requestListOutput,
} from './values.ts';

const tag = 'Clients';

export const profile = z.object({
  firstName: z.string(),
  lastName: z.string(),
  displayName: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  country: z.string(),
  currency: currencyCode,
  address: z.nullable(z.string()),
  city: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  dateOfBirth: z.nullable(z.string()),
  profession: z.nullable(z.string()),
});

/** One client as a card of the back office. `id` is the id of the client's account. */
export const clientSummary = z.object({
  id,
  displayName: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  country: z.string(),
  accountType: z.enum(ACCOUNT_TYPES),
  currency: currencyCode,
  balanceMinor: z.int(),
  balanceEurMinor: z.int(),
  isActivated: z.boolean(),
  activationDepositMinor: z.int(),
  iban: z.nullable(z.string()),
  bankName: z.nullable(z.string()),
  hasOpenLoan: z.boolean(),
  followedBy,
  /** What waits for the approval of others about the client or their account, with since when (FOUR-10). */
  approvals: z.array(z.object({ operation: z.enum(GOVERNED_OPERATIONS), since: instant })),
  dueAt,
  paymentBan,
  createdAt: instant,
});

/** What deleting a client would do to their money, and what forbids it. */
export const removal = z.object({
  currency: currencyCode,
  balanceMinor: z.int(),
  /** Capital of loans that is still owed; the part the balance pays, and the part that is written off. */
  owedMinor: z.int(),
  setOffMinor: z.int(),
  writtenOffMinor: z.int(),
  /** What remains of the balance. */
  unclaimedMinor: z.int(),
  /** Why the client cannot be deleted now; empty when they can. */
  obstacles: z.array(removalObstacle),
  /** The file at the bank that pays one of their withdrawals. */
  batchMessageId: z.nullable(z.string()),
});

export const clientsContract = {
  profile: route({
    method: 'GET',
    path: '/profile',
    summary: "The client's own details",
    tag,
    access: 'client',
  }).output(z.object({ profile })),
  updateProfile: route({
    method: 'PUT',
    path: '/profile',
    summary: "Change the client's own details",
    tag,
    access: 'client',
  })
    .input(z.strictObject(profileInput.shape))
    .output(z.object({ profile })),
  list: route({
    method: 'GET',
    path: '/admin/clients',
    summary: 'Clients, searched by name, e-mail, IBAN or reference, filtered and sorted, page by page',
    tag,
    access: 'staff',
  })
    .input(
      z.strictObject({
        ...pageInput,
        q: z.optional(z.string().check(z.maxLength(100))),
        sort: z.optional(z.enum(CLIENT_SORTS)),
        counted: z.optional(z.enum(['yes'])),
        ...CLIENT_FILTERS,
      }),
    )
    .output(z.object({ clients: z.array(clientSummary), ...requestListOutput })),
  show: route({
    method: 'GET',
    path: '/admin/clients/{id}',
    summary: 'One client',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(
      z.object({
        client: clientSummary,
        profile,
        /** The first receipt from an account in the client's own name (CMF R561-5-2 3°); null before there is one. */
        identityReceipt: z.nullable(z.object({ day: z.nullable(day), payer: z.string(), iban: z.string() })),
      }),
    ),
  addNote: route({
    method: 'POST',
    path: '/admin/clients/{id}/notes',
    summary: 'Write down something about a client; a note is never changed and goes with the client',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'client.removed'],
  })
    .input(z.strictObject({ ...noteInput.shape, id }))
    .output(z.object({ note: z.object({ id, text: z.string(), createdAt: instant }) })),
  endSessions: route({
    method: 'DELETE',
    path: '/admin/clients/{id}/sessions',
    summary: 'Sign a client out everywhere; password and second factor stay',
    tag,
    access: 'staff',
    refusals: ['not-found', 'client.removed'],
  })
    .input(byId)
    .output(z.object({ ended: z.int() })),
  removal: route({
    method: 'GET',
    path: '/admin/clients/{id}/removal',
    summary: 'What deleting a client would do to their money, and what forbids it',
    tag,
    access: 'staff',
    refusals: ['not-found', 'client.removed'],
  })
    .input(byId)
    .output(removal),
  remove: route({
    method: 'DELETE',
    path: '/admin/clients/{id}',
    summary:
      'Delete a client: personal data and rows go, the ledger stays; in a demonstration the balance is set off against loans, the rest is written off or moves to unclaimed funds',
    tag,
    access: 'staff',
    refusals: [
      'auth.confirmation-required',
      'not-found',
      'client.removed',
      'client.is-oneself',
      'client.last-administrator',
      ...REMOVAL_OBSTACLES,
    ],
  })
    .input(byId)
    .output(
      z.object({
        setOffMinor: z.int(),
        writtenOffMinor: z.int(),
        movedToUnclaimedMinor: z.int(),
        currency: currencyCode,
      }),
    ),
};
