import { sql } from 'drizzle-orm';
import type { Institution } from '#content/institution/schema.ts';
import { Refusal } from '#domain/errors.ts';
import { policiesOf } from '#domain/proposals/policies-of-file.ts';
import type { ApprovalPolicy, GovernedOperation, PolicyRow } from '#domain/proposals/policy.ts';
import {
  changedPolicy,
  faultsOfChange,
  loosens,
  type PolicyTermsChange,
} from '#domain/proposals/policy-change.ts';
import { legalDay } from '#domain/time/days.ts';
import { audit } from '../audit/audit.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { approvalPolicies as policyVersions } from '../db/schema/index.ts';
import { violates } from '../db/violates.ts';
import { announce } from '../notifications/live.ts';
import type { Work } from '../work/work.ts';
import { policiesNow } from './policy-in-force.ts';
import { labelsOfRoles } from './queries.ts';

export interface PolicyChange extends PolicyTermsChange {
  readonly operation: GovernedOperation;
  /** The version that the person saw, also one that begins later. */
  readonly seenVersion: number;
  /** The first legal day on which it is asked; at once when absent. */
  readonly from?: string | undefined;
}

/** A policy in one line of text: its rows, each with what it is above of and whose approvals it asks for. */
function inWords(rows: readonly PolicyRow[]): string {
  return rows
    .map(({ above, conditions = [], accountTypes, rateDeviationBps: bps, approvers }) =>
      [
        `> ${above}`,
        ...conditions,
        ...(accountTypes ? [accountTypes.join('|')] : []),
        ...(bps === undefined ? [] : [`${bps} bps`]),
        approvers.map((slot) => slot.join('|')).join(' + '),
      ].join(' '),
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

/** The policy of an operation as it is in force, and its newest version, which may begin later. */
export async function policyToChange(tx: Db, operation: string, now: Date) {
  const policy = (await policiesNow(tx, now)).find((one) => one.operation === operation);
  return policy && { ...policy, latestVersion: policy.planned?.version ?? policy.version };
}

type ChangingInstitution = Pick<Institution, 'mode' | 'approvalPolicies'>;

/**
 * Refuses a change of a policy that cannot be.
 * @returns the policy before it.
 * @throws Refusal `proposal.stale` when somebody changed it since it was seen; `request.invalid` for a role that does not exist, for what the
 * operation does not have, and for a day that is over; `policy.looser` in a live institution for one that asks for less than the product's or the
 * one of its file (FOUR-2).
 */
export async function requirePossibleChange(
  work: Work,
  { mode, approvalPolicies }: ChangingInstitution,
  change: PolicyChange,
) {
  const { operation, seenVersion, rows, from } = change;
  const before = await policyToChange(work.tx, operation, work.now);
  if (!before || before.latestVersion !== seenVersion) throw new Refusal('proposal.stale');
  await requireKnownRoles(work, rows);
  const faults = faultsOfChange(before, change);
  // What was proposed for a day that came meanwhile begins on the day of its approval.
  if (from !== undefined && from < legalDay(work.now) && work.proposal === null)
    faults.push({ field: 'from', message: 'validation.date' });
  if (faults.length > 0) throw new Refusal('request.invalid', {}, faults);
  const initial = policiesOf(approvalPolicies).find((policy) => policy.operation === operation);
  if (mode === 'live' && initial && loosens(before, change, initial)) throw new Refusal('policy.looser');
  return before;
}

/** What a policy says beside its rows, in one line of text. */
const termsInWords = ({ isCumulative, expiry, emergencyUpToEurMinor }: ApprovalPolicy): string =>
  [
    expiry,
    ...(isCumulative ? ['24 h'] : []),
    ...(emergencyUpToEurMinor === null ? [] : [`! ${emergencyUpToEurMinor}`]),
  ].join(', ');

/**
 * Writes a new version of a policy (FOUR-1).
 * @throws Refusal of `requirePossibleChange`.
 */
export async function changePolicy(
  work: Work,
  institution: ChangingInstitution,
  change: PolicyChange,
): Promise<{ operation: string; version: number }> {
  const { operation } = change;
  const before = await requirePossibleChange(work, institution, change);
  const after = changedPolicy(before, change);
  const version = before.latestVersion + 1;
  const today = legalDay(work.now);
  const from = change.from !== undefined && change.from > today ? change.from : today;
  const { rows, isCumulative, expiry, emergencyUpToEurMinor } = after;
  await work.tx
    .insert(policyVersions)
    .values({
      operation,
      version,
      from,
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
    before: {
      governed: operation,
      version: before.version,
      rows: inWords(before.rows),
      terms: termsInWords(before),
    },
    after: { governed: operation, version, from, rows: inWords(rows), terms: termsInWords(after) },
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
