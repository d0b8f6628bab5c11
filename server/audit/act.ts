import type { AuditOperation } from '#domain/audit/operation.ts';
import type { RefusalCode } from '#domain/errors.ts';
import { lastFour } from '#domain/staff/masks.ts';

/** State of an object in a few plain values. Amounts are `…Minor` in the state's own `currency`. Never a secret. */
export type State = Readonly<Record<string, string | number | boolean | null>>;

/** What a call says that no line repeats: the words of a note, and what the FICP said (L751-5). */
const NEVER_TOLD: Readonly<Partial<Record<AuditOperation, readonly string[]>>> = {
  'clients.addNote': ['text'],
  'loanFile.consultFicp': ['searchKey', 'reference', 'outcome'],
  'loans.decide.approve': ['ficpReason'],
  'loans.decide.reject': ['ficpReason'],
  'loanOffers.issue': ['ficpReason'],
};

/** A state as a line keeps it: without what no line repeats, and of an account number its last four characters alone. */
export function stateInTrail(operation: AuditOperation, state: State | null): State | null {
  if (state === null) return null;
  const unsaid = NEVER_TOLD[operation] ?? [];
  return Object.fromEntries(
    Object.entries(state)
      .filter(([name]) => !unsaid.includes(name))
      .map(([name, value]) => [
        name,
        /(^i|I)ban$/.test(name) && typeof value === 'string' ? lastFour(value) : value,
      ]),
  );
}

/** An act of the staff, as its use case reports it. */
export interface Act {
  readonly operation: AuditOperation;
  /** The client's account it concerns, if any. */
  readonly clientAccountId: string | null;
  /** What was acted on: a request, a fee, a batch or an account. */
  readonly subjectId: string | null;
  readonly before: State | null;
  readonly after: State | null;
  /**
   * The client's line of a movement that is recorded at the end of the transaction: the database adds the balance before and after it to
   * `before` and `after`, as `balanceMinor`.
   */
  readonly movementId?: string;
  /** Whether `before` and `after` hold no personal data, so that they stay when the client is deleted. */
  readonly isImpersonal?: boolean;
}

/** An act with actor, moment, network address and outcome: the content of an audit line. */
export interface AuditLine extends Act {
  readonly at: Date;
  readonly actorId: string | null;
  /** The network address. */
  readonly origin: string | null;
  readonly refusalCode: RefusalCode | null;
}
