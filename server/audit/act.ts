import type { AuditOperation } from '#domain/audit/operation.ts';
import type { RefusalCode } from '#domain/errors.ts';

/** What something was, in a few plain values. Amounts are `…Minor` in the state's own `currency`. No secret ever. */
export type State = Readonly<Record<string, string | number | boolean | null>>;

/** An act of an administrator, as the use case that did it tells it. */
export interface Act {
  readonly operation: AuditOperation;
  /** The client's account it concerns, if any. */
  readonly clientAccountId: string | null;
  /** What was acted on: a request, a fee, a batch or an account. */
  readonly subjectId: string | null;
  readonly before: State | null;
  readonly after: State | null;
  /** Whether `before` and `after` say nothing of a person, so that they stay when the client is deleted. */
  readonly isImpersonal?: boolean;
}

/** An act with who, when, from where and how it ended: what becomes a line of the audit trail. */
export interface AuditLine extends Act {
  readonly at: Date;
  readonly actorId: string | null;
  /** The network address. */
  readonly origin: string | null;
  readonly refusalCode: RefusalCode | null;
}
