import { sql } from 'drizzle-orm';
import { differenceOf, failedProofs, type ProofResult } from '#domain/statements/daily-proof.ts';
import { instantIn, LEGAL_TIME_ZONE, legalDay } from '#domain/time/days.ts';
import { verifyChainAfter } from '../../audit/chain.ts';
import type { Bank } from '../../bank/bank.ts';
import type { Db } from '../../db/database.ts';
import { keepProofs, proveBooks } from '../../ledger/daily-proofs.ts';
import { unexplainedBalances } from '../../ledger/open-items.ts';
import { bankDifferences } from '../../ledger/reconciliation.ts';
import { announce } from '../../notifications/live.ts';
import { lateFiles } from '../../transfers/late-files.ts';
import { inTransaction, type Work } from '../../work/work.ts';
import { tellDifferences } from './reconciliation.ts';
import { failedIn, tellFailedProofs } from './tell-proof.ts';

/** The audit trail follows without a gap and as it was written (ACC-36, 8): its lines, and those that hold. */
async function proofOfAudit(db: Db): Promise<ProofResult> {
  let [after, checked, faults] = [0, 0, 0];
  for (;;) {
    const step = await verifyChainAfter(db, after);
    checked += step.checked;
    faults += step.faults.length;
    after = step.through;
    if (step.isEnd)
      return {
        name: 'proof.audit',
        leftMinor: Math.max(checked, step.head.number),
        rightMinor: checked,
        faults,
        isExplained: false,
      };
  }
}

/** What a failed proof says to the operator. */
const wordsOf = (currency: string, results: readonly ProofResult[]) =>
  results
    .filter(
      ({ name }) => name !== 'proof.bank' && name !== 'proof.items' && failedProofs(results).includes(name),
    )
    .map(
      (result) =>
        `${result.name} in ${currency}: difference ${differenceOf(result)}, ${result.faults} at fault`,
    );

/**
 * Proves the day and keeps a row of it for each currency (ACC-36, PAY-33): bank and books, balances, clients, loans, what is open, numbers, audit
 * trail.
 * @param run the day, and when the job that proves it was due.
 * @returns what fails, in words: none when everything holds, or was explained by two persons. A file in transit for more than two payment days is
 * among it (PAY-38).
 */
export async function proveDay(
  work: Work,
  run: { readonly day: string; readonly dueAt: Date },
): Promise<string[]> {
  const { tx, now: madeAt } = work;
  await tx.execute(sql.raw('set local statement_timeout = 0'));
  const differences = await bankDifferences(tx);
  tellDifferences(differences);
  const audit = await proofOfAudit(tx);
  const proofs = [...(await proveBooks(tx))].map(
    ([currency, results]) => [currency, [...results, audit]] as const,
  );
  await keepProofs(
    tx,
    proofs.map(([currency, results]) => ({ id: work.newId(), ...run, currency, results, madeAt })),
  );
  await tellFailedProofs(work, {
    day: run.day,
    proofs: proofs.flatMap(([currency, results]) => failedIn(currency, results)),
  });
  await announce(work, { staff: true }, ['bank']);
  const open = differences.filter(
    ({ differenceMinor, isExplained }) => differenceMinor !== 0 && !isExplained,
  );
  return [
    ...open.map(
      ({ currency, differenceMinor }) =>
        `the bank has not what settlement says: ${currency} ${differenceMinor}`,
    ),
    ...(await unexplainedBalances(tx)).map(
      ({ code, currency, balanceMinor, openMinor }) =>
        `${code} in ${currency} is ${balanceMinor}, what is open of it sums to ${openMinor}`,
    ),
    ...proofs.flatMap(([currency, results]) => wordsOf(currency, results)),
    ...(await lateFiles(tx, legalDay(madeAt))).map(
      (number) => `no statement has settled ${number} for more than two payment days`,
    ),
  ];
}

/** When the job of a day is due. */
const dueOn = (day: string, at: string) => instantIn(LEGAL_TIME_ZONE, day, at);

/**
 * The job of each night: proves the day in a transaction of its own, so that what failed is kept, and then fails itself, which is an alarm
 * (docs/operating.md).
 * @param at HH:MM of the job.
 * @throws Error with what fails.
 */
export const proveDayStep =
  (at: string) =>
  async (
    bank: Pick<Bank, 'database' | 'surroundings'>,
    { day }: { readonly day: string },
  ): Promise<number> => {
    const { database, surroundings } = bank;
    const faults = await inTransaction(
      database.db,
      surroundings,
      { kind: 'bank', job: 'prove-bank' },
      (work) => proveDay(work, { day, dueAt: dueOn(day, at) }),
    );
    if (faults.length > 0) throw new Error(faults.join('; '));
    return 0;
  };
