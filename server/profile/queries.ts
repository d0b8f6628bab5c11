import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { ficpSentence } from '#domain/loans/ficp.ts';
import type { Db } from '../db/database.ts';
import {
  auditEntries,
  auditParts,
  clientAccounts,
  clientNotes,
  dialogueSheets,
  enquiries,
  fees,
  ficpConsultations,
  files,
  ledgerAccounts,
  loanArrearsMonths,
  loanDifficulties,
  loanDocuments,
  loanEarlyRepayments,
  loanInstalments,
  loanMeasures,
  loanPartPayments,
  loanRequests,
  loanSchedules,
  loans,
  loanYearlyLetters,
  newsletterSubscriptions,
  notifications,
  outbox,
  passkeys,
  profiles,
  recoveryCodes,
  secondFactors,
  sessions,
  signIns,
  signUpDetails,
  transactions,
  userRoles,
  users,
  withdrawalRequests,
} from '../db/schema/index.ts';

/**
 * Everything the database keeps about a person, table by table. Left out: what proves who they are (password, session tokens, links) and
 * who at the institution acted, which is about someone else. `export-person.test.ts` fails when a table is forgotten.
 */
export async function rowsAbout(db: Db, person: { userId: string; email: string; accountId: string | null }) {
  const { userId, email, accountId } = person;
  const user = await userOf(db, userId);
  const [profile] = await db.select().from(profiles).where(eq(profiles.userId, userId));
  const [details] = await db.select().from(signUpDetails).where(eq(signUpDetails.userId, userId));
  const claimedEmail = details?.claimedEmail ?? null;
  return {
    // A sign-up under somebody else's address learns nothing of that address (decision 0009).
    user: user ? { ...user, email: claimedEmail ?? user.email } : null,
    roles: await db.select({ role: userRoles.role }).from(userRoles).where(eq(userRoles.userId, userId)),
    profile: profile ?? null,
    signUp: details ? withoutClaim(details) : null,
    account: await accountOf(db, userId),
    ...(await rowsOfAccount(db, accountId)),
    ...(await sentTo(db, userId)),
    ...(await writtenFrom(db, email, claimedEmail)),
    secondFactor: await secondFactorOf(db, userId),
    ...(await signInsOf(db, userId)),
    audit: await auditAbout(db, accountId === null ? [userId] : [userId, accountId]),
  };
}

async function userOf(db: Db, userId: string) {
  const [user] = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      emailVerified: users.emailVerified,
      language: users.language,
      createdAt: users.createdAt,
      updatedAt: users.updatedAt,
    })
    .from(users)
    .where(eq(users.id, userId));
  return user;
}

async function accountOf(db: Db, userId: string) {
  const [account] = await db
    .select({
      id: clientAccounts.id,
      accountType: clientAccounts.accountType,
      currency: clientAccounts.currency,
      balanceMinor: ledgerAccounts.balance,
      isActivated: clientAccounts.isActivated,
      activationDepositMinor: clientAccounts.activationDepositRequired,
      iban: clientAccounts.iban,
      bankName: clientAccounts.bankName,
      createdAt: clientAccounts.createdAt,
    })
    .from(clientAccounts)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, clientAccounts.ledgerAccountId))
    .where(eq(clientAccounts.userId, userId));
  return account ?? null;
}

/** The notifications and the mails the bank sent to a person, without the links of the mails. */
async function sentTo(db: Db, userId: string) {
  return {
    notifications: await db
      .select({
        kind: notifications.kind,
        params: notifications.params,
        createdAt: notifications.createdAt,
        readAt: notifications.readAt,
      })
      .from(notifications)
      .where(eq(notifications.userId, userId))
      .orderBy(asc(notifications.createdAt), asc(notifications.id)),
    mails: await db
      .select({
        recipient: outbox.recipient,
        template: outbox.template,
        params: sql<Record<string, string | number>>`${outbox.params} - 'link'`,
        createdAt: outbox.createdAt,
        deliveredAt: outbox.deliveredAt,
      })
      .from(outbox)
      .where(eq(outbox.userId, userId))
      .orderBy(asc(outbox.createdAt), asc(outbox.id)),
  };
}

/** What came from an address: messages and the newsletter. A person who claimed an address that is not theirs has none of it. */
async function writtenFrom(db: Db, email: string, claimedEmail: string | null) {
  return {
    messages: await db
      .select({
        reference: enquiries.reference,
        kind: enquiries.kind,
        name: enquiries.name,
        email: enquiries.email,
        subject: enquiries.subject,
        text: enquiries.text,
        state: enquiries.state,
        receivedAt: enquiries.createdAt,
        answeredAt: enquiries.answeredAt,
      })
      .from(enquiries)
      .where(and(eq(enquiries.email, email), claimedEmail === null ? undefined : sql`false`))
      .orderBy(asc(enquiries.createdAt), asc(enquiries.id)),
    newsletter: await db
      .select({
        email: newsletterSubscriptions.email,
        requestedAt: newsletterSubscriptions.requestedAt,
        confirmedAt: newsletterSubscriptions.confirmedAt,
      })
      .from(newsletterSubscriptions)
      .where(and(eq(newsletterSubscriptions.email, email), claimedEmail === null ? undefined : sql`false`)),
  };
}

