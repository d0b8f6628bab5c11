import type { Institution } from '#content/institution/schema.ts';
import type { AuditOperation } from '#domain/audit/operation.ts';
import type { RefusalCode } from '#domain/errors.ts';
import type { ConfirmedOperation, Permission, StaffOperation } from '#domain/operations.ts';
import type { Caller } from '#domain/permissions.ts';
import type { SecondFactor } from '#domain/sessions/second-factor.ts';
import type { AssignedSubject } from '#domain/staff/assigned-only.ts';
import type { Limits } from '#domain/staff/limits.ts';
import type { OwnFileSubject } from '#domain/staff/own-file.ts';
import type { Database } from '../db/database.ts';
import type { Surroundings, Work } from '../work/work.ts';
import type { Auth } from './auth.ts';

/** The signed-in person of a request, as handlers see them. */
export interface SignedIn extends Caller {
  readonly sessionId: string;
  /** The roles they hold, by code. */
  readonly roles: readonly { readonly code: string; readonly label: string }[];
  /** The address they sign in with; the one they typed while their sign-up is under way. */
  readonly email: string;
  readonly firstName: string | null;
  /** The client's account, when sign-up is complete. */
  readonly accountId: string | null;
  /** Accounts of clients on whose files they do not act as staff: their own, and those they are tied to (STAFF-40). */
  readonly ownFiles: readonly string[];
  /** What they may do only with the files assigned to them (STAFF-41). */
  readonly assignedOnly: readonly Permission[];
  /** How much they may do alone (STAFF-42); empty without limits. */
  readonly limits: Limits;
  /** None, or the kinds that the second step accepts. */
  readonly secondFactors: readonly SecondFactor[];
  /** When they signed in. */
  readonly begunAt: Date;
  /** When the session ends if the person does nothing more. */
  readonly expiresAt: Date;
  /** Absolute end of the session. */
  readonly endsAt: Date;
}

/** A refused act and its caller. */
export interface RefusedAct {
  readonly operation: AuditOperation;
  readonly refusalCode: RefusalCode;
  /** Null for an unknown caller. */
  readonly actorId: string | null;
  readonly isStaff: boolean;
  /** The network address. */
  readonly origin: string | null;
  /** The call's unvalidated input. */
  readonly input: unknown;
}

/** The parts of the bank that the guard works with. */
export interface GuardedBank {
  readonly auth: Auth;
  readonly database: Database;
  readonly institution: Institution;
  readonly surroundings: Surroundings;
}

/** What `server/http` asks sign-in and the audit trail about every call (`server/auth/guard.ts`). */
export interface Guard {
  /** The signed-in caller of a request; null without a session. */
  callerOf(bank: GuardedBank, headers: Headers): Promise<SignedIn | null>;
  /** The labels of the roles that hold all of these permissions (STAFF-3). */
  labelsOfHolders(bank: GuardedBank, permissions: readonly StaffOperation[]): Promise<readonly string[]>;
  /**
   * @param ownFiles accounts on whose files the caller does not act (STAFF-40).
   * @throws Refusal `staff.own-file`.
   */
  requireOthersFiles(
    bank: GuardedBank,
    ownFiles: readonly string[],
    subjects: readonly OwnFileSubject[],
  ): Promise<void>;
  /**
   * @param subjects what the call names of clients' files; null for a call that names none, which is refused (STAFF-41).
   * @throws Refusal `not-found` when one of them is not assigned to the caller.
   */
  requireAssignedFiles(
    bank: GuardedBank,
    caller: SignedIn,
    subjects: readonly AssignedSubject[] | null,
  ): Promise<void>;
  /** @throws Refusal `auth.confirmation-required`, `auth.second-factor-missing`. */
  requireConfirmation(
    bank: GuardedBank,
    caller: SignedIn,
    asked: { readonly operation: ConfirmedOperation; readonly input: unknown; readonly token: string | null },
  ): Promise<void>;
  /** Writes the refusal of a staff act into the audit trail. */
  recordRefusal(bank: GuardedBank, refused: RefusedAct): Promise<void>;
  /** Whether a use case has left a line for the audit trail. */
  hasAuditLine(work: Work): boolean;
}
