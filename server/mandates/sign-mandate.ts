import { Refusal } from '#domain/errors.ts';
import { effectiveDay, findMandateStep, mayBeSigned } from '#domain/mandates/mandate.ts';
import { legalDay } from '#domain/time/days.ts';
import { audit } from '../audit/audit.ts';
import { announce } from '../notifications/live.ts';
import { type NotificationKind, notifyClient } from '../notifications/notify.ts';
import type { Work } from '../work/work.ts';
import { cancelAnnounced } from './end-debits.ts';
import {
  type LoanOfMandate,
  loansOfMandates,
  lockMandate,
  type MandateRow,
  openSignature,
  signSignature,
  updateMandate,
} from './queries.ts';

/** From where a signature comes, and by what it was confirmed (PAY-68, as LC-45). */
export interface SignatureEvidence {
  readonly origin: string;
  readonly factors: string;
  readonly proof: string;
}

/** Tells the client what became of their mandate, and the open screens. */
export async function tellMandate(
  work: Work,
  loan: Pick<LoanOfMandate, 'userId'>,
  kind: NotificationKind,
  mandate: Pick<MandateRow, 'reference' | 'iban' | 'creditorIdentifier'>,
): Promise<void> {
  await notifyClient(work, loan.userId, kind, {
    reference: mandate.reference,
    iban: mandate.iban,
    creditorIdentifier: mandate.creditorIdentifier,
  });
  await announce(work, { userId: loan.userId, staff: true }, ['mandates', 'loans']);
}

async function lockOwn(
  work: Work,
  accountId: string,
  id: string,
): Promise<{ mandate: MandateRow; loan: LoanOfMandate }> {
  const mandate = await lockMandate(work.tx, id);
  const loan = mandate && (await loansOfMandates(work.tx, [mandate.loanId])).get(mandate.loanId);
  if (!loan || mandate.clientAccountId !== accountId) throw new Refusal('not-found');
  return { mandate, loan };
}

/**
 * Signs what was prepared (PAY-68): a mandate begins, or goes on with another account, which also ends its suspension. It has effect from the
 * day of the signature, and never before the law allows a payment (LC-52).
 * @throws Refusal `not-found`; `mandate.not-active` without anything to sign; `payee-check.expired` for an account that was prepared a day ago.
 */
export async function signMandate(
  work: Work,
  accountId: string,
  id: string,
  evidence: SignatureEvidence,
): Promise<MandateRow> {
  const { mandate, loan } = await lockOwn(work, accountId, id);
  const signature = await openSignature(work.tx, id);
  const step = findMandateStep(mandate.state, 'sign');
  if (!step || !signature) throw new Refusal('mandate.not-active');
  if (!mayBeSigned(signature.draftedAt, work.now)) throw new Refusal('payee-check.expired');
  const today = legalDay(work.now);
  await signSignature(work.tx, signature, { ...evidence, signedAt: work.now });
  const { debtorName, iban, bankName, usesAccount } = signature;
  const signed = await updateMandate(work.tx, id, {
    state: step.to,
    debtorName,
    iban,
    bankName,
    usesAccount,
    ...(mandate.signedOn === null
      ? { signedOn: today, effectiveOn: effectiveDay(today, loan.earliestPayoutDay) }
      : { isAmended: mandate.isAmended || (mandate.lastUsedOn !== null && mandate.iban !== iban) }),
    suspendedAt: null,
    suspensionCode: null,
    isToCall: false,
  });
  await tellMandate(work, loan, mandate.signedOn === null ? 'mandate-signed' : 'mandate-changed', signed);
  return signed;
}

/**
 * Revokes a mandate at any time (PAY-68), also one that was only prepared. What is announced is not collected by it any more; what a bank has
 * already goes on.
 * @throws Refusal `not-found`; `mandate.not-active`.
 */
export async function revokeMandate(work: Work, accountId: string, id: string): Promise<MandateRow> {
  const { mandate, loan } = await lockOwn(work, accountId, id);
  const step = findMandateStep(mandate.state, 'revoke');
  if (!step) throw new Refusal('mandate.not-active');
  await cancelAnnounced(work, id);
  const revoked = await updateMandate(work.tx, id, {
    state: step.to,
    endReason: 'client',
    endedAt: work.now,
    suspendedAt: null,
    suspensionCode: null,
    isToCall: false,
  });
  if (mandate.signedOn !== null) await tellMandate(work, loan, 'mandate-ended', revoked);
  return revoked;
}

/** Suspends a mandate, or lets it go on (PAY-71), as the staff decide. @throws Refusal `not-found`; `mandate.not-active`. */
export async function changeSuspension(
  work: Work,
  id: string,
  event: 'suspend' | 'resume',
  reason: string,
): Promise<MandateRow> {
  const mandate = await lockMandate(work.tx, id);
  const loan = mandate && (await loansOfMandates(work.tx, [mandate.loanId])).get(mandate.loanId);
  if (!loan) throw new Refusal('not-found');
  const step = findMandateStep(mandate.state, event);
  if (!step) throw new Refusal('mandate.not-active');
  if (event === 'suspend') await cancelAnnounced(work, id);
  const changed = await updateMandate(work.tx, id, {
    state: step.to,
    suspendedAt: event === 'suspend' ? work.now : null,
    suspensionCode: null,
    isToCall: false,
  });
  audit(work, {
    operation: event === 'suspend' ? 'mandates.suspend' : 'mandates.resume',
    clientAccountId: mandate.clientAccountId,
    subjectId: id,
    before: { state: mandate.state },
    after: { state: changed.state, reason },
  });
  await tellMandate(work, loan, event === 'suspend' ? 'mandate-suspended' : 'mandate-resumed', changed);
  return changed;
}