/** What a person shows besides the password, without what proves it. */
async function secondFactorOf(db: Db, userId: string) {
  const [secondFactor] = await db
    .select({ activatedAt: secondFactors.activatedAt })
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId));
  return {
    passkeys: await db
      .select({
        name: passkeys.name,
        createdAt: passkeys.createdAt,
        lastUsedAt: passkeys.lastUsedAt,
      })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(asc(passkeys.createdAt), asc(passkeys.id)),
    activatedAt: secondFactor?.activatedAt ?? null,
    recoveryCodes: await db
      .select({ createdAt: recoveryCodes.createdAt, usedAt: recoveryCodes.usedAt })
      .from(recoveryCodes)
      .where(eq(recoveryCodes.userId, userId))
      .orderBy(asc(recoveryCodes.createdAt), asc(recoveryCodes.id)),
  };
}

async function signInsOf(db: Db, userId: string) {
  return {
    sessions: await db
      .select({
        id: sessions.id,
        userAgent: sessions.userAgent,
        ipAddress: sessions.ipAddress,
        createdAt: sessions.createdAt,
        lastUsedAt: sessions.updatedAt,
        expiresAt: sessions.expiresAt,
      })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(asc(sessions.createdAt)),
    signIns: await db
      .select({
        succeeded: signIns.succeeded,
        ipAddress: signIns.address,
        userAgent: signIns.userAgent,
        createdAt: signIns.createdAt,
      })
      .from(signIns)
      .where(eq(signIns.userId, userId))
      .orderBy(asc(signIns.createdAt), asc(signIns.id)),
  };
}

function withoutClaim({ claimedEmail: _, ...details }: typeof signUpDetails.$inferSelect) {
  return details;
}

/** What the audit trail says of a person: acts on their account, and what was written down of them. Who acted is someone else's. */
async function auditAbout(db: Db, personIds: string[]) {
  return {
    acts: await db
      .select({
        number: auditEntries.number,
        at: auditEntries.at,
        operation: auditEntries.operation,
        outcome: auditEntries.outcome,
      })
      .from(auditEntries)
      .where(inArray(auditEntries.clientAccountId, personIds))
      .orderBy(asc(auditEntries.number)),
    details: await db
      .select({ number: auditParts.number, part: auditParts.part, value: auditParts.value })
      .from(auditParts)
      .where(inArray(auditParts.personId, personIds))
      .orderBy(asc(auditParts.number), asc(auditParts.part)),
  };
}

async function rowsOfAccount(db: Db, accountId: string | null) {
  if (!accountId)
    return {
      transactions: [],
      loans: [],
      loanDocuments: [],
      dialogueSheets: [],
      ficpConsultations: [],
      earlyRepayments: [],
      difficulties: [],
      measures: [],
      yearlyLetters: [],
      withdrawals: [],
      fees: [],
      notes: [],
    };
  return {
    transactions: await movementsOf(db, accountId),
    ...(await loansOf(db, accountId)),
    ...(await loanFilesOf(db, accountId)),
    ...(await measuresOf(db, accountId)),
    ...(await withdrawalsAndFeesOf(db, accountId)),
    notes: await db
      .select({ text: clientNotes.text, createdAt: clientNotes.createdAt })
      .from(clientNotes)
      .where(eq(clientNotes.clientAccountId, accountId))
      .orderBy(asc(clientNotes.createdAt), asc(clientNotes.id)),
  };
}

function movementsOf(db: Db, accountId: string) {
  return db
    .select({
      id: transactions.id,
      number: transactions.sequence,
      amountMinor: transactions.amount,
      balanceAfterMinor: transactions.balanceAfter,
      transactionType: transactions.transactionType,
      event: transactions.event,
      description: transactions.description,
      details: transactions.details,
      referenceNumber: transactions.referenceNumber,
      originalAmountMinor: transactions.originalAmount,
      originalCurrency: transactions.originalCurrency,
      rate: transactions.rate,
      rateAsOf: transactions.rateAsOf,
      createdAt: transactions.createdAt,
    })
    .from(transactions)
    .where(eq(transactions.clientAccountId, accountId))
    .orderBy(asc(transactions.sequence));
}

/**
 * The dialogue sheets of requests, and when the FICP was consulted: what it said is had from the Banque de France alone (L751-5).
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

async function withdrawalsAndFeesOf(db: Db, accountId: string) {
  return {
    withdrawals: await db
      .select({
        id: withdrawalRequests.id,
        amountMinor: withdrawalRequests.amount,
        currency: withdrawalRequests.currency,
        iban: withdrawalRequests.clientIban,
        ibanValid: withdrawalRequests.ibanValid,
        bankName: withdrawalRequests.clientBankName,
        status: withdrawalRequests.status,
        reasonCode: withdrawalRequests.reasonCode,
        reasonNote: withdrawalRequests.reasonNote,
        failureReason: withdrawalRequests.failureReason,
        createdAt: withdrawalRequests.createdAt,
        processedAt: withdrawalRequests.processedAt,
      })
      .from(withdrawalRequests)
      .where(eq(withdrawalRequests.clientAccountId, accountId))
      .orderBy(asc(withdrawalRequests.createdAt), asc(withdrawalRequests.id)),
    fees: await db
      .select({
        id: fees.id,
        amountMinor: fees.amount,
        currency: fees.currency,
        description: fees.description,
        status: fees.status,
        paymentMethod: fees.paymentMethod,
        receiptNumber: fees.receiptNumber,
        createdAt: fees.createdAt,
        declaredAt: fees.declaredAt,
        paidAt: fees.paidAt,
      })
      .from(fees)
      .where(eq(fees.clientAccountId, accountId))
      .orderBy(asc(fees.createdAt), asc(fees.id)),
  };
}
