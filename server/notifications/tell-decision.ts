import type { AuditOperation } from '#domain/audit/operation.ts';
import type { Topic } from '#domain/notifications/topics.ts';
import type { State } from '../audit/act.ts';
import { audit } from '../audit/audit.ts';
import type { Work } from '../work/work.ts';
import { announce } from './live.ts';
import { type NotificationKind, type NotificationParams, notifyClient } from './notify.ts';

/** A decision of the staff about what a client asked for. Amounts are in the request's currency. */
export interface Decided {
  readonly operation: AuditOperation;
  readonly account: { readonly id: string; readonly userId: string };
  /** The request as it was before. */
  readonly request: {
    readonly id: string;
    readonly status: string;
    readonly amount: number;
    readonly currency: string;
  };
  /** Its status now. */
  readonly to: string;
  /** What else the audit trail says of the request. */
  readonly facts: State;
  /** Amount credited to the account, negative for a debit; null for a decision that moves nothing. */
  readonly movement: {
    readonly amountMinor: number;
    readonly balanceAfterMinor: number;
    readonly referenceNumber: string;
  } | null;
  /** Why it was refused, for the client to read; null for any other decision. */
  readonly reason: { readonly reasonCode: string; readonly reasonNote: string | null } | null;
  /** What the client is told; null where the step decides nothing that concerns them. */
  readonly notice: NotificationKind | null;
  /** What else the notice says. */
  readonly noticeParams?: NotificationParams;
  /** What changed on the screens, the movement aside. */
  readonly topics: readonly Topic[];
}

/** Records a decision in the audit trail and notifies the client and the open screens, in the decision's transaction. */
export async function tellDecision(work: Work, decided: Decided): Promise<void> {
  const { account, request, movement, reason } = decided;
  const { amount: amountMinor, currency } = request;
  audit(work, {
    operation: decided.operation,
    clientAccountId: account.id,
    subjectId: request.id,
    before: {
      status: request.status,
      ...(movement ? { balanceMinor: movement.balanceAfterMinor - movement.amountMinor, currency } : {}),
    },
    after: {
      status: decided.to,
      amountMinor,
      currency,
      ...decided.facts,
      ...(movement
        ? { balanceMinor: movement.balanceAfterMinor, referenceNumber: movement.referenceNumber }
        : {}),
      ...reason,
    },
  });
  if (decided.notice)
    await notifyClient(work, account.userId, decided.notice, {
      amountMinor,
      currency,
      ...(reason ? { reasonCode: reason.reasonCode, reasonNote: reason.reasonNote ?? '' } : {}),
      ...decided.noticeParams,
    });
  await announce(work, { userId: account.userId, staff: true }, [
    ...new Set<Topic>([...decided.topics, ...(movement ? (['account', 'transactions'] as const) : [])]),
  ]);
}
