import pg from 'pg';
import { hashPassword } from '#server/auth/passwords/passwords.ts';

/**
 * Fills a migrated database with many clients and movements in seconds: the rows that the use cases would have written, made by the
 * database itself, with the triggers put aside. What the triggers and the ledger keep (tallies, totals) is counted afterwards, so that the books hold.
 */

/** The n-th seeded client's ids. Hex of a number in a fixed pattern: found again without asking the database. */
export const seededUserId = (n: number) => `5eed0000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
export const seededAccountId = (n: number) => `5eed0000-0001-4000-8000-${n.toString(16).padStart(12, '0')}`;
/** Of the first clients, who can sign in. */
export const SEEDED_PASSWORD = 'correct-cheval-42-agrafe';
const WHO_SIGN_IN = 100;

export const seededEmail = (n: number) => `client-${n}@bench.example`;

const userId = (n: string) => `('5eed0000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const accountId = (n: string) => `('5eed0000-0001-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const ledgerId = (n: string) => `('5eed0000-0002-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
/** A seeded movement's day in the house's legal time. */
const day = `(at at time zone 'Europe/Paris')::date`;
const postingId = (n: string) => `('5eed0000-0003-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const movementId = (n: string) => `('5eed0000-0004-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

const FIRST_NAMES =
  "array['Alix','Camille','Dominique','Eden','Lou','Maxime','Noa','Sacha','Charlie','Ange']";
const SYLLABLES = "array['ba','ce','di','fo','gu','la','me','ni','ro','tu','va','zi']";

/** Those that hold a row or two for each movement. */
const BIG_TABLES = `array['transactions', 'ledger_transactions', 'ledger_entries']::regclass[]`;

/** A pronounceable name that many share in part and few in full. */
const lastName = (n: string) =>
  `initcap((${SYLLABLES})[${n} % 12 + 1] || (${SYLLABLES})[${n} / 12 % 12 + 1] || (${SYLLABLES})[${n} / 144 % 12 + 1] || (${SYLLABLES})[${n} / 1728 % 12 + 1] || 'r')`;

export interface Seed {
  readonly clients: number;
  /** Movements over all clients, dealt out evenly; the first client's are asked for separately. */
  readonly transactions: number;
  /** Extra movements of client 1, to see whether a long history slows its owner. */
  readonly transactionsOfFirst?: number;
}

export async function seed(
  url: string,
  { clients, transactions, transactionsOfFirst = 0 }: Seed,
): Promise<void> {
  // Two: the books and the clients' own view of them are written side by side.
  const clientsOfDatabase = [0, 1].map(() => new pg.Client({ connectionString: url }));
  const [client, beside] = clientsOfDatabase as [pg.Client, pg.Client];
  for (const one of clientsOfDatabase) {
    await one.connect();
    await one.query('set session_replication_role = replica');
    await one.query('set synchronous_commit = off');
    await one.query(`set maintenance_work_mem = '256MB'`);
  }
  const run = (text: string, by = client) => by.query(text);
  try {
    // Indexes are made once all rows are there: kept up to date row by row they take three times as long.
    await run(
      `update pg_index set indisready = false, indisvalid = false where indrelid = any (${BIG_TABLES})`,
    );
    await run(`insert into users (id, name, email, email_verified, created_at, updated_at)
      select ${userId('n')}, 'Client ' || n, 'client-' || n || '@bench.example', true,
        now() - n * interval '1 minute', now()
      from generate_series(1, ${clients}) n`);
    const password = await hashPassword(SEEDED_PASSWORD);
    await client.query(
      `insert into credentials (id, account_id, provider_id, user_id, password)
        select ${userId('n')}, ${userId('n')}::text, 'credential', ${userId('n')}, $1 from generate_series(1, $2::int) n`,
      [password, Math.min(WHO_SIGN_IN, clients)],
    );
    await run(`insert into profiles (id, user_id, first_name, last_name, phone, phone_keys, country, currency_code, created_at, updated_at)
      select ${userId('n')}, ${userId('n')}, (${FIRST_NAMES})[n % 10 + 1], ${lastName('n')}, '06' || lpad(n::text, 8, '0'),
        array['6' || lpad(n::text, 8, '0')], 'FR', 'EUR', now() - n * interval '1 minute', now()
      from generate_series(1, ${clients}) n`);
    await run(`create unlogged table seeded_movements as
      select row_number() over (order by m.round desc, m.n) as number, m.n,
        row_number() over (partition by m.n order by m.round desc) as sequence, m.round
      from (
        select (i - 1) % ${clients} + 1 as n, (i - 1) / ${clients} as round from generate_series(1, ${transactions}) i
        union all
        select 1, ${Math.ceil(transactions / clients)} + i from generate_series(1, ${transactionsOfFirst}) i
      ) m`);
    // Every third movement of an account is a debit of 40.00, the others credits of 100.00: no balance is ever below zero.
    await run(`create unlogged table seeded_entries as
      select number, n, sequence, amount,
        sum(amount) over (partition by n order by sequence) as balance_after,
        -sum(amount) over (order by number) as house_after,
        now() - (number_of_all.total - number) * (interval '300 days' / greatest(number_of_all.total, 1)) as at
      from (select *, case when sequence % 3 = 0 then -4000 else 10000 end as amount from seeded_movements) m,
        (select count(*) as total from seeded_movements) number_of_all`);
    await run(`insert into ledger_accounts (id, chart_code, holder_kind, holder_id, currency, balance, sequence, floor)
      select ${ledgerId('n')}, 'clients', 'client', ${accountId('n')}, 'EUR',
        coalesce(e.balance, 0), coalesce(e.sequence, 0), 0
      from generate_series(1, ${clients}) n
      left join (select n, sum(amount) as balance, max(sequence) as sequence from seeded_entries group by n) e using (n)`);
    await run(`insert into ledger_accounts (id, chart_code, holder_kind, holder_id, currency, balance, sequence)
      select md5('house:settlement:EUR')::uuid, 'settlement', 'house', '00000000-0000-0000-0000-000000000000', 'EUR', coalesce(-sum(amount), 0), count(*)
      from seeded_entries`);
    await run(`insert into client_accounts (id, user_id, ledger_account_id, account_type, currency, is_activated,
        activation_deposit_required, iban, bank_name, created_at, words, name_order)
      select ${accountId('n')}, ${userId('n')}, ${ledgerId('n')}, (array['courant','epargne','credit'])[n % 3 + 1],
        'EUR', n % 10 <> 0, 0, 'FR7610000' || lpad(n::text, 18, '0'), 'Banque du banc', now() - n * interval '1 minute',
        client_words(p.display_name, null, 'client-' || n || '@bench.example', p.phone_keys,
          'FR7610000' || lpad(n::text, 18, '0')),
        plain_text(p.last_name) || E'\\t' || plain_text(p.first_name)
      from generate_series(1, ${clients}) n join profiles p on p.user_id = ${userId('n')}`);
    await Promise.all([
      (async () => {
        await run(`insert into ledger_transactions (id, event, cause_id, author_id, occurred_at, booking_day, value_day)
          select ${postingId('number')}, case when amount > 0 then 'account-credit' else 'withdrawal-execution' end,
            ${accountId('n')}, ${userId('n')}, at, ${day}, ${day} from seeded_entries`);
        await run(`insert into ledger_entries (account_id, sequence, transaction_id, amount, currency, balance_after)
          select ${ledgerId('n')}, sequence, ${postingId('number')}, amount, 'EUR', balance_after from seeded_entries
          union all
          select md5('house:settlement:EUR')::uuid, number, ${postingId('number')}, -amount, 'EUR', house_after from seeded_entries`);
        await run('reindex table ledger_transactions');
        await run('reindex table ledger_entries');
      })(),
      (async () => {
        await run(
          `insert into transactions (id, client_account_id, ledger_transaction_id, sequence, amount, balance_after,
            transaction_type, event, description, reference_number, created_by, created_at, value_day)
          select ${movementId('number')}, ${accountId('n')}, ${postingId('number')}, sequence, amount, balance_after,
            case when amount > 0 then 'credit' else 'debit' end,
            case when amount > 0 then 'account-credit' else 'withdrawal-execution' end,
            'Mouvement ' || number, 'CRD-BENCH-' || number, ${userId('n')}, at, ${day}
          from seeded_entries order by number`,
          beside,
        );
        await run('reindex table transactions', beside);
      })(),
    ]);
    // Every fourth client once asked for a loan and for a transfer; one in fifty of them still waits.
    await run(`insert into loan_requests (id, client_account_id, amount, amount_eur, currency, duration_months, monthly_income, purpose, phase,
        annual_rate_bps, instalment, reason_code, reviewed_by, reviewed_at, created_at, due_at, words)
      select ${movementId('n')}, ${accountId('n')}, 500000, 500000, 'EUR', 24, 250000, 'Projet', case when n % 200 = 0 then 'submitted' else 'refused' end,
        390, 21690, case when n % 200 = 0 then null else 'debt-ratio-too-high' end, case when n % 200 = 0 then null else ${userId('n')} end,
        case when n % 200 = 0 then null else now() end, now() - n * interval '1 minute', now() - n * interval '1 minute' + interval '2 days',
        array_to_tsvector(searched_words('Projet'))
      from generate_series(4, ${clients}, 4) n`);
    await run(`insert into withdrawal_requests (id, client_account_id, amount, amount_eur, currency, client_iban, iban_valid, client_bank_name, phase,
        reason_code, failure_reason, processed_by, processed_at, created_at, due_at, words)
      select ${movementId('n')}, ${accountId('n')}, 1000, 1000, 'EUR', 'FR7630006000011234567890189', true, 'Banque du banc',
        case when n % 200 = 0 then 'requested' else 'cancelled' end, null, null, null, null, now() - n * interval '1 minute', now() - n * interval '1 minute' + interval '1 day',
        array_to_tsvector(searched_words('Banque du banc') || iban_pieces('FR7630006000011234567890189'))
      from generate_series(4, ${clients}, 4) n`);
    await run(`insert into ledger_totals (period, chart_code, currency, event, stripe, credit, debit)
      select p.period, c.code, 'EUR', case when amount > 0 then 'account-credit' else 'withdrawal-execution' end, 0,
        sum(greatest(c.moved, 0)), sum(greatest(-c.moved, 0))
      from seeded_entries
      cross join lateral (values ('clients', amount), ('settlement', -amount)) c(code, moved)
      cross join lateral (values (date '-infinity'), (${day})) p(period)
      group by 1, 2, 4`);
    await run(`insert into tallies (name, stripe, value)
      select 'clients', 0, ${clients}
      union all select 'activated-clients', 0, ${clients - Math.floor(clients / 10)}
      union all select 'loans', 0, ${Math.floor(clients / 4)}
      union all select 'open-loans', 0, ${Math.floor(clients / 200)}
      union all select 'withdrawals', 0, ${Math.floor(clients / 4)}
      union all select 'open-withdrawals', 0, ${Math.floor(clients / 200)}
      on conflict (name, stripe) do update set value = tallies.value + excluded.value`);
    await run('drop table seeded_movements, seeded_entries');
    await run('vacuum analyze');
    // What the seeding left to write would otherwise be written while something is measured.
    await run('checkpoint');
  } finally {
    for (const one of clientsOfDatabase) await one.end();
  }
}
