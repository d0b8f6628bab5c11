import { sql } from 'drizzle-orm';
import {
  type NettedWithdrawalSum,
  nettedWithdrawalSum,
  type PaidOnLoan,
} from '#domain/loans/withdrawal-right.ts';
import { legalDay } from '#domain/time/days.ts';
import { cameBack } from '#domain/withdrawals/phases.ts';
import { type Db, rowsOf } from '../../db/database.ts';
import { readMinor } from '../../db/read-minor.ts';
import { parametersOn } from '../../parameters/parameters-on.ts';
import { lastPayoutOf } from '../../transfers/loan-payout.ts';
import type { GrantedLoan } from '../queries.ts';
import type { ContractLaw } from './contract-law.ts';
import { type ContractRow, offerOf } from './queries.ts';

/**
 * What a client paid on a loan by day, as the books say: capital that left the receivables, remissions too, and whatever else their account paid.
 * Costs that a court taxed are left out: they are its decision, and no part of the contract (LC-75).
 */
export async function paidOnLoan(db: Db, loanId: string): Promise<PaidOnLoan[]> {
  const rows = await rowsOf<{ day: string; capital: string | number; other: string | number }>(
    db,
    sql`select t.booking_day::text as day,
        coalesce(sum(e.amount) filter (where a.holder_kind = 'loan' and a.chart_code in ('loans-receivable', 'loans-doubtful')), 0) as capital,
        coalesce(sum(e.amount) filter (where a.holder_kind = 'loan' and a.chart_code = 'interest-receivable'
          or a.chart_code in ('interest-income', 'late-interest-income', 'indemnity-income')), 0) as other
      from (
        select own.transaction_id as id from ledger_accounts held join ledger_entries own on own.account_id = held.id
        where held.holder_kind = 'loan' and held.holder_id = ${loanId}::uuid
        union
        select line.ledger_transaction_id from loans l join transactions line on line.client_account_id = l.client_account_id
        where l.id = ${loanId}::uuid
      ) of_loan
      join ledger_transactions t on t.id = of_loan.id and t.cause_id = ${loanId}::uuid
      join ledger_entries e on e.transaction_id = t.id
      join ledger_accounts a on a.id = e.account_id
      where t.event in ('instalment-collection', 'early-repayment', 'indemnity-collection', 'loan-remission', 'interest-forfeiture')
      group by t.id, t.booking_day`,
  );
  return rows.map(({ day, capital, other }) => ({
    day,
    capitalMinor: readMinor(capital),
    otherMinor: readMinor(other),
  }));
}

/**
 * Since when the client has the use of the money: from the payout, or from the day on which the last transfer of it left for another bank. Null where
 * that came back or was stopped (LC-6): no daily interest runs on money that nobody had.
 */
async function hadSince(db: Db, { id, paysOutside }: ContractRow, paidOutAt: Date): Promise<string | null> {
  const last = paysOutside ? await lastPayoutOf(db, id) : null;
  if (last === null) return legalDay(paidOutAt);
  return cameBack(last.phase) ? null : legalDay(last.createdAt);
}

/** Whether the payout left for another bank and came back, or was stopped: the client has nothing of it (LC-6). */
export async function payoutIsBack(db: Db, { id, paysOutside }: ContractRow): Promise<boolean> {
  const last = paysOutside ? await lastPayoutOf(db, id) : null;
  return last !== null && cameBack(last.phase);
}

/**
 * The days of the year by which the daily amount is reckoned that the contract says (LC-58): those of the day of its offer, whatever changed until it was
 * accepted (LC-34); of a loan without an offer, of its own day.
 */
async function dailyBaseOf(db: Db, loanId: string, law: ContractLaw): Promise<number> {
  const offer = await offerOf(db, loanId);
  return offer
    ? (await parametersOn(db, legalDay(offer.issuedAt), ['daily.base']))['daily.base']
    : law['daily.base'];
}

/** What is owed of a withdrawn contract, and the day since which its daily interest runs. */
export type SumOwed = NettedWithdrawalSum & { readonly since: string };

/**
 * What a client who withdrew gives back when they pay on a day (LC-57 to LC-59), in minor units: capital and daily interest, less what was paid
 * before; below zero when the house gives money back. Null when nothing was paid out or the contract runs.
 * @param of law: of the day of the acceptance.
 */
export async function sumOwedOn(
  db: Db,
  of: { readonly loan: GrantedLoan; readonly contract: ContractRow; readonly law: ContractLaw },
  day: string,
): Promise<SumOwed | null> {
  const { loan, contract, law } = of;
  if (!loan.paidOutAt || !contract.withdrawnOn || !contract.returnBy) return null;
  const had = await hadSince(db, contract, loan.paidOutAt);
  const since = had ?? legalDay(loan.paidOutAt);
  const sum = {
    principalMinor: loan.principal,
    annualRateBps: had === null ? 0 : loan.annualRateBps,
    payoutDay: since,
    noticeDay: contract.withdrawnOn,
    repayDays: law['withdrawal.repayDays'],
    day,
    daysOfYear: await dailyBaseOf(db, loan.id, law),
  };
  return { ...nettedWithdrawalSum(sum, await paidOnLoan(db, loan.id)), since };
}
