import { randomUUID } from 'node:crypto';
import pg from 'pg';

/**
 * What a developer writes first: BEGIN, lock the account, read it, insert the transaction and its two entries, update both balances,
 * COMMIT, statement by statement from Node. No sign-in, no audit, no outbox, no HTTP: it is the money alone.
 */
export async function prepareNaive(url: string, accounts: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const text of [
    'create table naive_accounts (id int primary key, balance bigint not null)',
    'create table naive_transactions (id uuid primary key, description text, created_at timestamptz not null default now())',
    'create table naive_entries (id bigserial primary key, transaction_id uuid references naive_transactions, account_id int references naive_accounts, amount bigint not null)',
    'create index on naive_entries (account_id)',
    `insert into naive_accounts select n, 1000000000 from generate_series(0, ${accounts}) n`,
    'vacuum analyze',
  ])
    await client.query(text);
  await client.end();
}

/** Posts a second over this many connections; account 0 is the house's, on one side of every post. */
export async function runNaive(
  url: string,
  {
    connections,
    seconds,
    accounts,
    isHot,
  }: { connections: number; seconds: number; accounts: number; isHot: boolean },
): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  const end = performance.now() + seconds * 1000;
  let done = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end) {
        const to = Math.floor(Math.random() * accounts) + 1;
        const other = Math.floor(Math.random() * accounts) + 1;
        const from = isHot ? 0 : other === to ? (to % accounts) + 1 : other;
        const [first, second] = from < to ? [from, to] : [to, from];
        const id = randomUUID();
        await client.query('begin');
        await client.query('select balance from naive_accounts where id = $1 for update', [first]);
        await client.query('select balance from naive_accounts where id = $1 for update', [second]);
        await client.query('insert into naive_transactions (id, description) values ($1, $2)', [
          id,
          'Virement',
        ]);
        await client.query(
          'insert into naive_entries (transaction_id, account_id, amount) values ($1, $2, -100)',
          [id, from],
        );
        await client.query(
          'insert into naive_entries (transaction_id, account_id, amount) values ($1, $2, 100)',
          [id, to],
        );
        await client.query('update naive_accounts set balance = balance - 100 where id = $1', [from]);
        await client.query('update naive_accounts set balance = balance + 100 where id = $1', [to]);
        await client.query('commit');
        done += 1;
      }
      await client.end();
    }),
  );
  return done / seconds;
}
