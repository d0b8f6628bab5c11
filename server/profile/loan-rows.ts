import { and, asc, eq, sql } from 'drizzle-orm';
import { ficpSentence } from '#domain/loans/ficp.ts';
import type { Db } from '../db/database.ts';
import {
  clientAccounts,
  dialogueSheets,
  durableMediumConsents,
  ficpConsultations,
  files,
  loanArrearsMonths,
  loanContracts,
  loanDifficulties,
  loanDocuments,
  loanEarlyRepayments,
  loanInstalments,
  loanLenderConsents,
  loanMeasures,
  loanOffers,
  loanPapers,
  loanPartPayments,
  loanRequests,
  loanSchedules,
  loans,
  loanTransmissions,
  loanYearlyLetters,
} from '../db/schema/index.ts';
import { recoveryRowsOf } from './recovery-rows.ts';

/** Everything kept about the loans of an account: requests, their files, contracts, repayments and difficulties. Who acted is left out. */
export async function loanRowsOf(db: Db, accountId: string) {
  return {
    ...(await loansOf(db, accountId)),
    ...(await loanFilesOf(db, accountId)),
    ...(await contractsOf(db, accountId)),
    ...(await measuresOf(db, accountId)),
    ...(await recoveryRowsOf(db, accountId)),
  };
}

/** Offers, contracts and their papers by name and hash, which the person opens in their area; and what they said of PDF documents (LC-29). */
async function contractsOf(db: Db, accountId: string) {
  return {
    loanOffers: await db
      .select({
        loanId: loanOffers.id,
        reference: loanOffers.reference,
        issuedAt: loanOffers.issuedAt,
        sentAt: loanOffers.sentAt,
        principalMinor: loanOffers.principal,
        currency: loanOffers.currency,
        annualRateBps: loanOffers.annualRateBps,
        taegBps: loanOffers.taegBps,
        durationMonths: loanOffers.durationMonths,
        instalmentMinor: loanOffers.instalment,
        totalDueMinor: loanOffers.totalDue,
      })
      .from(loanOffers)
      .innerJoin(loanRequests, eq(loanRequests.id, loanOffers.id))
      .where(eq(loanRequests.clientAccountId, accountId))
      .orderBy(asc(loanOffers.issuedAt), asc(loanOffers.id)),
    loanContracts: await db
      .select({
        loanId: loanContracts.id,
        reference: loanContracts.reference,
        acceptedAt: loanContracts.acceptedAt,
        statements: loanContracts.statements,
        evidence: loanContracts.evidence,
        dueDay: loanContracts.dueDay,
        payoutChoice: loanContracts.payoutChoice,
        payoutDay: loanContracts.payoutDay,
        agreedAt: loanContracts.agreedAt,
        withdrawalLastDay: loanContracts.withdrawalLastDay,
        withdrawnOn: loanContracts.withdrawnOn,
        returnBy: loanContracts.returnBy,
        returnedAt: loanContracts.returnedAt,
      })
      .from(loanContracts)
      .innerJoin(loanRequests, eq(loanRequests.id, loanContracts.id))
      .where(eq(loanRequests.clientAccountId, accountId))
      .orderBy(asc(loanContracts.acceptedAt), asc(loanContracts.id)),
    loanPapers: await db
      .select({
        loanId: loanPapers.loanRequestId,
        kind: loanPapers.kind,
        templateVersion: loanPapers.templateVersion,
        sha256: loanPapers.sha256,
        madeAt: loanPapers.madeAt,
        openedAt: loanPapers.openedAt,
      })
      .from(loanPapers)
      .innerJoin(loanRequests, eq(loanRequests.id, loanPapers.loanRequestId))
      .where(eq(loanRequests.clientAccountId, accountId))
      .orderBy(asc(loanPapers.madeAt), asc(loanPapers.id)),
    durableMediumConsents: await db
      .select({ givenAt: durableMediumConsents.givenAt })
      .from(durableMediumConsents)
      .innerJoin(clientAccounts, eq(clientAccounts.userId, durableMediumConsents.userId))
      .where(eq(clientAccounts.id, accountId))
      .orderBy(asc(durableMediumConsents.givenAt)),
  };
}

/**
 * The dialogue sheets of requests, the lenders that they may go to (LC-6), and when the FICP was consulted: what it said is had from the Banque de France alone (L751-5).
 */
