import { Refusal } from '#domain/errors.ts';
import { DURABLE_MEDIUM_STATEMENT } from '#domain/loans/contract.ts';
import { PAPERS_OF_INCOME } from '#domain/loans/contract-papers.ts';
import { findTransition } from '#domain/loans/phases.ts';
import { legalDay } from '#domain/time/days.ts';
import { evenly } from '../../auth/auth.ts';
import { tokenHashOf } from '../../auth/sessions/session-cookie.ts';
import type { Db } from '../../db/database.ts';
import {
  answeredBefore,
  asHouse,
  clientOf,
  type GuardedContext,
  mayReadField,
  os,
  runOnce,
  signedIn,
} from '../../http/context.ts';
import { legalWords } from '../../papers/words.ts';
import { once } from '../../work/once.ts';
import type { Work } from '../../work/work.ts';
import { isAgentOf, missingFor, wholeFileOf } from '../file/loan-file.ts';
import { hasOtherHolder } from '../other-person.ts';
import { loanForReview, loanOfAccount } from '../queries.ts';
import { type AcceptanceEvidence, acceptOffer, declineOffer } from './accept-offer.ts';
import { answerDeclaration } from './answer-declaration.ts';
import { contractLawOn } from './contract-law.ts';
import { confirmLateAgreement, decideAgreement } from './decide-agreement.ts';
import { extendWithdrawal } from './extend-withdrawal.ts';
import { issueOffer } from './issue-offer.ts';
import { consentHolds, missingForOffer, productOfOffer } from './offer-guards.ts';
import { askHolder, givePayoutAccount, verifyPayoutAccount } from './payout-account.ts';
import { readContract } from './present-offer.ts';
import {
  insertConsent,
  lastConsentOf,
  markOpened,
  offerOf,
  openDeclarations,
  type PaperRow,
  paperOf,
} from './queries.ts';
import { returnSum } from './return-sum.ts';
import { closeContract, declareWithdrawal, withdrawFromContract } from './withdraw-from-contract.ts';

/** @throws Refusal `not-found` unless the loan is the client's own. */
async function ownLoan(context: GuardedContext, loanId: string, db: Db = context.db) {
  const loan = await loanOfAccount(db, clientOf(context).accountId, loanId);
  if (!loan) throw new Refusal('not-found');
  return loan;
}

/**
 * Runs a use case on the client's own loan in the scope of the house, which alone writes contracts and the books. Whose loan it is, is asked
 * in the client's scope first, so that the second wall stands before it (decision 0015).
 * @throws Refusal `not-found`.
 */
async function runOnOwn<T>(
  context: GuardedContext,
  input: { readonly id: string },
  useCase: (work: Work) => Promise<T>,
): Promise<T> {
  await ownLoan(context, input.id);
  return runOnce(asHouse(context), input, useCase);
}

/** The contract of one's own loan after what was just done. */
async function ownReading(context: GuardedContext, db: Db, loanId: string, now: Date) {
  return readContract(db, await ownLoan(context, loanId, db), now);
}

async function reviewed(db: Db, loanId: string) {
  const row = await loanForReview(db, loanId);
  if (!row) throw new Refusal('not-found');
  return row;
}

function pdfOf(paper: PaperRow): File {
  return new File(
    [paper.content as Uint8Array<ArrayBuffer>],
    `${legalWords.contract.files[paper.kind]}.pdf`,
    {
      type: 'application/pdf',
    },
  );
}

/** A paper of the client's own loan; its first reading is noted by the house. */
async function openOwnPaper(context: GuardedContext, loanId: string, which: Parameters<typeof paperOf>[2]) {
  await ownLoan(context, loanId);
  const paper = await paperOf(context.db, loanId, which);
  if (!paper) throw new Refusal('not-found');
  await markOpened(asHouse(context).db, paper.id, context.bank.surroundings.now());
  return pdfOf(paper);
}

