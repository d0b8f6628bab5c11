import pg from 'pg';
import { seededAccountId } from './seed.ts';

const ids = (kind: string) => `('5eed0000-${kind}-4000-8000-' || lpad(to_hex(i), 12, '0'))::uuid`;

/**
 * Adds the same number of open loan requests, transfers and declared fees to a seeded database of any size, spread over its clients, and gives every
 * eighth of them to a person: a page of a list then has as many rows in a small bank as in a grown one.
 */
export async function seedDesk(
  url: string,
  {
    clients,
    open,
    assigneeEmail,
  }: { readonly clients: number; readonly open: number; readonly assigneeEmail: string },
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const every = Math.max(1, Math.floor(clients / open));
  const account = `('${seededAccountId(0).slice(0, 24)}' || lpad(to_hex(i * ${every}), 12, '0'))::uuid`;
  const asked = `now() - i * interval '1 hour', now() + (i - ${Math.floor(open / 2)}) * interval '1 hour'`;
  try {
    await client.query('set session_replication_role = replica');
    await client.query(`insert into loan_requests (id, client_account_id, amount, amount_eur, currency, duration_months, monthly_income, purpose,
        phase, annual_rate_bps, instalment, words, created_at, due_at)
      select ${ids('0011')}, ${account}, 100000 + i * 1000, 100000 + i * 1000, 'EUR', 24, 250000, 'Projet', 'submitted', 390, 21690,
        array_to_tsvector(searched_words('Projet')), ${asked}
      from generate_series(1, ${open}) i`);
    await client.query(`insert into withdrawal_requests (id, client_account_id, amount, amount_eur, currency, client_iban, iban_valid,
        client_bank_name, phase, words, created_at, due_at)
      select ${ids('0012')}, ${account}, i * 10, i * 10, 'EUR', 'FR7630006000011234567890189', true, 'Banque du banc', 'requested',
        array_to_tsvector(searched_words('Banque du banc') || iban_pieces('FR7630006000011234567890189')), ${asked}
      from generate_series(1, ${open}) i`);
    await client.query(`insert into fees (id, client_account_id, amount, currency, description, status, declared_at, created_by, created_at, due_at)
      select ${ids('0013')}, ${account}, 500 + i, 'EUR', 'Carte', 'pending_validation', now(), u.id, ${asked}
      from generate_series(1, ${open}) i, users u where u.email = '${assigneeEmail}'`);
    for (const [kind, name] of [
      ['0011', 'loan'],
      ['0012', 'withdrawal'],
      ['0013', 'fee'],
    ] as const)
      await client.query(`insert into assignments (id, subject_kind, subject_id, client_account_id, assignee_id, assigned_by, at)
        select gen_random_uuid(), '${name}', ${ids(kind)}, ${account}, u.id, u.id, now()
        from generate_series(8, ${open}, 8) i, users u where u.email = '${assigneeEmail}'`);
    for (const table of ['loan_requests', 'withdrawal_requests', 'fees'])
      await client.query(`update ${table} r set client_order = a.name_order from client_accounts a
        where a.id = r.client_account_id and r.client_order <> a.name_order`);
    await client.query(`insert into client_alerts (id, client_account_id, kind, reason, placed_by, placed_at)
      select gen_random_uuid(), ${account}, 'warning', 'Vu au guichet', u.id, now()
      from generate_series(8, ${open}, 8) i, users u where u.email = '${assigneeEmail}' on conflict do nothing`);
    await client.query(`insert into tallies (name, stripe, value)
      select name, 0, ${open} from unnest(array['loans', 'open-loans', 'withdrawals', 'open-withdrawals', 'fees', 'open-fees']) name
      on conflict (name, stripe) do update set value = tallies.value + excluded.value`);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}
