import * as z from 'zod/mini';
import { requiredText } from '../fields.ts';
import type { LoanStatus } from '../loans/status.ts';
import { positiveAmountMinor } from '../money/fields.ts';

/** Fees are in euro (specification, signed-in areas, section 5). */
export const FEE_CURRENCY = 'EUR';

/** What an administrator sends to create a fee. `amountMinor` is in euro cents. */
export const createFeeInput = z.object({ amountMinor: positiveAmountMinor, description: requiredText(200) });
export type CreateFeeInput = z.infer<typeof createFeeInput>;

/** A loan request as the rule below sees it. */
export type LoanRequestState = { readonly status: LoanStatus; readonly paidOut: boolean };

/**
 * CMF L519-6 and C. conso. L312-25: nothing payable may be created for a client whose loan request is pending, in
 * process, or approved and not yet paid out. No configuration changes this. Applies to every loan request of the client.
 */
export function mayCreateFee(input: {
  readonly openLoanRequests: readonly LoanRequestState[];
}): { ok: true } | { ok: false; reason: 'loan-not-paid-out' } {
  const waiting = input.openLoanRequests.some(
    ({ status, paidOut }) =>
      status === 'pending' || status === 'processing' || (status === 'approved' && !paidOut),
  );
  return waiting ? { ok: false, reason: 'loan-not-paid-out' } : { ok: true };
}
