import { type AuditedArea, type AuditedOperation, auditAreaOf, OPERATION_NAMES } from '../operations.ts';

/** Signing in and changing how one signs in, told of the staff alone, and the operator's command: what no line of the table is about. */
const OTHER_OPERATIONS = {
  'session.signInAsAdministrator': 'session',
  'session.signIn': 'session',
  'secondFactor.activate': 'session',
  'secondFactor.deactivate': 'session',
  'secondFactor.addPasskey': 'session',
  'secondFactor.removePasskey': 'session',
  'secondFactor.renewRecoveryCodes': 'session',
  'secondFactor.reset': 'session',
  'profile.changeEmail': 'session',
  'profile.changePassword': 'session',
  'administrators.create': 'administrators',
  'staffInvitations.accept': 'staff',
} as const;

/**
 * Names that lines of before bear and no operation any more: acts of recovery, and those on receipts, statements and accounts of the house,
 * had two people of their own until they became proposals (decision 0056).
 */
const RETIRED_OPERATIONS = Object.fromEntries([
  ...(['accelerate', 'provide', 'writeOff', 'forfeitInterest', 'taxCosts'] as const).flatMap((act) =>
    (['propose', 'confirm', 'refuse'] as const).map(
      (step) => [`loanRecovery.${act}.${step}`, 'loans'] as const,
    ),
  ),
  ...(
    [
      'bankAccounts.approveAdoption',
      'bankLines.approveAllocation',
      'statements.approveRelease',
      'reconciliation.approveExplanation',
    ] as const
  ).map((name) => [name, 'bank'] as const),
]);

/** The parts of the bank by which the audit trail is filtered. */
export type AuditArea = AuditedArea | (typeof OTHER_OPERATIONS)[keyof typeof OTHER_OPERATIONS] | 'reading';

/** The route of an operation that is one of several: `loans.decide` of `loans.decide.approve`. */
type RouteOf<Name extends string> = Name extends `${infer Noun}.${infer Route}.${string}`
  ? `${Noun}.${Route}`
  : never;

/**
 * What the audit trail knows how to name: the audited operations, a route of several whose action could not be read, signing in and
 * the operator's commands, and `reading`, the refusal to let somebody read what only the staff may read.
 */
export type AuditOperation =
  | AuditedOperation
  | RouteOf<AuditedOperation>
  | keyof typeof OTHER_OPERATIONS
  | 'reading';

const routeOf = (operation: string) => operation.split('.').slice(0, 2).join('.');

/** The area of each name. Actions come before their route, which only a refusal bears. */
const AREA_OF: ReadonlyMap<string, AuditArea> = new Map<string, AuditArea>([
  ...Object.entries(OTHER_OPERATIONS),
  ...OPERATION_NAMES.flatMap((name) => {
    const area = auditAreaOf(name);
    return area === null
      ? []
      : ([
          [name, area],
          [routeOf(name), area],
        ] as const);
  }),
  ['reading', 'reading'] as const,
  ...Object.entries(RETIRED_OPERATIONS),
]);

export const AUDIT_OPERATIONS = [...AREA_OF.keys()] as readonly AuditOperation[];

/** The areas in the order of the filter. */
export const AUDIT_AREA_NAMES = [...new Set(AREA_OF.values())] as readonly AuditArea[];

/** The names of each area. */
export const AUDIT_AREAS = Object.fromEntries(
  AUDIT_AREA_NAMES.map((area) => [area, AUDIT_OPERATIONS.filter((name) => AREA_OF.get(name) === area)]),
) as unknown as Readonly<Record<AuditArea, readonly AuditOperation[]>>;

export const AUDIT_OUTCOMES = ['done', 'refused'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

function isAuditOperation(text: string): text is AuditOperation {
  return AREA_OF.has(text);
}

/**
 * The operation that a call of a route is, from the route's name and the call's input, whatever that input is: one that cannot be read
 * is the route's own. Null for a route that the audit trail does not know.
 */
export function auditOperationOf(route: string, input: unknown): AuditOperation | null {
  const action = input && typeof input === 'object' && 'action' in input ? input.action : null;
  const precise = typeof action === 'string' ? `${route}.${action}` : route;
  if (isAuditOperation(precise)) return precise;
  return isAuditOperation(route) ? route : null;
}
