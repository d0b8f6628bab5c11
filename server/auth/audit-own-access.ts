import type { AuditOperation } from '#domain/audit/operation.ts';
import { audit } from '../audit/audit.ts';
import type { Work } from '../work/work.ts';

/** Records that a member of the staff changed how they sign in; neither the address nor anything of the password stands in the line. */
export function auditOwnAccess(work: Work, operation: AuditOperation): void {
  audit(work, {
    operation,
    clientAccountId: null,
    subjectId: work.actorId,
    before: null,
    after: null,
  });
}
