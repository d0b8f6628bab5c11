import { eq, type SQL, sql } from 'drizzle-orm';
import { contradicts, type LoanFilter, type RequestSort } from '#domain/desk/request-list.ts';
import { kindsReadBy } from '#domain/loans/documents.ts';
import { LOAN_PHASES, type LoanPhase, type LoanStatus, propertiesOf } from '#domain/loans/phases.ts';
import type { Permission } from '#domain/operations.ts';
import { legalDay } from '#domain/time/days.ts';
import { type Db, listed, rowsOf } from '../db/database.ts';
import { nameOfPerson } from '../db/name-of-person.ts';
import { inOrder, newestFirst, pageOfRequests, type RequestPage, unseen } from '../db/page-of-list.ts';
import { readMinor } from '../db/read-minor.ts';
import { conditionsOf, type ListReader, ofMany } from '../db/request-filter.ts';
import { wholeRows } from '../db/rows-of-table.ts';
import { clientAccounts, loanRequests, loans, profiles } from '../db/schema/index.ts';
import { type AskedApproval, approvalsOn } from '../tasks/approval-since.ts';
import { FOLLOWED_BY, type FollowedBy, followerOf } from '../tasks/assigned-to.ts';
import { lacksFicp, STILL_MISSING } from './file/file-queries.ts';

export type RequestRow = typeof loanRequests.$inferSelect;
export type NewRequestRow = typeof loanRequests.$inferInsert;
export type GrantedLoan = typeof loans.$inferSelect;
/** A request with the loan that was granted on it; null until then. */
export type LoanRow = RequestRow & {
  readonly granted: GrantedLoan | null;
  /** Whether documents that the staff asked for are not there yet. */
  readonly missesDocuments: boolean;
  /** How many of its instalments are late. */
  readonly lateInstalments: number;
  /** The days of its offer or contract, while they stand in the second line of its badge; null in other phases. */
  readonly contractDays: ContractDaysOfLoan | null;
  /** The lenders that a request of an intermediary goes to; null where the house lends (LC-6). */
  readonly intermediation: IntermediationOfLoan | null;
};

/** To whom a request may be handed, and what became of it. */
export interface IntermediationOfLoan {
  /** Those that the client agreed to, by name. */
  readonly lenders: readonly string[];
  /** The one it was handed to; null before, as the instants are. */
  readonly lender: string | null;
  readonly sentAt: string | null;
  readonly answeredAt: string | null;
}

/** What an offer and a contract say of days; those of what there is not are null. */
interface ContractDaysOfLoan {
  readonly sentAt: string | null;
  readonly validDays: number | null;
  readonly isExtended: boolean | null;
  readonly acceptedAt: string | null;
  readonly payoutDay: string | null;
  readonly returnBy: string | null;
}

const WHOLE_LOAN = wholeRows({ request: loanRequests, granted: loans });
/** The instalments of a loan that were missed and are not paid whole, by the index that holds nothing else. */
const LATE_INSTALMENTS = sql`(select count(*)::int from loan_instalments i
  where i.loan_id = loans.id and i.missed_on is not null and i.settled_on is null and not i.is_superseded) as late_instalments`;

/** Read by the keys of the two rows, of loans that are under contract alone. */
const CONTRACT_DAYS = sql`case when loan_requests.stage = 'contract' or loan_requests.phase = 'retracting' then (
  select json_build_object('sentAt', o.sent_at, 'validDays', o.valid_days, 'isExtended', o.is_extended, 'acceptedAt', c.accepted_at,
    'payoutDay', c.payout_day, 'returnBy', c.return_by)
  from (select loan_requests.id) of left join loan_offers o on o.id = of.id left join loan_contracts c on c.id = of.id) end as contract_days`;

/** Of the phases in which it is shown, by the keys of both tables. A house that lends has none. */
const INTERMEDIATION = sql`case when loan_requests.stage = 'request' or loan_requests.phase in ('lender_accepted', 'lender_paid', 'lender_refused', 'not_transmitted') then (
  select json_build_object('lenders', c.lenders, 'lender', t.lender_name, 'sentAt', t.sent_at, 'answeredAt', t.answered_at)
  from (select json_agg(n.lender_name order by n.lender_name) as lenders from loan_lender_consents n
    where n.loan_request_id = loan_requests.id having count(*) > 0) c
  left join loan_transmissions t on t.loan_request_id = loan_requests.id) end as intermediation`;

function readLoan(row: Readonly<Record<string, unknown>>): LoanRow {
  const { request, granted } = WHOLE_LOAN.read(row);
  return {
    ...request,
    granted: row['granted.id'] === null ? null : granted,
    missesDocuments: row.misses_documents === true,
    lateInstalments: Number(row.late_instalments ?? 0),
    contractDays: (row.contract_days ?? null) as ContractDaysOfLoan | null,
    intermediation: (row.intermediation ?? null) as IntermediationOfLoan | null,
  };
}

