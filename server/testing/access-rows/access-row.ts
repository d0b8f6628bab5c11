import type { PopulatedBank } from '../populated-bank.ts';
import type { ClientPerson } from '../test-bank.ts';

/** A whole request to a route. What is named in the path stands in `ids`; the rest is the query of a GET, the body otherwise. */
export interface Asked {
  readonly ids?: Readonly<Record<string, string>>;
  readonly fields?: Readonly<Record<string, unknown>>;
  /** The file that is sent, on a route that takes one. */
  readonly file?: Uint8Array;
}

/** One route of the access matrix. */
export interface AccessRow {
  /** Said here a second time: a route that opens by accident differs from its row. */
  readonly access: 'anyone' | 'entering' | 'signed-in' | 'client' | 'staff';
  /** A request about something of `owner`, which succeeds when the right person sends it. Made once for each owner. */
  ask(bank: PopulatedBank, owner: ClientPerson): Promise<Asked> | Asked;
  /** The answer to the right person, when it is not 200: what is asked is well-formed and refused for a reason of its own. */
  readonly status?: number;
  /** The answer to a member of the staff of a route that is not the back office's, when it is another one. */
  readonly staffStatus?: number;
  /** Ends the caller's session or changes their password: a new person sends it. */
  readonly isLast?: boolean;
  /** Ends the sessions of the whole staff: tests in which others go on leave it to one of its own. */
  readonly endsEverySession?: boolean;
  /** A signature (LC-47): it is confirmed however fresh the sign-in, with the confirmation of exactly this call. */
  readonly isSigned?: boolean;
  /** An answer that goes on until the caller leaves. */
  readonly isStream?: boolean;
  /** The answer to a well-formed id of nothing, when it is not 404: ids of a filter find nothing, those of a list are refused together. */
  readonly missingStatus?: number;
}

export const nothing = (): Asked => ({});
export const anyone = (ask: AccessRow['ask'], more: Partial<AccessRow> = {}): AccessRow => ({
  access: 'anyone',
  ask,
  ...more,
});
export const signedIn = (ask: AccessRow['ask'], more: Partial<AccessRow> = {}): AccessRow => ({
  access: 'signed-in',
  ask,
  ...more,
});
export const entering = (ask: AccessRow['ask'], more: Partial<AccessRow> = {}): AccessRow => ({
  access: 'entering',
  ask,
  ...more,
});
export const client = (ask: AccessRow['ask'], more: Partial<AccessRow> = {}): AccessRow => ({
  access: 'client',
  ask,
  ...more,
});
export const staff = (ask: AccessRow['ask'], more: Partial<AccessRow> = {}): AccessRow => ({
  access: 'staff',
  ask,
  ...more,
});

/** The id that a customer of the populated bank has of something. */
export const ofCustomer =
  (
    name:
      | 'loanId'
      | 'feeId'
      | 'paidFeeId'
      | 'withdrawalId'
      | 'payeeId'
      | 'sessionId'
      | 'notificationId'
      | 'measureId'
      | 'difficultyId',
  ) =>
  (bank: PopulatedBank, owner: ClientPerson): string =>
    (owner.userId === bank.customer.userId ? bank.customer : bank.stranger)[name];

/** A list, of what one person of the staff has in hand. */
export const ofAssignee = (bank: PopulatedBank): Asked => ({
  fields: { assignee: bank.administrator.userId },
});

export const byId =
  (id: (bank: PopulatedBank, owner: ClientPerson) => Promise<string> | string) =>
  async (bank: PopulatedBank, owner: ClientPerson): Promise<Asked> => ({
    ids: { id: await id(bank, owner) },
  });
export const byAccount =
  (fields?: Asked['fields']) =>
  (_: PopulatedBank, owner: ClientPerson): Asked => ({
    ids: { id: owner.accountId },
    ...(fields ? { fields } : {}),
  });

let serial = 0;

/** A number that no row of this process was given before. */
export function nextNumber(): number {
  serial += 1;
  return serial;
}

/** An address that nobody has. */
export const freshAddress = () => `matrix-${nextNumber()}@example.test`;

export const UNKNOWN_TOKEN = 'a-token-that-nobody-was-given-0123456789';

export type AccessRows = Readonly<Record<string, AccessRow>>;
