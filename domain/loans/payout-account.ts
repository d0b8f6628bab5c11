import { requiredText } from '../fields.ts';
import { payeeIban } from '../payees/payee.ts';
import type { PayeeCheckResult } from '../payees/payee-check.ts';
import type { LoanPhase } from './phases.ts';

/** LC-6: a finance company opens no deposit account. It pays a loan out to an account of the borrower's at another bank. */
export const paysOutside = (status: string): boolean => status === 'finance-company';

/** The account at another bank that a payout goes to, as its borrower gives it. */
export const payoutAccountInput = { iban: payeeIban, bankName: requiredText(100) };

/**
 * Whose account it is by the check of name and IBAN (PAY-12): the borrower's, somebody else's, or a person must look at a statement of the
 * account's details (RIB). Null stands for a check that was not made.
 */
export function holderVerdict(result: PayeeCheckResult | null): 'own' | 'other' | 'unsure' {
  if (result === 'match') return 'own';
  return result === 'no-match' ? 'other' : 'unsure';
}

/**
 * Whether the borrower may give the account now: from the acceptance to the payout, and again when the transfer came back.
 * @param isBack whether the payout's last transfer is over and the money did not arrive.
 */
export function mayGivePayoutAccount(phase: LoanPhase, isBack: boolean): boolean {
  return phase === 'accepted' || phase === 'agreed' || (phase === 'active' && isBack);
}
