import type { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';
import { type Answer, type Asked, type BatchClient, TransactionConnection } from './statement-batch.ts';

/**
 * The roles that connections work as (migration 0014, decision 0015): neither owns a table. The house reads everything; a client reaches
 * the rows of the person the transaction names, and none when it names no person.
 */
export const STAFF_ROLE = 'guichet_staff';
const CLIENT_ROLE = 'guichet_client';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function requirePerson(personId: string): string {
  if (!UUID.test(personId)) throw new Error('a person is named by an id');
  return personId;
}

/**
 * Takes a role and names a person, for the session or for the transaction; prepared once on each connection. A person's statements find
 * few rows by an index whatever their values are: their plans are kept, where making them anew took longer than running them.
 */
const TAKE_ROLE = {
  name: 'guichet-role',
  text: `select set_config('role', $1, $3::boolean), set_config('guichet.person', $2, $3::boolean),
    set_config('plan_cache_mode', $4, $3::boolean)`,
};

/** Makes a fresh connection the house's: it never serves as the owner of the tables. */
export async function becomeStaff(client: pg.ClientBase): Promise<void> {
  await client.query({ ...TAKE_ROLE, values: [STAFF_ROLE, '', 'false', 'auto'] });
}

/** Makes the rest of a transaction the person's; it ends with the transaction, however that ends. */
const takingRoleOf = (personId: string): Asked => ({
  config: TAKE_ROLE,
  values: [CLIENT_ROLE, personId, 'true', 'force_generic_plan'],
  answer: () => {},
});

/**
 * The pool in the shape that the query builder takes for one (by the name of its class, too): whoever wants a connection wants it for a
 * transaction.
 */
export class HousePool {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  query(config: unknown, values: unknown[]): Promise<unknown> {
    return this.#pool.query(config as pg.QueryConfig, values);
  }

  async connect(): Promise<TransactionConnection> {
    return new TransactionConnection((await this.#pool.connect()) as BatchClient);
  }
}

/** The same as one person sees it. */
export class PersonPool {
  readonly #pool: pg.Pool;
  readonly #personId: string;
  #asked: Asked[] = [];

  constructor(pool: pg.Pool, personId: string) {
    this.#pool = pool;
    this.#personId = requirePerson(personId);
  }

  /** What is asked before the process turns to something else goes together. */
  query(config: unknown, values: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const answer: Answer = (error, result) => (error ? reject(error) : resolve(result));
      if (this.#asked.push({ config, values, answer }) === 1) process.nextTick(() => this.#askAll());
    });
  }

  async #askAll(): Promise<void> {
    const asked = this.#asked;
    this.#asked = [];
    let client: BatchClient | undefined;
    try {
      client = (await this.#pool.connect()) as BatchClient;
      await client.askTogether([takingRoleOf(this.#personId), ...asked]);
      client.release();
    } catch (error) {
      client?.release(error as Error);
      for (const { answer } of asked) answer(error as Error);
    }
  }

  /** A connection for one transaction, whose beginning makes it the person's. */
  async connect(): Promise<TransactionConnection> {
    return new TransactionConnection((await this.#pool.connect()) as BatchClient, [
      takingRoleOf(this.#personId),
    ]);
  }
}

/**
 * The embedded database as one person sees it. Its only connection serves everybody in turn: whatever a person asks is a transaction,
 * which is theirs to its end.
 */
export function personPglite(client: PGlite, personId: string): PGlite {
  const scope = `set local role ${CLIENT_ROLE}; set local guichet.person = '${requirePerson(personId)}'`;
  const transaction: PGlite['transaction'] = (work) =>
    client.transaction(async (tx) => {
      await tx.exec(scope);
      return work(tx);
    });
  return {
    transaction,
    query: (text: string, values?: unknown[], options?: object) =>
      transaction((tx) => tx.query(text, values, options)),
  } as unknown as PGlite;
}
