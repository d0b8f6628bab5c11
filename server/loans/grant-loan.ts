import type { DialogueSheet } from '#domain/loans/solvency.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { requireWithinMaximum } from '#domain/money/maximum.ts';
import { money } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { parameterOn } from '../parameters/parameters-on.ts';
import type { Work } from '../work/work.ts';
import { writeDirectContract } from './offers/direct-contract.ts';
import { type GrantedLoan, insertGrantedLoan, type RequestRow } from './queries.ts';

/**
 * Grants a request as it was asked for, on the direct path: the day of the approval is the day of the acceptance (LC-2). A loan that repays
 * debts by the client's confirmed sheet is a consolidation (LC-24, R312-5).
 * @throws Refusal `request.invalid` above the maximum of a loan: a request may be older than the maximum, and can then only be refused.
 */
export async function grantDirectLoan(
  work: Work,
  request: RequestRow,
  sheet: Pick<DialogueSheet, 'repaysDebts'> | null,
): Promise<GrantedLoan> {
  const today = legalDay(work.now);
  const maximum = await parameterOn(work.tx, today, 'maximum.loan');
  requireWithinMaximum(money(request.amount, request.currency as CurrencyCode), maximum, 'amountMinor');
  const loan = await insertGrantedLoan(work.tx, {
    id: request.id,
    clientAccountId: request.clientAccountId,
    path: 'direct',
    principal: request.amount,
    currency: request.currency,
    annualRateBps: request.annualRateBps,
    durationMonths: request.durationMonths,
    product: sheet?.repaysDebts ? 'consolidation' : request.product,
    acceptedOn: today,
  });
  await writeDirectContract(work, loan);
  return loan;
}
