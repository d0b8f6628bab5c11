/**
 * What the audit trail knows how to name: every act of an administrator, by the route that does it. Where a route does several things
 * its `action` is part of the name, so that « approved » and « rejected » can be told apart without opening a line.
 */
export const AUDIT_AREAS = {
  session: [
    'session.signInAsAdministrator',
    'session.signIn',
    'secondFactor.activate',
    'secondFactor.deactivate',
    'secondFactor.addPasskey',
    'secondFactor.removePasskey',
    'secondFactor.renewRecoveryCodes',
    'secondFactor.reset',
  ],
  administrators: ['administrators.create'],
  clients: ['clients.remove', 'clients.addNote', 'clients.endSessions'],
  accounts: ['accounts.credit', 'accounts.assignIban', 'accounts.activate'],
  loans: ['loans.decide.approve', 'loans.decide.process', 'loans.decide.reject', 'loans.decide'],
  withdrawals: [
    'withdrawals.decide.approve',
    'withdrawals.decide.process',
    'withdrawals.decide.reject',
    'withdrawals.decide.complete',
    'withdrawals.decide',
    'withdrawalBatches.export',
    'withdrawalBatches.execute',
    'withdrawalBatches.cancel',
  ],
  fees: ['fees.create', 'fees.settle'],
  enquiries: ['enquiries.close', 'enquiries.remove'],
  rates: ['rates.change', 'rates.import'],
  audit: ['audit.export'],
  /** Reading what only administrators may read: recorded when it is refused. */
  reading: ['reading'],
} as const;

export type AuditArea = keyof typeof AUDIT_AREAS;
export type AuditOperation = (typeof AUDIT_AREAS)[AuditArea][number];

export const AUDIT_AREA_NAMES = Object.keys(AUDIT_AREAS) as readonly AuditArea[];
export const AUDIT_OPERATIONS: readonly AuditOperation[] = Object.values(AUDIT_AREAS).flat();

export const AUDIT_OUTCOMES = ['done', 'refused'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** Says whether a text names an operation of the audit trail. */
export function isAuditOperation(text: string): text is AuditOperation {
  return (AUDIT_OPERATIONS as readonly string[]).includes(text);
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

/** The area an operation belongs to. */
export function areaOf(operation: AuditOperation): AuditArea {
  const area = AUDIT_AREA_NAMES.find((name) => (AUDIT_AREAS[name] as readonly string[]).includes(operation));
  if (!area) throw new RangeError(`Not an operation of the audit trail: ${operation}`);
  return area;
}