const MISSES_DOCUMENTS = sql`exists (
  select from loan_document_requests q where q.loan_request_id = loan_requests.id and ${STILL_MISSING}) as misses_documents`;

/**
 * Requests with the loans granted on them, the newest first.
 * @param tail what is asked of `loan_requests`, of one page at most.
 */
export async function loansWhere(db: Db, tail: SQL): Promise<LoanRow[]> {
  const rows = await rowsOf<Readonly<Record<string, unknown>>>(
    db,
    sql`select ${WHOLE_LOAN.columns}, ${MISSES_DOCUMENTS}, ${LATE_INSTALMENTS}, ${CONTRACT_DAYS}, ${INTERMEDIATION}
      from (select * from loan_requests ${tail}) loan_requests
      left join loans on loans.id = loan_requests.id ${inOrder('newest', 'loan_requests')}`,
  );
  return rows.map(readLoan);
}

export async function insertRequest(
  tx: Db,
  row: NewRequestRow,
  lenders: readonly string[] = [],
): Promise<LoanRow> {
  const [inserted] = await tx.insert(loanRequests).values(row).returning();
  if (!inserted) throw new Error('the loan request was not written');
  return {
    ...inserted,
    granted: null,
    missesDocuments: false,
    lateInstalments: 0,
    contractDays: null,
    intermediation: lenders.length > 0 ? { lenders, lender: null, sentAt: null, answeredAt: null } : null,
  };
}

export async function insertGrantedLoan(tx: Db, row: typeof loans.$inferInsert): Promise<GrantedLoan> {
  const [inserted] = await tx.insert(loans).values(row).returning();
  if (!inserted) throw new Error('the loan was not written');
  return inserted;
}

export async function recordPayout(
  tx: Db,
  loanId: string,
  payout: {
    readonly paidOutAt: Date;
    readonly firstDueOn: string;
    readonly ledgerTransactionId: string;
    /** The day from which its interest is accrued. */
    readonly accruedOn: string;
    /** Hundredths of a percent, on the dates of the schedule (LC-65). */
    readonly payoutTaegBps: number;
  },
): Promise<void> {
  await tx.update(loans).set(payout).where(eq(loans.id, loanId));
}

/** The account a loan request is made on, and its holder's date of birth where they have given it. */
export async function accountForLoan(db: Db, accountId: string) {
  const { id, userId, currency } = clientAccounts;
  const [row] = await db
    .select({ id, userId, currency, dateOfBirth: profiles.dateOfBirth })
    .from(clientAccounts)
    .leftJoin(profiles, eq(profiles.userId, userId))
    .where(eq(clientAccounts.id, accountId));
  return row ?? null;
}

export function loansOfAccount(db: Db, accountId: string): Promise<LoanRow[]> {
  return loansWhere(db, sql`where client_account_id = ${accountId}::uuid ${newestFirst(200)}`);
}

export async function loanOfAccount(db: Db, accountId: string, loanId: string): Promise<LoanRow | null> {
  const [row] = await loansWhere(
    db,
    sql`where id = ${loanId}::uuid and client_account_id = ${accountId}::uuid`,
  );
  return row ?? null;
}

export async function requestById(db: Db, loanId: string): Promise<RequestRow | null> {
  const [row] = await db.select().from(loanRequests).where(eq(loanRequests.id, loanId));
  return row ?? null;
}

/** Locks a request until the transaction ends: two colleagues cannot both decide it. */
export async function lockRequest(tx: Db, loanId: string): Promise<RequestRow | null> {
  const [row] = await tx.select().from(loanRequests).where(eq(loanRequests.id, loanId)).for('update');
  return row ?? null;
}

export async function updateRequest(tx: Db, loanId: string, change: Partial<NewRequestRow>): Promise<void> {
  await tx.update(loanRequests).set(change).where(eq(loanRequests.id, loanId));
}

const WHOLE_ACCOUNT = wholeRows({ account: clientAccounts });

/**
 * Requests with their clients' situation, in the order of the list. The sub-selects are bounded by the client's own loans.
 * @param tail what is asked of `loan_requests`, of one page at most: nothing is joined before the page is known.
 */