async function loanFilesOf(db: Db, accountId: string) {
  const consulted = await db
    .select({ loanId: ficpConsultations.loanRequestId, consultedAt: ficpConsultations.consultedAt })
    .from(ficpConsultations)
    .innerJoin(loanRequests, eq(loanRequests.id, ficpConsultations.loanRequestId))
    .where(eq(loanRequests.clientAccountId, accountId))
    .orderBy(asc(ficpConsultations.consultedAt), asc(ficpConsultations.id));
  return {
    dialogueSheets: await db
      .select({
        loanId: dialogueSheets.loanRequestId,
        version: dialogueSheets.version,
        content: dialogueSheets.content,
        knownLoans: dialogueSheets.knownLoans,
        savedAt: dialogueSheets.savedAt,
        confirmedAt: dialogueSheets.confirmedAt,
      })
      .from(dialogueSheets)
      .innerJoin(loanRequests, eq(loanRequests.id, dialogueSheets.loanRequestId))
      .where(eq(loanRequests.clientAccountId, accountId))
      .orderBy(asc(dialogueSheets.savedAt), asc(dialogueSheets.loanRequestId), asc(dialogueSheets.version)),
    lenders: await db
      .select({
        loanId: loanLenderConsents.loanRequestId,
        lender: loanLenderConsents.lenderName,
        agreedAt: loanLenderConsents.givenAt,
        sentAt: loanTransmissions.sentAt,
        answer: loanTransmissions.answer,
        answeredAt: loanTransmissions.answeredAt,
      })
      .from(loanLenderConsents)
      .innerJoin(loanRequests, eq(loanRequests.id, loanLenderConsents.loanRequestId))
      .leftJoin(
        loanTransmissions,
        and(
          eq(loanTransmissions.loanRequestId, loanLenderConsents.loanRequestId),
          eq(loanTransmissions.lenderCode, loanLenderConsents.lenderCode),
        ),
      )
      .where(eq(loanRequests.clientAccountId, accountId))
      .orderBy(asc(loanLenderConsents.givenAt), asc(loanLenderConsents.lenderCode)),
    ficpConsultations: consulted.map(({ loanId, consultedAt }) => ({
      loanId,
      sentence: ficpSentence(consultedAt),
    })),
  };
}

/** Requests for loans with their documents, and what is repaid of the loans that were paid out. */
async function loansOf(db: Db, accountId: string) {
  return {
    loanDocuments: await db
      .select({
        id: loanDocuments.id,
        loanId: loanDocuments.loanRequestId,
        name: loanDocuments.name,
        mediaType: sql<string>`${files.mediaType}`,
        sizeBytes: sql<number>`${files.sizeBytes}`,
        sha256: files.sha256,
        kind: loanDocuments.kind,
        state: loanDocuments.state,
        holder: loanDocuments.holder,
        issuedOn: loanDocuments.issuedOn,
        expiresOn: loanDocuments.expiresOn,
        rejection: loanDocuments.rejection,
        createdAt: loanDocuments.createdAt,
      })
      .from(loanDocuments)
      .innerJoin(files, eq(files.id, loanDocuments.fileId))
      .innerJoin(loanRequests, eq(loanRequests.id, loanDocuments.loanRequestId))
      .where(eq(loanRequests.clientAccountId, accountId))
      .orderBy(asc(loanDocuments.createdAt), asc(loanDocuments.id)),
    loans: await db
      .select({
        id: loanRequests.id,
        amountMinor: loanRequests.amount,
        currency: loanRequests.currency,
        durationMonths: loanRequests.durationMonths,
        monthlyIncomeMinor: loanRequests.monthlyIncome,
        purpose: loanRequests.purpose,
        documentsUrl: loanRequests.documentsUrl,
        phase: loanRequests.phase,
        status: loanRequests.status,
        annualRateBps: loanRequests.annualRateBps,
        instalmentMinor: loanRequests.instalment,
        reasonCode: loanRequests.reasonCode,
        reasonNote: loanRequests.reasonNote,
        createdAt: loanRequests.createdAt,
        reviewedAt: loanRequests.reviewedAt,
        path: loans.path,
        acceptedOn: loans.acceptedOn,
        paidOutAt: loans.paidOutAt,
        payoutTaegBps: loans.payoutTaegBps,
        advanceHeldMinor: loans.advanceHeld,
        lateInterestPaidMinor: loans.lateInterestPaid,
        acceleratedOn: loans.acceleratedOn,
        endedOn: loans.endedOn,
      })
      .from(loanRequests)
      .leftJoin(loans, eq(loans.id, loanRequests.id))
      .where(eq(loanRequests.clientAccountId, accountId))
      .orderBy(asc(loanRequests.createdAt), asc(loanRequests.id)),
    ...(await repaymentsOf(db, accountId)),
  };
}

