import type { Permission } from '../operations.ts';
import { FILE_KINDS, type FileSubject, filesOfCall } from './own-file.ts';

/** What a call of the staff names that belongs to a client, for the check that it is assigned (STAFF-41). */
export const ASSIGNED_KINDS = [...FILE_KINDS, 'dispute', 'recall', 'proposal'] as const;
export type AssignedKind = (typeof ASSIGNED_KINDS)[number];

export interface AssignedSubject {
  readonly kind: AssignedKind;
  readonly id: string;
}

/** Nouns of the house itself: their routes hold no file of a client. Acts on many ask for each of their rows, saved views when they are counted. */
const NOUNS_OF_THE_HOUSE = [
  'staff',
  'roles',
  'jobs',
  'rates',
  'parameters',
  'policies',
  'bankAccounts',
  'bulk',
  'views',
];
const ROUTES_OF_THE_HOUSE = [
  'tasks.colleagues',
  'proposals.toggle',
  'audit.verification',
  'accounts.proposeIban',
  'overview.trialBalance',
];

/** Routes whose answers put several lists together, or whose list the input names: one restricted right restricts all of them. */
const ROUTES_OF_SEVERAL = [
  'overview.administrator',
  'overview.counts',
  'overview.find',
  'overview.clientTimeline',
  'queues.list',
  'tasks.mine',
  'proposals.requirements',
  'proposals.list',
  'proposals.show',
  'proposals.create',
  'lists.export',
];

/** Audited calls that read: what they answer is read with the restriction, and they name no single file. */
const READS_BY_LIST = ['lists.export'];

/**
 * Says whether a call reaches only the files that are assigned to its caller (STAFF-41).
 * @param restricted the permissions that the caller holds only by roles set so (`assignedOnlyOf`).
 */
export function isAssignedOnlyCall(
  route: string,
  needed: readonly Permission[],
  restricted: readonly Permission[],
): boolean {
  const [noun = ''] = route.split('.');
  if (restricted.length === 0) return false;
  if (NOUNS_OF_THE_HOUSE.includes(noun) || ROUTES_OF_THE_HOUSE.includes(route)) return false;
  return ROUTES_OF_SEVERAL.includes(route) || needed.some((permission) => restricted.includes(permission));
}

/** Nouns of the house beside those: what our bank says of the house's own accounts, and words of visitors. */
const BOOKS_OF_THE_HOUSE = ['statements', 'bankFiles', 'reconciliation', 'enquiries'];

/**
 * Says whether a reading of the staff leaves the caller's own files out, where they have any (STAFF-40). What is of the house itself has none, and
 * its sums hold everybody.
 */
export function hidesOwnFiles(route: string): boolean {
  const [noun = ''] = route.split('.');
  return !(
    NOUNS_OF_THE_HOUSE.includes(noun) ||
    BOOKS_OF_THE_HOUSE.includes(noun) ||
    ROUTES_OF_THE_HOUSE.includes(route)
  );
}

const KIND_OF_NOUN: Readonly<Record<string, AssignedKind>> = {
  disputes: 'dispute',
  recalls: 'recall',
  proposals: 'proposal',
};
const KIND_OF_COMMAND: Readonly<Record<string, FileSubject['kind']>> = {
  accounts: 'client',
  clients: 'client',
  loans: 'loan',
  loanOffers: 'loan',
  loanRecovery: 'loan',
  loanRepayments: 'loan',
  withdrawals: 'withdrawal',
};

const isText = (value: unknown): value is string => typeof value === 'string';

/** The files of a command that somebody proposes: as its own route names them. Null for a command that names none. */
function subjectsOfCommand(operation: unknown, input: unknown): readonly AssignedSubject[] | null {
  if (!isText(operation) || typeof input !== 'object' || input === null) return null;
  const [noun = ''] = operation.split('.');
  const { id, withdrawalIds } = input as Readonly<Record<string, unknown>>;
  if (NOUNS_OF_THE_HOUSE.includes(noun)) return [];
  const kind = KIND_OF_COMMAND[noun];
  if (kind && isText(id)) return [{ kind, id }];
  const withdrawals = Array.isArray(withdrawalIds) ? withdrawalIds.filter(isText) : [];
  return withdrawals.length > 0 ? withdrawals.map((one) => ({ kind: 'withdrawal' as const, id: one })) : null;
}

/**
 * The files that a call which is more than a reading touches. Null when it names no file of a client: a person with assigned files only may not
 * make such a call, so that a new route is closed to them until it is known what it touches.
 */
export function assignedSubjectsOf(
  call: { readonly route: string; readonly path: string },
  input: unknown,
): readonly AssignedSubject[] | null {
  const { route, path } = call;
  if (READS_BY_LIST.includes(route)) return [];
  const fields = (typeof input === 'object' && input !== null ? input : {}) as Readonly<
    Record<string, unknown>
  >;
  if (isText(fields.operation) && 'input' in fields) return subjectsOfCommand(fields.operation, fields.input);
  const noun = /^\/admin\/([a-z]+)\/\{id\}/.exec(path)?.[1] ?? '';
  const kind = KIND_OF_NOUN[noun];
  if (kind && isText(fields.id)) return [{ kind, id: fields.id }];
  const files = filesOfCall(path, input);
  const hasOthers = Array.isArray(fields.returnIds) && fields.returnIds.length > 0;
  return files.length > 0 && !hasOthers ? files : null;
}
