import type * as z from 'zod/mini';
import type { auditEntry } from '#contract/audit.ts';
import { houseActorOf } from '#domain/actors.ts';
import type { AuditOperation } from '#domain/audit/operation.ts';
import type { State } from './act.ts';
import type { AuditRow } from './queries.ts';

/** The actor, by the id of the line. */
function presentActor(id: string, name: string | null): NonNullable<z.infer<typeof auditEntry>['actor']> {
  const house = houseActorOf(id);
  if (!house) return { id, kind: 'person', task: null, name };
  return { id, kind: house.kind, task: house.kind === 'bank' ? house.job : house.command, name };
}

/** A line as the back office reads it. */
export function presentAuditEntry(row: AuditRow): z.infer<typeof auditEntry> {
  const { entry, origin, content } = row;
  const details = content
    ? (JSON.parse(content) as { before: State | null; after: State | null })
    : { before: null, after: null };
  return {
    number: entry.number,
    at: entry.at.toISOString(),
    actor: entry.actorId === null ? null : presentActor(entry.actorId, row.actorName),
    address: origin ? (JSON.parse(origin) as { address: string }).address : null,
    operation: entry.operation as AuditOperation,
    outcome: entry.outcome,
    refusalCode: entry.refusalCode,
    subjectId: entry.subjectId,
    client:
      entry.clientAccountId === null
        ? null
        : { accountId: entry.clientAccountId, displayName: row.clientName },
    before: details.before,
    after: details.after,
    isStripped:
      (entry.contentDigest !== null && content === null) || (entry.originDigest !== null && origin === null),
    hash: entry.hash,
    previousHash: entry.previousHash,
  };
}
