import { sql } from 'drizzle-orm';
import type { Institution } from '#content/institution/schema.ts';
import { Refusal } from '#domain/errors.ts';
import { isLooser } from '#domain/proposals/looser.ts';
import { policiesOf } from '#domain/proposals/policies-of-file.ts';
import type { GovernedOperation, PolicyRow } from '#domain/proposals/policy.ts';
import { audit } from '../audit/audit.ts';
import { rowsOf } from '../db/database.ts';
import { approvalPolicies as policyVersions } from '../db/schema/index.ts';
import { violates } from '../db/violates.ts';
import { announce } from '../notifications/live.ts';
import type { Work } from '../work/work.ts';
import { policiesNow } from './policy-in-force.ts';
import { labelsOfRoles } from './queries.ts';

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

/** @throws Refusal `request.invalid` for a row that asks for a role which the institution does not have: nobody could ever approve. */
async function requireKnownRoles(work: Work, rows: readonly PolicyRow[]): Promise<void> {
  const codes = rows.flatMap(({ approvers }) => approvers.flat());
  const labels = await labelsOfRoles(work.tx, codes);
  if (codes.some((code) => !labels.has(code)))
    throw new Refusal('request.invalid', {}, [{ field: 'rows', message: 'validation.choice' }]);
}

/**
 * Writes a new version of a policy (FOUR-1).
 * @throws Refusal `proposal.stale` when somebody changed it since it was seen; `request.invalid` for a role that does not exist; `policy.looser` in a
 * live institution for one that asks for less than the product's or the one of its file (FOUR-2).
 */
export async function changePolicy(
  work: Work,
  { mode, approvalPolicies }: Pick<Institution, 'mode' | 'approvalPolicies'>,
  { operation, seenVersion, rows }: PolicyChange,
): Promise<{ operation: string; version: number }> {
  const before = (await policiesNow(work.tx)).find((policy) => policy.operation === operation);
  if (!before || before.version !== seenVersion) throw new Refusal('proposal.stale');
  await requireKnownRoles(work, rows);
  const initial = policiesOf(approvalPolicies).find((policy) => policy.operation === operation);
  if (mode === 'live' && initial && isLooser({ ...before, rows }, initial))
    throw new Refusal('policy.looser');
  const version = before.version + 1;
  const { isCumulative, expiry, emergencyUpToEurMinor } = before;
  await work.tx
    .insert(policyVersions)
    .values({
      operation,
      version,
      rows,
      terms: { isCumulative, expiry, emergencyUpToEurMinor },
      source: 'screen',
      changedBy: work.actorId,
      changedAt: work.now,
      proposal: work.proposal,
    })
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
