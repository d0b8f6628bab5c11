import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import {
  auditEntries,
  auditParts,
  clientAccounts,
  clientNotes,
  enquiries,
  fees,
  ledgerAccounts,
  newsletterSubscriptions,
  notifications,
  outbox,
  passkeys,
  payeeChecks,
  payees,
  profiles,
  recoveryCodes,
  secondFactors,
  sessions,
  signIns,
  signUpDetails,
  transactions,
  transferRecalls,
  userRoles,
  users,
  withdrawalRequests,
} from '../db/schema/index.ts';
import { correctionRowsOf } from './correction-rows.ts';
import { loanRowsOf } from './loan-rows.ts';
import { mandatesOf } from './mandate-rows.ts';
import { programmedBy } from './programmed-rows.ts';

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
      lenders: [],
      ficpConsultations: [],
      earlyRepayments: [],
      difficulties: [],
      measures: [],
      yearlyLetters: [],
      loanOffers: [],
      loanContracts: [],
      loanPapers: [],
      durableMediumConsents: [],
      withdrawals: [],
      standingOrders: [],
      transferLimits: null,
      mandates: [],
      payees: [],
      payeeChecks: [],
      transferRecalls: [],
      disputes: [],
      receivables: [],
      fees: [],
      notes: [],
    };
  return {
    transactions: await movementsOf(db, accountId),
    ...(await loanRowsOf(db, accountId)),
    ...(await withdrawalsAndFeesOf(db, accountId)),
    ...(await payeesAbout(db, accountId)),
    ...(await correctionRowsOf(db, accountId)),
    ...(await programmedBy(db, accountId)),
    mandates: await mandatesOf(db, accountId),
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

/** Whom the person keeps to pay, and what was answered about the names they typed. */
async function payeesAbout(db: Db, accountId: string) {
  return {
    payees: await db
      .select({
        id: payees.id,
        name: payees.name,
        iban: payees.iban,
        bankName: payees.bankName,
        nickname: payees.nickname,
        address: payees.address,
        createdAt: payees.createdAt,
      })
      .from(payees)
      .where(eq(payees.clientAccountId, accountId))
      .orderBy(asc(payees.createdAt), asc(payees.id)),
    payeeChecks: await db
      .select({
        id: payeeChecks.id,
        iban: payeeChecks.iban,
        typedName: payeeChecks.typedName,
        result: payeeChecks.result,
        returnedName: payeeChecks.returnedName,
        reason: payeeChecks.reason,
        answeredAt: payeeChecks.answeredAt,
        decision: payeeChecks.decision,
        withdrawalId: payeeChecks.withdrawalId,
      })
      .from(payeeChecks)
      .where(eq(payeeChecks.clientAccountId, accountId))
      .orderBy(asc(payeeChecks.answeredAt), asc(payeeChecks.id)),
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
        recipientName: withdrawalRequests.recipientName,
        recipientAddress: withdrawalRequests.recipientAddress,
        status: withdrawalRequests.status,
        phase: withdrawalRequests.phase,
        sentAt: withdrawalRequests.sentAt,
        settledOn: withdrawalRequests.settledOn,
        returnedOn: withdrawalRequests.returnedOn,
        reasonCode: withdrawalRequests.reasonCode,
        reasonNote: withdrawalRequests.reasonNote,
        failureReason: withdrawalRequests.failureReason,
        askedFrom: withdrawalRequests.askedFrom,
        createdAt: withdrawalRequests.createdAt,
        processedAt: withdrawalRequests.processedAt,
      })
      .from(withdrawalRequests)
      .where(eq(withdrawalRequests.clientAccountId, accountId))
      .orderBy(asc(withdrawalRequests.createdAt), asc(withdrawalRequests.id)),
    transferRecalls: await db
      .select({
        id: transferRecalls.id,
        kind: transferRecalls.kind,
        amountMinor: transferRecalls.amount,
        currency: transferRecalls.currency,
        reason: transferRecalls.reason,
        payerName: transferRecalls.payerName,
        createdAt: transferRecalls.createdAt,
        answer: transferRecalls.answer,
        answeredOn: transferRecalls.answeredOn,
        information: transferRecalls.information,
      })
      .from(transferRecalls)
      .where(eq(transferRecalls.clientAccountId, accountId))
      .orderBy(asc(transferRecalls.createdAt), asc(transferRecalls.id)),
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
