import pg from 'pg';
import { seededAccountId } from './seed.ts';

/** The seeded lines of a bank: how many there are, and how many of them still wait. */
export interface Lines {
  readonly lines: number;
  readonly open: number;
}

/** How the ids of seeded lines begin: the demonstration has some of its own, of payers whom nobody knows. */
export const SEEDED_LINES = '5eed0000-0024-%';

/** Lines of one statement, as of a business day. */
const A_DAY = 100;
const HOUSE_IBAN = 'FR7600000000010000000000179';
const id = (kind: string, n: string) =>
  `('5eed0000-${kind}-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
/** Every fourth line is paid by one payer, an employer of many clients; the others by a payer of their own. */
const payerIban = `case when i % 4 = 0 then 'FR7630006000011234567890189' else 'DE' || lpad((i % 5000)::text, 20, '0') end`;

/**
 * Adds posted statements of a hundred lines each to a seeded bank: what a statement's booking leaves, without its postings. The newest lines wait, nine
 * of ten to be allocated and one to be justified; the others went to the clients.
 */
export async function seedLines(url: string, { lines, open }: Lines, clients: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const statements = Math.ceil(lines / A_DAY);
  const holder = `((i * 7) % ${clients} + 1)`;
  const account = `('${seededAccountId(0).slice(0, 24)}' || lpad(to_hex(${holder}), 12, '0'))::uuid`;
  const dayOf = (n: string) => `current_date - (${statements} - ${n})::int / 4 - 1`;
  try {
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into files (id, sealed_key, created_at) values (${id('0021', '1')}, '', now())`,
    );
    await client.query(`insert into bank_files (id, file_id, name, sha256, size_bytes, source, sender_id, received_at, state)
      values (${id('0022', '1')}, ${id('0021', '1')}, 'releves.xml', repeat('0', 64), 1, 'folder', ${id('0022', '1')}, now(), 'read')`);
    await client.query(`insert into bank_statements (id, bank_file_id, position, kind, account, currency, statement_id, sequence, opening, closing, day,
        booked_count, state, posted_number, received_at, decided_at)
      select ${id('0023', 's')}, ${id('0022', '1')}, s, 'statement', '${HOUSE_IBAN}', 'EUR', 'S' || s, '', 0, 0, ${dayOf('s')}, ${A_DAY}, 'posted', s,
        now() - (${statements} - s) * interval '6 hours', now() from generate_series(1, ${statements}) s`);
    await client.query(`insert into bank_lines (id, statement_id, position, entry_key, detail, account, currency, amount, status, is_reversal,
        booking_day, value_day, bank_ref, code, is_proprietary_code, counterparty_name, counterparty_iban, remittance, phase, reason, open_amount,
        client_account_id)
      select ${id('0024', 'i')}, ${id('0023', 's')}, (i - 1) % ${A_DAY} + 1, md5(i::text) || md5('e' || i), 1, '${HOUSE_IBAN}', 'EUR', amount, 'BOOK',
        false, day, day, 'BQ' || i, 'PMNT/RCDT/ESCT', false, p.last_name || ' ' || p.first_name, ${payerIban}, 'Virement ' || i,
        case when waits then 'suspense' else 'allocated' end, case when waits then 'nothing-found' else 'reference' end,
        case when waits then amount else 0 end, case when not waits and amount > 0 then ${account} end
      from (select i, (i - 1) / ${A_DAY} + 1 as s, i > ${lines - open} as waits,
          case when i % 10 = 0 then -1 else 1 end * (1000 + i % 5000) as amount, ${dayOf(`((i - 1) / ${A_DAY} + 1)`)} as day
        from generate_series(1, ${lines}) i) l
      join profiles p on p.user_id = (select user_id from client_accounts a where a.id = ${account})`);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}
