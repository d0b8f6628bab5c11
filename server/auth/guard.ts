import { AUDIT_LINES } from '../audit/chain.ts';
import { recordRefusal } from '../audit/refusals.ts';
import type { Guard } from '../bank/guard.ts';
import { leftToEnd } from '../work/work.ts';
import { requireAssignedFiles } from './assigned-files.ts';
import { requireConfirmation } from './confirmation/confirmation.ts';
import { requireOthersFiles } from './own-file.ts';
import { labelsOfHolders } from './queries.ts';
import { callerOf } from './sessions/caller.ts';

/** How sign-in and the audit trail answer the guard of the API. */
export const GUARD: Guard = {
  callerOf: ({ auth, database, institution, surroundings }, headers) =>
    callerOf({ auth, db: database.db, now: surroundings.now(), institution }, headers),
  labelsOfHolders: ({ database }, permissions) => labelsOfHolders(database.db, permissions),
  requireOthersFiles: ({ database }, ownFiles, subjects) =>
    requireOthersFiles(database.db, ownFiles, subjects),
  requireAssignedFiles: ({ database }, { userId }, subjects) =>
    requireAssignedFiles(database.assignedTo(userId), subjects),
  requireConfirmation,
  recordRefusal: ({ database, surroundings }, refused) => recordRefusal(database.db, surroundings, refused),
  hasAuditLine: (work) => leftToEnd(work, AUDIT_LINES).length > 0,
};
