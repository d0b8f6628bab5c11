import { startProduct } from './product.ts';
import { copiedDatabaseUrl } from './test-database.ts';

/** Fills a database through a first start of the product. @throws Error when the product does not end well. */
async function fill(url: string): Promise<void> {
  const product = startProduct({ DATABASE_URL: url });
  await product.ready;
  product.child.kill('SIGTERM');
  if ((await product.ended) !== 0) throw new Error(product.said());
}

/**
 * The URL of a database of this process's own with the demonstration in it, on the PostgreSQL server of the test run. The product fills one
 * database in a run; every other is a copy of it.
 */
export const filledDatabaseUrl = (purpose: string): Promise<string> =>
  copiedDatabaseUrl(purpose, 'guichet_filled', fill);
