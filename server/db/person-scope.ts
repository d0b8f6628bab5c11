import type { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';
import { TransactionConnection } from './transaction-connection.ts';

/**
 * The roles that connections work as (migration 0014, decision 0015): neither owns a table. The house reads everything; a client reaches
 * the rows of the person the transaction names, and none when it names no person. A member of the staff whose role is set to assigned files reads
 * the rows of those clients, and who has files of their own among the clients every row but theirs (decision 0054).
 */
export const STAFF_ROLE = 'guichet_staff';
export type PersonRole = 'guichet_client' | 'guichet_assigned' | 'guichet_others';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function requirePerson(personId: string): string {
  if (!UUID.test(personId)) throw new Error('a person is named by an id');
  return personId;
}

/** Makes a fresh connection the house's: it never serves as the owner of the tables. */
export async function becomeStaff(client: pg.ClientBase): Promise<void> {
  await client.query(`set role ${STAFF_ROLE}; set guichet.person = ''`);
}

/** Makes the rest of a transaction the person's; it ends with the transaction, however that ends. */
const takingRoleOf = (role: PersonRole, personId: string) =>
  `set local role ${role}; set local guichet.person = '${requirePerson(personId)}'`;

/**
 * The pool in the shape that the query builder takes for one (by the name of its class, too): a connection is asked for only by a
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
    return new TransactionConnection(await this.#pool.connect());
  }
}

/** A statement with its values, in any form that the driver takes, and whom its answer is for. */
interface Waiting {
  readonly config: unknown;
  readonly values: unknown[];
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The same as one person sees it. */
export class PersonPool {
  readonly #pool: pg.Pool;
  /** Makes a transaction the person's. */
  readonly #scope: string;
  #waiting: Waiting[] = [];

  constructor(pool: pg.Pool, role: PersonRole, personId: string) {
    this.#pool = pool;
    this.#scope = takingRoleOf(role, personId);
  }

  /** What is asked before the process turns to something else is one transaction. */
  query(config: unknown, values: unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ config, values, resolve, reject }) === 1)
        process.nextTick(() => this.#askAll());
    });
  }

  async #askAll(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      const connection = await this.connect();
      await connection.query('begin', []);
      const answers = waiting.map(({ config, values }) => connection.query(config, values));
      const end = connection.query('commit', []);
      const [results] = await Promise.all([Promise.all(answers), end]).finally(async () => {
        await Promise.allSettled([...answers, end]);
        connection.release();
      });
      for (const [index, { resolve }] of waiting.entries()) resolve(results[index]);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  /** A connection for one transaction, whose beginning makes it the person's. */
  async connect(): Promise<TransactionConnection> {
    // A person's statements find few rows by an index whatever their values are: their plans are kept, where making them anew took longer
    // than running them.
    const opening = `${this.#scope}; set local plan_cache_mode = force_generic_plan`;
    return new TransactionConnection(await this.#pool.connect(), opening);
  }
}

/**
 * The embedded database as one person sees it. Its only connection serves everybody in turn: whatever a person asks is a transaction,
 * which is theirs to its end.
 */
export function personPglite(client: PGlite, role: PersonRole, personId: string): PGlite {
  const scope = takingRoleOf(role, personId);
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