async function reviewed(db: Db, tail: SQL, sort: RequestSort = 'newest') {
  const rows = await rowsOf<
    Readonly<Record<string, unknown>> & {
      balance: string | number;
      display_name: string;
      email: string;
      other_loans: readonly (readonly [LoanPhase, instalment: number])[];
      reviewer: string | null;
      followed_by: FollowedBy | null;
      approvals: AskedApproval[];
    }
  >(
    db,
    sql`select ${WHOLE_LOAN.columns}, ${MISSES_DOCUMENTS}, ${LATE_INSTALMENTS}, ${CONTRACT_DAYS}, ${INTERMEDIATION}, ${WHOLE_ACCOUNT.columns}, l.balance, p.display_name, u.email, others.loans as other_loans,
        ${nameOfPerson(sql`loan_requests.reviewed_by`)} as reviewer, ${FOLLOWED_BY},
        ${approvalsOn(sql`loan_requests.id`)}
      from (select * from loan_requests ${tail}) loan_requests
      left join loans on loans.id = loan_requests.id
      join client_accounts on client_accounts.id = loan_requests.client_account_id
      join ledger_accounts l on l.id = client_accounts.ledger_account_id
      join profiles p on p.user_id = client_accounts.user_id
      join users u on u.id = client_accounts.user_id
      cross join lateral (
        select coalesce(json_agg(json_build_array(o.phase, o.instalment)), '[]') as loans
        from loan_requests o
        where o.client_account_id = client_accounts.id and o.status <> 'rejected' and o.id <> loan_requests.id
      ) others
      ${followerOf('loan', sql`loan_requests.id`)}
      ${inOrder(sort, 'loan_requests')}`,
  );
  return rows.map((row) => {
    const { account } = WHOLE_ACCOUNT.read(row);
    return {
      loan: readLoan(row),
      account: { ...account, balanceMinor: readMinor(row.balance) },
      displayName: row.display_name,
      email: row.email,
      otherLoans: row.other_loans.map(([phase, instalmentMinor]) => ({ phase, instalmentMinor })),
      reviewer: row.reviewer,
      followedBy: row.followed_by,
      approvals: row.approvals,
    };
  });
}

export type ReviewRow = Awaited<ReturnType<typeof reviewed>>[number];

export async function loanForReview(db: Db, loanId: string): Promise<ReviewRow | null> {
  const [row] = await reviewed(db, sql`where id = ${loanId}::uuid`);
  return row ?? null;
}

/** One page of requests, newest first unless asked otherwise, one row more than asked so that the caller knows whether there is a next page. */
export function loansForReview(
  db: Db,
  page: RequestPage & { readonly status?: LoanStatus },
): Promise<ReviewRow[]> {
  return reviewed(db, pageOfRequests('loan_requests', page), page.sort);
}

/**
 * LC-56: a request whose client withdrew from its contract reads like one that they cancelled, and leaves the lists of the staff on the day on which
 * that one would be deleted (LC-107): among rows of its age it would stand alone. Its contract stays under its own address as long as any other.
 * @param table the name of `loan_requests` in the question.
 */
export function isStillListed(day: string, table = 'loan_requests'): SQL {
  const row = sql.raw(table);
  const months = sql`(select value::text::int from legal_parameters
    where key = 'retention.refused-months' and "from" <= ${day}::date order by "from" desc limit 1)`;
  return ofMany(
    sql`not (${row}.phase = 'retracted'
      and ${row}.ended_at < (${day}::date - make_interval(months => ${months}))::date::timestamp at time zone 'Europe/Paris')`,
  );
}

/** The phases in which a loan takes a part of the income. */
const TAKING_INCOME = LOAN_PHASES.filter((phase) => ['contract', 'loan'].includes(propertiesOf(phase).stage));

/**
 * Whether a request's instalments, with those of the client's running loans, take more of the income than the policy of a day: what the list shows by
 * `commitmentsOf` and `debtRatioBps`. Without an income they always do. Bounded by the client's own loans.
 */
const isAboveDebtPolicy = (
  day: string,
): SQL => sql`(loan_requests.instalment + coalesce((select sum(o.instalment)
    from loan_requests o
    where o.client_account_id = loan_requests.client_account_id and o.id <> loan_requests.id and o.phase = any (${listed(TAKING_INCOME, 'text')})), 0)) * 10000
  > loan_requests.monthly_income * (select value::text::int from legal_parameters
    where key = 'policy.debt-ratio' and "from" <= ${day}::date order by "from" desc limit 1)`;

/** The conditions of the filters of the list of loan requests (Q-6). */
export function loanConditions(
  filter: LoanFilter,
  reader: ListReader & { readonly permissions: readonly Permission[] },
): readonly (SQL | undefined)[] {
  const { durationFrom, durationTo } = filter;
  if (contradicts(filter)) return [sql`false`];
  return [
    ...conditionsOf('loan', filter, reader),
    isStillListed(legalDay(reader.now)),
    durationFrom === undefined
      ? undefined
      : sql`loan_requests.duration_months >= ${unseen(sql`${durationFrom}::int`)}`,
    durationTo === undefined
      ? undefined
      : sql`loan_requests.duration_months <= ${unseen(sql`${durationTo}::int`)}`,
    filter.documents
      ? sql`exists (select from loan_document_requests q where q.loan_request_id = loan_requests.id
          and q.kind = any (${listed(kindsReadBy(reader.permissions), 'text')}) and ${STILL_MISSING})`
      : undefined,
    filter.ficp ? lacksFicp(sql`loan_requests`, legalDay(reader.now)) : undefined,
    filter.ratio ? isAboveDebtPolicy(legalDay(reader.now)) : undefined,
  ];
}