/** From where an acceptance comes, and by what it was confirmed (LC-45). */
function evidenceOf(context: GuardedContext): AcceptanceEvidence {
  const token = context.headers.get('x-confirmation');
  return {
    address: context.address,
    device: (context.headers.get('user-agent') ?? '').slice(0, 300),
    factors: ['password', ...signedIn(context).secondFactors].join(' '),
    proof: token === null ? '' : tokenHashOf(token),
    // A simple electronic signature with a strong confirmation, for which this file is the evidence.
    signatureLevel: 'simple',
  };
}

/** The route of the acceptance, which is named `loans.accept`. */
export const acceptRoute = os.loans.accept.handler(({ input, context }) =>
  runOnOwn(context, input, async (work) => {
    const { hasReceivedPapers: _, keepsCopyWithSlip: __, acceptsOffer: ___, ...acceptance } = input;
    const { accountId } = clientOf(context);
    await acceptOffer(work, context.bank.institution, accountId, acceptance, evidenceOf(context));
    return ownReading(context, work.tx, input.id, work.now);
  }),
);

export const loanOfferRoutes = {
  // Read by the house once the loan was found to be the client's: what is owed after a withdrawal is read in the books.
  show: os.loanOffers.show.handler(async ({ input, context }) => {
    const loan = await ownLoan(context, input.id);
    return readContract(asHouse(context).db, loan, context.bank.surroundings.now());
  }),

  paper: os.loanOffers.paper.handler(({ input, context }) =>
    openOwnPaper(context, input.id, { id: input.paperId }),
  ),

  contractPdf: os.loanOffers.contractPdf.handler(({ input, context }) =>
    openOwnPaper(context, input.id, { kind: 'contract' }),
  ),

  decline: os.loanOffers.decline.handler(({ input, context }) =>
    runOnOwn(context, input, async (work) => {
      await declineOffer(work, clientOf(context).accountId, input.id);
      return {};
    }),
  ),

  confirmLateAgreement: os.loanOffers.confirmLateAgreement.handler(({ input, context }) =>
    runOnOwn(context, input, async (work) => {
      await confirmLateAgreement(work, clientOf(context).accountId, input.id);
      return {};
    }),
  ),

  showConsent: os.loanOffers.showConsent.handler(async ({ context }) => {
    const day = legalDay(context.bank.surroundings.now());
    const givenAt = await lastConsentOf(context.db, signedIn(context).userId);
    return {
      statement: DURABLE_MEDIUM_STATEMENT,
      givenAt: givenAt?.toISOString() ?? null,
      holds: consentHolds(givenAt, day, await contractLawOn(context.db, day)),
    };
  }),

  consentToPdf: os.loanOffers.consentToPdf.handler(({ input, context }) =>
    runOnce(asHouse(context), input, async (work) => {
      await insertConsent(work.tx, { id: work.newId(), userId: work.actorId, givenAt: work.now });
      return {};
    }),
  ),

  withdraw: os.loanOffers.withdraw.handler(({ input, context }) =>
    runOnOwn(context, input, async (work) => {
      await withdrawFromContract(work, context.bank.institution, clientOf(context).accountId, input.id);
      return ownReading(context, work.tx, input.id, work.now);
    }),
  ),

  returnSum: os.loanOffers.returnSum.handler(({ input, context }) =>
    runOnOwn(context, input, async (work) => {
      await returnSum(work, context.bank.institution, clientOf(context).accountId, input.id);
      return ownReading(context, work.tx, input.id, work.now);
    }),
  ),

  givePayoutAccount: os.loanOffers.givePayoutAccount.handler(async ({ input, context }) => {
    const loan = await ownLoan(context, input.id);
    const { accountId } = clientOf(context);
    const asked = (await answeredBefore(context, input)) ? null : await askHolder(context, loan, input.iban);
    return runOnOwn(context, input, async (work) => {
      await givePayoutAccount(work, context.bank.institution, accountId, input, asked);
      return ownReading(context, work.tx, input.id, work.now);
    });
  }),

  verifyPayoutAccount: os.loanOffers.verifyPayoutAccount.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await verifyPayoutAccount(work, input);
      return readContract(work.tx, (await reviewed(work.tx, input.id)).loan, work.now);
    }),
  ),

  declareWithdrawal: os.loanOffers.declareWithdrawal.handler(async ({ input, context }) => {
    const { attempts, auth, institution, surroundings } = context.bank;
    await attempts.countEnquiry(context.address);
    const leave = await attempts.leaveToWrite(input.email.toLowerCase(), context.address);
    const call = {
      actor: { kind: 'visitor' as const },
      key: context.headers.get('idempotency-key'),
      operation: 'loanOffers.declareWithdrawal',
      input,
      origin: context.address,
      movesMoney: false,
    };
    const { result } = await evenly(auth, () =>
      once(context.db, surroundings, call, async (work) => {
        await declareWithdrawal(work, institution, input, leave);
        return { declaredAt: work.now.toISOString() };
      }),
    );
    return result;
  }),

  review: os.loanOffers.review.handler(async ({ input, context }) => {
    const { db, bank } = context;
    const now = bank.surroundings.now();
    const { loan, account } = await reviewed(db, input.id);
    const day = legalDay(now);
    const { institution } = bank;
    const { userId, permissions } = signedIn(context);
    const { file, confirmed, consultations } = await wholeFileOf(db, loan, now);
    const { missing, usury } = await missingForOffer(
      db,
      { institution, law: await contractLawOn(db, day) },
      loan,
      {
        userId: account.userId,
        day,
        product: productOfOffer(loan, confirmed),
        fileGuards: missingFor(file, {
          isAgent: await isAgentOf(db, signedIn(context), loan, consultations),
          permissions,
        }),
      },
    );
    const offer = await offerOf(db, loan.id);
    return {
      ...(await readContract(db, loan, now)),
      phase: loan.phase,
      missing: findTransition(loan.phase, 'offer')
        ? missing.map(({ code, params }) => ({ code, params }))
        : [],
      usury: { ceilingBps: usury.ceilingBps, isLoaded: usury.isLoaded },
      isIssuer: offer?.issuedBy === userId,
      mayAgreeAlone:
        institution.mode === 'demo' &&
        !(await hasOtherHolder(db, userId, 'loanOffers.decideAgreement.agree')),
    };
  }),

  reviewPaper: os.loanOffers.reviewPaper.handler(async ({ input, context }) => {
    const paper = await paperOf(context.db, input.id, { id: input.paperId });
    const isReserved =
      paper && PAPERS_OF_INCOME.includes(paper.kind) && !mayReadField(context, 'fields.income');
    // What is left out of the list is not there by its address either (STAFF-5).
    if (!paper || isReserved) throw new Refusal('not-found');
    return pdfOf(paper);
  }),

  issue: os.loanOffers.issue.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await issueOffer(work, context.bank.institution, { ...input, loanId: input.id });
      return readContract(work.tx, (await reviewed(work.tx, input.id)).loan, work.now);
    }),
  ),

  decideAgreement: os.loanOffers.decideAgreement.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await decideAgreement(work, context.bank.institution, input);
      return readContract(work.tx, (await reviewed(work.tx, input.id)).loan, work.now);
    }),
  ),

  extendWithdrawal: os.loanOffers.extendWithdrawal.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await extendWithdrawal(work, input);
      return readContract(work.tx, (await reviewed(work.tx, input.id)).loan, work.now);
    }),
  ),

  closeContract: os.loanOffers.closeContract.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await closeContract(work, context.bank.institution, input);
      return {};
    }),
  ),

  answerDeclaration: os.loanOffers.answerDeclaration.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await answerDeclaration(work, context.bank.institution, input);
      return {};
    }),
  ),

  declarations: os.loanOffers.declarations.handler(async ({ context }) => ({
    declarations: (await openDeclarations(context.db)).map(({ id, declaredAt, name, reference, email }) => ({
      id,
      declaredAt: declaredAt.toISOString(),
      name,
      reference,
      email,
    })),
  })),
};
