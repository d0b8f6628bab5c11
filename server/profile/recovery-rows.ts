import { asc, eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import {
  ficpDeclarations,
  loanFormalNotices,
  loanFreezes,
  loanRecoveries,
  loanRecoveryLetters,
  loans,
} from '../db/schema/index.ts';

/** What was told, asked and received in the recovery of an account's loans. Who acted is left out. */
export async function recoveryRowsOf(db: Db, accountId: string) {
  const own = eq(loans.clientAccountId, accountId);
  return {
    formalNotices: await db
      .select({
        loanId: loanFormalNotices.loanId,
        sentOn: loanFormalNotices.sentOn,
        lastDay: loanFormalNotices.lastDay,
        amountMinor: loanFormalNotices.amount,
        instalments: loanFormalNotices.instalments,
        registeredNumber: loanFormalNotices.registeredNumber,
        endedOn: loanFormalNotices.endedOn,
        outcome: loanFormalNotices.outcome,
      })
      .from(loanFormalNotices)
      .innerJoin(loans, eq(loans.id, loanFormalNotices.loanId))
      .where(own)
      .orderBy(asc(loanFormalNotices.sentAt)),
    freezes: await db
      .select({
        loanId: loanFreezes.loanId,
        kind: loanFreezes.kind,
        fromDay: loanFreezes.fromDay,
        liftedOn: loanFreezes.liftedOn,
      })
      .from(loanFreezes)
      .innerJoin(loans, eq(loans.id, loanFreezes.loanId))
      .where(own)
      .orderBy(asc(loanFreezes.setAt)),
    recoveries: await db
      .select({
        loanId: loanRecoveries.loanId,
        day: loanRecoveries.day,
        amountMinor: loanRecoveries.amount,
        document: loanRecoveries.document,
      })
      .from(loanRecoveries)
      .innerJoin(loans, eq(loans.id, loanRecoveries.loanId))
      .where(own)
      .orderBy(asc(loanRecoveries.day)),
    ficpDeclarations: await db
      .select({
        loanId: ficpDeclarations.loanId,
        cause: ficpDeclarations.cause,
        informedOn: ficpDeclarations.informedOn,
        declaredOn: ficpDeclarations.declaredOn,
        regularisedOn: ficpDeclarations.regularisedOn,
        deletedOn: ficpDeclarations.deletedOn,
      })
      .from(ficpDeclarations)
      .innerJoin(loans, eq(loans.id, ficpDeclarations.loanId))
      .where(own)
      .orderBy(asc(ficpDeclarations.informedOn)),
    recoveryLetters: await db
      .select({
        loanId: loanRecoveryLetters.loanId,
        kind: loanRecoveryLetters.kind,
        day: loanRecoveryLetters.day,
        content: loanRecoveryLetters.content,
        sha256: loanRecoveryLetters.sha256,
      })
      .from(loanRecoveryLetters)
      .innerJoin(loans, eq(loans.id, loanRecoveryLetters.loanId))
      .where(own)
      .orderBy(asc(loanRecoveryLetters.madeAt)),
  };
}