/** The instalments of an account's loans, in every version, and the months at whose end they were late. */
async function repaymentsOf(db: Db, accountId: string) {
  return {
    instalments: await db
      .select({
        loanId: loanInstalments.loanId,
        version: loanInstalments.version,
        madeAt: loanSchedules.madeAt,
        number: loanInstalments.number,
        dueOn: loanInstalments.dueOn,
        capitalMinor: loanInstalments.capital,
        interestMinor: loanInstalments.interest,
        amountMinor: loanInstalments.amount,
        balanceAfterMinor: loanInstalments.balanceAfter,
        paidCapitalMinor: loanInstalments.paidCapital,
        paidInterestMinor: loanInstalments.paidInterest,
        missedOn: loanInstalments.missedOn,
        settledOn: loanInstalments.settledOn,
        isSuperseded: loanInstalments.isSuperseded,
      })
      .from(loanInstalments)
      .innerJoin(
        loanSchedules,
        and(
          eq(loanSchedules.loanId, loanInstalments.loanId),
          eq(loanSchedules.version, loanInstalments.version),
        ),
      )
      .innerJoin(loans, eq(loans.id, loanInstalments.loanId))
      .where(eq(loans.clientAccountId, accountId))
      .orderBy(
        asc(loans.paidOutAt),
        asc(loans.id),
        asc(loanInstalments.version),
        asc(loanInstalments.number),
      ),
    partPayments: await db
      .select({
        loanId: loanPartPayments.loanId,
        number: loanPartPayments.number,
        day: loanPartPayments.day,
        interestMinor: loanPartPayments.interest,
        capitalMinor: loanPartPayments.capital,
      })
      .from(loanPartPayments)
      .innerJoin(loans, eq(loans.id, loanPartPayments.loanId))
      .where(eq(loans.clientAccountId, accountId))
      .orderBy(asc(loanPartPayments.loanId), asc(loanPartPayments.day), asc(loanPartPayments.number)),
    lateMonths: await db
      .select({
        loanId: loanArrearsMonths.loanId,
        monthEnd: loanArrearsMonths.monthEnd,
        daysPastDue: loanArrearsMonths.daysPastDue,
        unpaidMinor: loanArrearsMonths.unpaid,
      })
      .from(loanArrearsMonths)
      .innerJoin(loans, eq(loans.id, loanArrearsMonths.loanId))
      .where(eq(loans.clientAccountId, accountId))
      .orderBy(asc(loanArrearsMonths.loanId), asc(loanArrearsMonths.monthEnd)),
  };
}

/** What an account's loans were repaid early, its holder's difficulties, and what was proposed and told. */
async function measuresOf(db: Db, accountId: string) {
  return {
    earlyRepayments: await db
      .select({
        loanId: loanEarlyRepayments.loanId,
        kind: loanEarlyRepayments.kind,
        day: loanEarlyRepayments.day,
        capitalMinor: loanEarlyRepayments.capital,
        interestMinor: loanEarlyRepayments.interest,
        indemnityMinor: loanEarlyRepayments.indemnity,
        interestSavedMinor: loanEarlyRepayments.interestSaved,
      })
      .from(loanEarlyRepayments)
      .innerJoin(loans, eq(loans.id, loanEarlyRepayments.loanId))
      .where(eq(loans.clientAccountId, accountId))
      .orderBy(asc(loanEarlyRepayments.madeAt)),
    difficulties: await db
      .select({
        loanId: loanDifficulties.loanId,
        change: loanDifficulties.change,
        since: loanDifficulties.since,
        monthlyMinor: loanDifficulties.monthly,
        toldAt: loanDifficulties.toldAt,
        answer: loanDifficulties.answer,
        answerNote: loanDifficulties.answerNote,
        answeredAt: loanDifficulties.answeredAt,
      })
      .from(loanDifficulties)
      .innerJoin(loans, eq(loans.id, loanDifficulties.loanId))
      .where(eq(loans.clientAccountId, accountId))
      .orderBy(asc(loanDifficulties.toldAt)),
    measures: await db
      .select({
        loanId: loanMeasures.loanId,
        kind: loanMeasures.kind,
        months: loanMeasures.months,
        amountMinor: loanMeasures.amount,
        annualRateBps: loanMeasures.annualRateBps,
        rateMonths: loanMeasures.rateMonths,
        decisionOn: loanMeasures.decisionOn,
        state: loanMeasures.state,
        proposedAt: loanMeasures.proposedAt,
        decidedAt: loanMeasures.decidedAt,
        extraInterestMinor: loanMeasures.extraInterest,
      })
      .from(loanMeasures)
      .innerJoin(loans, eq(loans.id, loanMeasures.loanId))
      .where(eq(loans.clientAccountId, accountId))
      .orderBy(asc(loanMeasures.proposedAt)),
    yearlyLetters: await db
      .select({
        loanId: loanYearlyLetters.loanId,
        year: loanYearlyLetters.year,
        capitalMinor: loanYearlyLetters.capital,
        addressee: loanYearlyLetters.addressee,
        madeAt: loanYearlyLetters.madeAt,
      })
      .from(loanYearlyLetters)
      .innerJoin(loans, eq(loans.id, loanYearlyLetters.loanId))
      .where(eq(loans.clientAccountId, accountId))
      .orderBy(asc(loanYearlyLetters.year)),
  };
}
