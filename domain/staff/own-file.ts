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
