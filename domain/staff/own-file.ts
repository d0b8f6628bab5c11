/** What a call of the staff names that belongs to a client. */
export const FILE_KINDS = ['client', 'loan', 'withdrawal', 'fee'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export interface FileSubject {
  readonly kind: FileKind;
  readonly id: string;
}

const KIND_OF_NOUN: Readonly<Record<string, FileKind>> = {
  clients: 'client',
  loans: 'loan',
  withdrawals: 'withdrawal',
  fees: 'fee',
};
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What leads to a client besides the four: whose it is, its own table says. */
export const OWN_FILE_KINDS = [
  ...FILE_KINDS,
  'mandate',
  'direct-debit',
  'dispute',
  'receivable',
  'recall',
  'posting',
  'movement',
  'line',
  'proposal',
] as const;
export type OwnFileKind = (typeof OWN_FILE_KINDS)[number];

/** A thing by its id; a movement by its reference. */
export interface OwnFileSubject {
  readonly kind: OwnFileKind;
  readonly id: string;
}

const OWN_KIND_OF_NOUN: Readonly<Record<string, OwnFileKind>> = {
  mandates: 'mandate',
  'direct-debits': 'direct-debit',
  disputes: 'dispute',
  receivables: 'receivable',
  recalls: 'recall',
  postings: 'posting',
  'bank-lines': 'line',
  proposals: 'proposal',
};

const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/**
 * The clients' files that a call of the staff touches, from the path of its route and its input (STAFF-40): the id behind a noun
 * (`/admin/loans/{id}/…`), the thing that an assignment is of, and the transfers of a file that goes to the bank. Ids that cannot be read are left
 * out: the route refuses them.
 */
export function filesOfCall(path: string, input: unknown): readonly FileSubject[] {
  if (typeof input !== 'object' || input === null) return [];
  const fields = input as Readonly<Record<string, unknown>>;
  const noun = /^\/admin\/([a-z]+)\/\{id\}/.exec(path)?.[1] ?? '';
  const named = path.startsWith('/admin/assignments/')
    ? FILE_KINDS.find((kind) => kind === fields.kind)
    : KIND_OF_NOUN[noun];
  const withdrawals = Array.isArray(fields.withdrawalIds) ? fields.withdrawalIds.filter(isId) : [];
  return [
    ...(named && isId(fields.id) ? [{ kind: named, id: fields.id }] : []),
    ...withdrawals.map((id) => ({ kind: 'withdrawal' as const, id })),
  ];
}

/** The paths under which the commands of a proposal are called, so that their input names what it would name there. */
const PATH_OF_COMMAND: Readonly<Record<string, string>> = {
  accounts: '/admin/clients/{id}',
  clients: '/admin/clients/{id}',
  loans: '/admin/loans/{id}',
  loanOffers: '/admin/loans/{id}',
  loanRecovery: '/admin/loans/{id}',
  loanRepayments: '/admin/loans/{id}',
  withdrawals: '/admin/withdrawals/{id}',
  bankLines: '/admin/bank-lines/{id}',
};

/** As `PATH_OF_COMMAND`, of a noun whose commands are called under several. */
function pathOfCommand(operation: string): string {
  if (operation === 'corrections.reverse') return '/admin/postings/{id}';
  if (operation.startsWith('corrections.decideDispute')) return '/admin/disputes/{id}';
  if (operation === 'corrections.giveUp') return '/admin/receivables/{id}';
  return PATH_OF_COMMAND[operation.split('.')[0] ?? ''] ?? '';
}

/**
 * Everything that a call of the staff names which may be their own file (STAFF-40): besides `filesOfCall` what leads to a client by another
 * table, the clients whom money is given to, the client whose lines of the trail are read, and what a proposed command would name. To take
 * one's own proposal back stays possible.
 */
export function ownFilesOfCall(path: string, input: unknown): readonly OwnFileSubject[] {
  if (typeof input !== 'object' || input === null) return [];
  const fields = input as Readonly<Record<string, unknown>>;
  const noun = /^\/admin\/([a-z-]+)\/\{id\}/.exec(path)?.[1] ?? '';
  const kind = path.endsWith('/withdrawal') ? undefined : OWN_KIND_OF_NOUN[noun];
  const parts: readonly unknown[] = Array.isArray(fields.parts) ? fields.parts : [];
  const clients = [
    fields.rightAccountId,
    path.startsWith('/admin/audit') ? fields.clientId : undefined,
    ...parts.map((part) => (part as { readonly accountId?: unknown } | null)?.accountId),
  ].filter(isId);
  const { referenceNumber, postingId, operation } = fields;
  const command =
    typeof operation === 'string' && 'input' in fields
      ? ownFilesOfCall(pathOfCommand(operation), fields.input)
      : [];
  return [
    ...filesOfCall(path, input),
    ...(kind && isId(fields.id) ? [{ kind, id: fields.id }] : []),
    ...(isId(postingId) ? [{ kind: 'posting' as const, id: postingId }] : []),
    ...(typeof referenceNumber === 'string' ? [{ kind: 'movement' as const, id: referenceNumber }] : []),
    ...clients.map((id) => ({ kind: 'client' as const, id })),
    ...command,
  ];
}
