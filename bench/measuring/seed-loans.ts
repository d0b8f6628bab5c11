import pg from 'pg';
import type { ContractSchedule } from '#domain/loans/first-period.ts';
import { interestTargetMinor } from '#domain/loans/loan-state.ts';

/**
 * Gives seeded clients a running loan each, in seconds: the rows that payout and a month's end would have written, made by the database itself
 * with the triggers put aside. The schedules are the product's own; the books hold.
 */

/** The id of the n-th client's loan. */
export const seededLoanId = (n: number) => `5eed0000-0005-4000-8000-${n.toString(16).padStart(12, '0')}`;

/** Loans of the same terms, paid out on the same day. */
export interface SeededLoans {
  readonly from: number;
  readonly to: number;
  readonly payoutDay: string;
  readonly annualRateBps: number;
  readonly schedule: ContractSchedule;
  /** Whether the first instalment was missed on its due date and is not tried any more. */
  readonly isLate?: boolean;
}

const id = (kind: string, n: string) =>
  `('5eed0000-${kind}-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const loanId = id('0005', 'n');
const payoutId = id('0006', 'n');
const accrualId = id('0007', 'n');
const movementId = id('0008', 'n');
const accountId = id('0001', 'n');
const ledgerId = id('0002', 'n');
const userId = id('0000', 'n');
const loanAccountId = (code: string) => `md5('loan:' || ${loanId} || ':${code}:EUR')::uuid`;
const houseAccountId = (code: string) => `md5('house:${code}:EUR')::uuid`;
/** Eleven in the morning of Paris in winter. */
const at = (day: string) => `'${day}T10:00:00Z'::timestamptz`;

const BIG_TABLES = `array['loan_instalments', 'transactions', 'ledger_transactions', 'ledger_entries', 'ledger_accounts']::regclass[]`;

/** The interest that is receivable of a loan of the group at the end of a month. */
function accruedMinor({ schedule, payoutDay, annualRateBps }: SeededLoans, monthEnd: string): number {
  const rows = schedule.rows.map((row) => ({ ...row, payments: [] }));
  return interestTargetMinor(
    { annualRateBps, payoutDay, dueDay: schedule.firstPeriod.dueDay, rows, lateInterestPaidMinor: 0 },
    monthEnd,
  );
}

/**
 * Lends to the clients of `groups`, whose numbers follow each other from 1.
 * @param monthEnd the last month's end that was accrued.
 */
export async function seedLoans(
  url: string,
  groups: readonly SeededLoans[],
  monthEnd: string,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const run = (text: string, values: readonly unknown[] = []) => client.query(text, [...values]);
  try {
    await run('set session_replication_role = replica');
    await run('set synchronous_commit = off');
    await run(`set maintenance_work_mem = '256MB'`);
    await run(
      `update pg_index set indisready = false, indisvalid = false where indrelid = any (${BIG_TABLES})`,
    );
    await run(`create unlogged table seeded_loans (n int, payout_day date, rate int, months int, principal bigint, instalment bigint,
      first_due date, accrued bigint, is_late boolean, schedule int)`);
    await run(
      'create unlogged table seeded_rows (schedule int, number int, due date, anchor date, capital bigint, interest bigint, left_over bigint)',
    );
    for (const [index, group] of groups.entries()) {
      const { schedule, payoutDay, annualRateBps } = group;
      const [first] = schedule.rows;
      if (!first) throw new Error('a schedule has rows');
      await run(
        `insert into seeded_loans select n, $3::date, $4, $5, $6, $7, $8::date, $9, $10, $11 from generate_series($1::int, $2::int) n`,
        [
          group.from,
          group.to,
          payoutDay,
          annualRateBps,
          schedule.rows.length,
          first.remainingMinor + first.principalMinor,
          schedule.instalmentMinor,
          first.dueDate,
          accruedMinor(group, monthEnd),
          group.isLate ?? false,
          index,
        ],
      );
      const rows = schedule.rows.map((row) => ({
        schedule: index,
        number: row.number,
        due: row.dueDate,
        anchor: row.anchorDay ?? null,
        capital: row.principalMinor,
        interest: row.interestMinor,
        left_over: row.remainingMinor,
      }));
      await run(
        'insert into seeded_rows select * from json_populate_recordset(null::seeded_rows, $1::json)',
        [JSON.stringify(rows)],
      );
    }
    await run(`insert into loan_requests (id, client_account_id, amount, currency, duration_months, monthly_income, purpose, phase,
        annual_rate_bps, instalment, reviewed_by, reviewed_at, created_at)
      select ${loanId}, ${accountId}, principal, 'EUR', months, 250000, 'Projet', 'active', rate, instalment, ${userId},
        payout_day::timestamptz, payout_day::timestamptz from seeded_loans`);
    await run(
      `insert into loans (id, client_account_id, path, principal, currency, annual_rate_bps, duration_months, accepted_on, paid_out_at,
        first_due_on, ledger_transaction_id, payout_taeg_bps, accrued_on)
      select ${loanId}, ${accountId}, 'direct', principal, 'EUR', rate, months, payout_day, (payout_day || 'T10:00:00Z')::timestamptz,
        first_due, ${payoutId}, rate, $1::date from seeded_loans`,
      [monthEnd],
    );
    await run(`insert into loan_schedules (loan_id, version, reason, day, made_at, first_number, opening_balance, annual_rate_bps)
      select ${loanId}, 1, 'payout', payout_day, (payout_day || 'T10:00:00Z')::timestamptz, 1, principal, rate from seeded_loans`);
    await run(`insert into loan_instalments (loan_id, version, number, due_on, anchor_on, capital, interest, amount, balance_after, missed_on, collect_at)
      select ${loanId}, 1, number, due, anchor, capital, interest, capital + interest, left_over,
        case when is_late and number = 1 then due end,
        case when is_late and number = 1 then null else (due + time '08:00') at time zone 'Europe/Paris' end
      from seeded_loans join seeded_rows using (schedule) order by n, number`);
    await post(run, monthEnd);
    for (const table of [
      'loan_instalments',
      'transactions',
      'ledger_transactions',
      'ledger_entries',
      'ledger_accounts',
    ])
      await run(`reindex table ${table}`);
    await run('drop table seeded_loans, seeded_rows');
    await run('vacuum analyze');
    await run('checkpoint');
  } finally {
    await client.end();
  }
}

/** The postings of the payouts and of the month's end, the accounts they left, the clients' movements and the sums that the ledger keeps. */
async function post(run: (text: string) => Promise<unknown>, monthEnd: string): Promise<void> {
  await run(`insert into ledger_accounts (id, chart_code, holder_kind, holder_id, currency, balance, sequence)
    select ${houseAccountId('interest-income')}, 'interest-income', 'house', '00000000-0000-0000-0000-000000000000', 'EUR',
      coalesce(sum(accrued), 0), count(*) from seeded_loans where accrued > 0`);
  await run(`insert into ledger_accounts (id, chart_code, holder_kind, holder_id, currency, balance, sequence)
    select ${loanAccountId('loans-receivable')}, 'loans-receivable', 'loan', ${loanId}, 'EUR', -principal, 1 from seeded_loans
    union all
    select ${loanAccountId('interest-receivable')}, 'interest-receivable', 'loan', ${loanId}, 'EUR', -accrued, 1
    from seeded_loans where accrued > 0`);
  await run(`insert into ledger_transactions (id, event, cause_id, author_id, occurred_at, booking_day, value_day)
    select ${payoutId}, 'loan-payout', ${loanId}, ${userId}, (payout_day || 'T10:00:00Z')::timestamptz, payout_day, payout_day from seeded_loans
    union all
    select ${accrualId}, 'interest-accrual', ${loanId}, ${userId}, ${at(monthEnd)}, '${monthEnd}', '${monthEnd}'
    from seeded_loans where accrued > 0`);
  // Before the clients' accounts move on: their balance and number are those before the payout.
  await run(`create unlogged table seeded_payouts as
    select n, payout_day, months, principal, a.sequence + 1 as sequence, a.balance + principal as balance_after
    from seeded_loans join ledger_accounts a on a.id = ${ledgerId}`);
  await run(`insert into ledger_entries (account_id, sequence, transaction_id, amount, currency, balance_after)
    select ${ledgerId}, sequence, ${payoutId}, principal, 'EUR', balance_after from seeded_payouts
    union all
    select ${loanAccountId('loans-receivable')}, 1, ${payoutId}, -principal, 'EUR', -principal from seeded_loans
    union all
    select ${loanAccountId('interest-receivable')}, 1, ${accrualId}, -accrued, 'EUR', -accrued from seeded_loans where accrued > 0
    union all
    select ${houseAccountId('interest-income')}, row_number() over (order by n), ${accrualId}, accrued, 'EUR', sum(accrued) over (order by n)
    from seeded_loans where accrued > 0`);
  await run(`insert into transactions (id, client_account_id, ledger_transaction_id, sequence, amount, balance_after, transaction_type, event,
      details, reference_number, created_by, created_at, value_day)
    select ${movementId}, ${accountId}, ${payoutId}, sequence, principal, balance_after, 'credit', 'loan-payout',
      jsonb_build_object('durationMonths', months), 'PRT-BENCH-' || n, ${userId}, (payout_day || 'T10:00:00Z')::timestamptz, payout_day
    from seeded_payouts order by n`);
  await run(`update ledger_accounts a set balance = p.balance_after, sequence = p.sequence
    from (select ${ledgerId} as id, * from seeded_payouts) p where a.id = p.id`);
  await run(`insert into ledger_totals (period, chart_code, currency, event, stripe, credit, debit)
    select p.period, c.code, 'EUR', c.event, 0, sum(greatest(c.moved, 0)), sum(greatest(-c.moved, 0))
    from seeded_loans
    cross join lateral (values
      ('clients', 'loan-payout', principal, payout_day), ('loans-receivable', 'loan-payout', -principal, payout_day),
      ('interest-income', 'interest-accrual', accrued, date '${monthEnd}'), ('interest-receivable', 'interest-accrual', -accrued, date '${monthEnd}')
    ) c(code, event, moved, day)
    cross join lateral (values (date '-infinity'), (c.day)) p(period)
    where c.moved <> 0 group by 1, 2, 4`);
  await run(`insert into tallies (name, stripe, value)
    select name, 0, count(*) from seeded_loans cross join (values ('loans'), ('loans:approved')) t(name) group by name
    on conflict (name, stripe) do update set value = tallies.value + excluded.value`);
  await run('drop table seeded_payouts');
}
