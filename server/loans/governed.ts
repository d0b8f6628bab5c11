import { Refusal } from '#domain/errors.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { money } from '#domain/money/money.ts';
import type { Db } from '../db/database.ts';
import type { Governed, GovernedFacts } from '../work/governed.ts';
import { decideLoan, type LoanDecision } from './decide-loan.ts';
import { sheetsOf } from './file/file-queries.ts';
import { issueOffer, type OfferOrder } from './offers/issue-offer.ts';
import { requestById } from './queries.ts';

type DecisionCall = Omit<LoanDecision, 'loanId'> & { readonly id: string };
type OfferCall = Omit<OfferOrder, 'loanId'> & { readonly id: string };

/** A request as a decision finds it: its phase, its amount and the version of its dialogue sheet. */
async function factsOfRequest(tx: Db, { id }: { readonly id: string }): Promise<GovernedFacts> {
  const request = await requestById(tx, id);
  if (!request) throw new Refusal('not-found');
  const { amount: amountMinor, phase } = request;
  const [sheet] = await sheetsOf(tx, request.id);
  return {
    clientAccountId: request.clientAccountId,
    subjectId: request.id,
    amount: money(amountMinor, request.currency as CurrencyCode),
    conditions: [],
    seen: { phase, amountMinor, sheetVersion: sheet?.version ?? null },
    deadline: null,
  };
}

const approval: Governed<DecisionCall> = {
  operation: 'loans.decide.approve',
  facts: factsOfRequest,
  execute: (work, input, { institution }) => decideLoan(work, institution, { ...input, loanId: input.id }),
};

const offer: Governed<OfferCall> = {
  operation: 'loanOffers.issue',
  facts: factsOfRequest,
  execute: (work, input, { institution }) => issueOffer(work, institution, { ...input, loanId: input.id }),
};

/** What others may have to approve of the acts on a loan (FOUR-22). */
export const GOVERNED_LOAN_OPERATIONS = [approval, offer];
