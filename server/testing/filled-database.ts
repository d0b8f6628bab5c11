import pg from 'pg';
import { inject } from 'vitest';
import { startProduct } from './product.ts';
import { freshDatabaseUrl } from './test-database.ts';

const TEMPLATE = 'guichet_filled';

/** Fills a database through a first start of the product. @throws Error when the product does not end well. */
async function fill(url: string): Promise<void> {
  const product = startProduct({ DATABASE_URL: url });
  await product.ready;
  product.child.kill('SIGTERM');
  if ((await product.ended) !== 0) throw new Error(product.said());
}

/**
 * The URL of a database of this process's own with the demonstration in it, on the PostgreSQL server of the test run. The product fills one
 * database in a run; every other is a copy of it, which costs a hundredth of the processor time.
 */
export async function filledDatabaseUrl(purpose: string): Promise<string> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    // Held until the connection ends: workers that come at once wait for the first one's database.
    await client.query('select pg_advisory_lock(1)');
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [TEMPLATE]);
    if (rowCount === 0) {
      const draft = new URL(await freshDatabaseUrl('filling'));
      await fill(draft.href);
      await client.query(
        `alter database ${pg.escapeIdentifier(draft.pathname.slice(1))} rename to ${pg.escapeIdentifier(TEMPLATE)}`,
      );
    }
    return await freshDatabaseUrl(purpose, TEMPLATE);
  } finally {
    await client.end();
  }
}
