import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import type { GovernedOperation, PolicyRow } from '#domain/proposals/policy.ts';
import { audit } from '../audit/audit.ts';
import { rowsOf } from '../db/database.ts';
import { approvalPolicies } from '../db/schema/index.ts';
import { violates } from '../db/violates.ts';
import { announce } from '../notifications/live.ts';
import type { Work } from '../work/work.ts';
import { policiesNow } from './policy-in-force.ts';

export interface PolicyChange {
  readonly operation: GovernedOperation;
  /** The version that the person saw. */
  readonly seenVersion: number;
  readonly rows: readonly PolicyRow[];
}

/** A policy in one line of text: its rows, each with what it is above of and whose approvals it asks for. */
function inWords(rows: readonly PolicyRow[]): string {
  return rows
    .map(({ above, conditions = [], approvers }) =>
      [`> ${above}`, ...conditions, approvers.map((slot) => slot.join('|')).join(' + ')].join(' '),
    )
    .join('; ');
}

/**
 * Writes a new version of a policy (FOUR-1).
 * @throws Refusal `proposal.stale` when somebody changed it since it was seen.
 */
export async function changePolicy(
  work: Work,
  { operation, seenVersion, rows }: PolicyChange,
): Promise<{ operation: string; version: number }> {
  const before = (await policiesNow(work.tx)).find((policy) => policy.operation === operation);
  if (!before || before.version !== seenVersion) throw new Refusal('proposal.stale');
  const version = before.version + 1;
  await work.tx
    .insert(approvalPolicies)
    .values({ operation, version, rows, changedBy: work.actorId, changedAt: work.now })
    .catch((error: unknown) => {
      throw violates(error, 'approval_policies_operation_version_pk') ? new Refusal('proposal.stale') : error;
    });
  audit(work, {
    operation: 'policies.change',
    clientAccountId: null,
    subjectId: null,
    before: { governed: operation, version: before.version, rows: inWords(before.rows) },
    after: { governed: operation, version, rows: inWords(rows) },
    isImpersonal: true,
  });
  await announce(work, { staff: true }, ['proposals']);
  return { operation, version };
}

/**
 * Turns second approvals on or off in a demonstration (FOUR-2).
 * @throws Refusal `proposal.always-on` in a live institution.
 */
export async function toggleFourEyes(work: Work, isOn: boolean): Promise<{ isOn: boolean }> {
  const [mode] = await rowsOf<{ mode: string }>(work.tx, sql`select mode from bank_mode`);
  if (mode?.mode === 'live') throw new Refusal('proposal.always-on');
  await work.tx.execute(
    sql`insert into four_eyes (id, is_on, changed_by, changed_at)
      values (true, ${isOn}, ${work.actorId}::uuid, ${work.now.toISOString()}::timestamptz)
      on conflict (id) do update set is_on = excluded.is_on, changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
  );
  audit(work, {
    operation: 'proposals.toggle',
    clientAccountId: null,
    subjectId: null,
    before: null,
    after: { isOn },
    isImpersonal: true,
  });
  await announce(work, { staff: true }, ['proposals']);
  return { isOn };
}
