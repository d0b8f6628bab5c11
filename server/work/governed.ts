import type { Institution } from '#content/institution/schema.ts';
import type { Money } from '#domain/money/money.ts';
import type { Operation } from '#domain/operations.ts';
import type { GovernedOperation, PolicyCondition } from '#domain/proposals/policy.ts';
import type { Limits } from '#domain/staff/limits.ts';
import type { Db } from '../db/database.ts';
import type { SeenFacts } from '../db/schema/index.ts';
import type { Work } from './work.ts';

/** A transfer in what is governed as one, a file for our bank: who is paid, and by which client. */
export interface TransferInside {
  /** Null for money on its way back to its sender. */
  readonly withdrawalId: string | null;
  /** Null where only the client is known. */
  readonly payeeName: string | null;
  readonly payeeIban: string;
  /** Null for money of no client. */
  readonly clientName: string | null;
  /** Euro cents, above zero. */
  readonly amountMinor: number;
}

/** What a policy and a checker need to know of a call before it is made. */
export interface GovernedFacts {
  /** The client it concerns; null when there is none. */
  readonly clientAccountId: string | null;
  /** What it acts on: at most one proposal of an operation waits for it. */
  readonly subjectId: string;
  /** What FOUR-5 compares; null for an operation without an amount. */
  readonly amount: Money | null;
  /** Those that hold, of those that the product's policy of the operation names (`policyScope`). */
  readonly conditions: readonly PolicyCondition[];
  /** Of an operation on rates: how far from the last one (`rateDeviationBps` of domain/rates/rate.ts); null without a last one. */
  readonly rateDeviationBps?: number | null;
  /** What a change of which makes a proposal stale (FOUR-16). */
  readonly seen: SeenFacts;
  /** What a checker reads beside, as it is now: a change of it makes nothing stale. Not kept. */
  readonly shown?: SeenFacts;
  /** The transfers that it acts on together, as they are now: a checker opens them (FOUR-14). Not kept. */
  readonly transfers?: readonly TransferInside[];
  /** The moment from which the act is no longer possible; null without one. */
  readonly deadline: Date | null;
  /** Who may not vote on it beside its maker: who made the offer, of its agreement (FOUR-9, LC-49); whose own rights it changes (STAFF-21). */
  readonly notBy?: readonly string[];
}

/** What a use case of a governed operation needs of the bank beside its work. */
export interface GoverningBank {
  readonly institution: Institution;
  /** The address of the site, for the links of mails. */
  readonly publicUrl: string;
}

/** An operation that others may have to approve: its room says what it depends on, and which use case its route calls. */
export interface Governed<Input> {
  readonly operation: GovernedOperation;
  /**
   * @param now the moment of the call, for what is dated.
   * @param makerId whose call it is.
   * @param isReading whether somebody only looks at them: no row is locked then, which a reader of some files alone could not do.
   * @throws Refusal `not-found` and what the route answers for a subject that is gone.
   */
  facts(tx: Db, input: Input, now: Date, makerId: string, isReading?: boolean): Promise<GovernedFacts>;
  /**
   * What the use case would refuse already now, before others are asked for their approval. Without it the use case itself is tried and undone.
   * @throws what it throws.
   */
  requirePossible?(work: Work, input: Input, bank: GoverningBank): Promise<unknown>;
  /** The use case of the route. @throws what it throws. */
  execute(work: Work, input: Input, bank: GoverningBank): Promise<unknown>;
}

/** A call of the staff as it is judged. */
export interface GovernedCall {
  readonly operation: Operation;
  readonly input: unknown;
  /** How much the caller may do alone (STAFF-42). */
  readonly limits: Limits;
}

/**
 * What judges a call of the staff before its use case, in its transaction (FOUR-4). Jobs and the filling of the demonstration do not pass
 * it: they call use cases themselves.
 */
export interface Approvals {
  /** @throws Refusal `staff.above-limit` with the limit in euro cents; `approval.required` with the slots when others must approve it. */
  require(work: Work, call: GovernedCall): Promise<void>;
  /**
   * The same for a call that shares its transaction and writes only at the end of it: acts that count together are summed there, so that no lock is held and
   * no answer awaited before.
   * @throws Refusal as `require`. The transaction fails with what `passedMeanwhile` knows when others did the same at this moment.
   */
  requireAtEnd(work: Work, call: GovernedCall): Promise<void>;
  /**
   * Refuses an act on money while a live institution has fewer than two people who manage access: with one alone nothing could ever be approved
   * (STAFF-24).
   * @throws Refusal `staff.second-person-missing`.
   */
  requireTwoPeople(work: Work): Promise<void>;
  /** Says whether a transaction failed because acts of one moment pass a threshold together: `require` then says who must approve. */
  passedMeanwhile(error: unknown): boolean;
}
