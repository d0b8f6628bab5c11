import { Refusal } from '#domain/errors.ts';
import { endOfLegalDay, lateAgreementLastDay } from '#domain/loans/contract-clock.ts';
import { phaseForStaff } from '#domain/loans/phases.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { money } from '#domain/money/money.ts';
import type { Db } from '../db/database.ts';
import type { Governed, GovernedFacts } from '../work/governed.ts';
import { decideLoan, type LoanDecision } from './decide-loan.ts';
import { sheetsOf } from './file/file-queries.ts';
import { type AgreementDecision, decideAgreement } from './offers/decide-agreement.ts';
import { issueOffer, type OfferOrder } from './offers/issue-offer.ts';
import { contractOf, offerOf } from './offers/queries.ts';
import { requestById } from './queries.ts';
import { capitalOwedMinor } from './recovery/doubtful-loans.ts';
import { type MeasureInput, proposeMeasure } from './repayments/measures.ts';
import { readServicedLoans } from './servicing/serviced-loans.ts';

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
    // LC-56: approvers read what has changed.
    seen: { phase: phaseForStaff(phase), amountMinor, sheetVersion: sheet?.version ?? null },
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

/** An accepted contract as its agreement finds it. Who made the offer has no vote on it (LC-49), and it ends with the term of the agreement. */
const agreement: Governed<AgreementDecision> = {
  operation: 'loanOffers.decideAgreement.agree',
  async facts(tx, { id }) {
    const facts = await factsOfRequest(tx, { id });
    const [made, contract] = [await offerOf(tx, id), await contractOf(tx, id)];
    if (!made || !contract) throw new Refusal('not-found');
    const lastDay =
      facts.seen.phase === 'lapsed' ? lateAgreementLastDay(contract) : contract.agreementLastDay;
    return {
      ...facts,
      amount: money(made.principal, made.currency as CurrencyCode),
      seen: { ...facts.seen, reference: made.reference },
      deadline: endOfLegalDay(lastDay),
      notBy: [made.issuedBy],
    };
  },
  execute: (work, input, { institution }) => decideAgreement(work, institution, input),
};

/** A measure for a borrower in difficulty: capital that is given up asks for others. */
const measure = (action: MeasureInput['action']): Governed<MeasureInput> => ({
  operation: `loanRepayments.measure.${action}`,
  async facts(tx, { id, kind, amountMinor }) {
    const serviced = (await readServicedLoans(tx, [id])).get(id);
    if (!serviced) throw new Refusal('not-found');
    const { loan, phase, account, currency, state } = serviced;
    const isRemission = kind === 'remission';
    return {
      clientAccountId: account.id,
      subjectId: id,
      amount: money(isRemission ? (amountMinor ?? 0) : 0, currency),
      conditions: isRemission ? ['remission'] : [],
      seen: {
        phase: phaseForStaff(phase),
        freeze: loan.frozen,
        capitalMinor: capitalOwedMinor(serviced),
        annualRateBps: state.annualRateBps,
      },
      deadline: null,
    };
  },
  execute: (work, input, { institution }) => proposeMeasure(work, institution, input),
});

/** What others may have to approve of the acts on a loan (FOUR-22). */
export const GOVERNED_LOAN_OPERATIONS = [approval, offer, agreement, measure('propose'), measure('impose')];
