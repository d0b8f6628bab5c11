import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { named } from './statement-names.ts';

/**
 * The roles that connections work as (migration 0014, decision 0015): neither owns a table. The house reads everything; a client reaches
 * the rows of the person the transaction names, and none when it names nobody.
 */
export const STAFF_ROLE = 'guichet_staff';
const CLIENT_ROLE = 'guichet_client';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function requirePerson(personId: string): string {
  if (!UUID.test(personId)) throw new Error('a person is named by an id');
  return personId;
}

/** Makes the rest of a transaction the person's; it ends with the transaction, however that ends. */
const becoming = (personId: string) =>
  `set local role ${CLIENT_ROLE}; set local guichet.person = '${personId}'`;

/** Takes a role and names a person, for the session or for the transaction; prepared once on each connection. */
const TAKE_ROLE = {
  name: 'guichet-role',
  text: "select set_config('role', $1, $3::boolean), set_config('guichet.person', $2, $3::boolean)",
};

/** Makes a fresh connection the house's: it never serves as the owner of the tables. */
export async function becomeStaff(client: pg.ClientBase): Promise<void> {
  await client.query({ ...TAKE_ROLE, values: [STAFF_ROLE, '', 'false'] });
}

/** What the driver's own query does that we take part in. */
interface DriverQuery {
  requiresPreparation(): boolean;
  prepare(connection: DriverConnection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: DriverConnection): void;
}

interface DriverConnection {
  bind(to: { statement: string; values: string[] }): void;
  execute(of: object): void;
}

type Answer = (error: Error | null, result?: unknown) => void;

const BaseQuery = pg.Query as unknown as new (
  config: unknown,
  values: unknown,
  answer: Answer,
) => DriverQuery;

/**
 * A statement on behalf of a person. The role and the person travel in front of it in the same message: both run in the one transaction
 * that the database makes of them, so it costs no round trip, and nothing of it is left for whoever uses the connection next.
 */
export class PersonQuery extends BaseQuery {
  readonly #personId: string;
  #isTheirs = false;

  constructor(personId: string, config: unknown, values: unknown, answer: Answer) {
    super(named(config, values), values, answer);
    this.#personId = personId;
  }

  /** A statement without values would go as plain text, by itself. */
  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(connection: DriverConnection): void {
    connection.bind({ statement: TAKE_ROLE.name, values: [CLIENT_ROLE, this.#personId, 'true'] });
    connection.execute({});
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.#isTheirs) super.handleDataRow(message);
  }

  /** The first that completes is the taking of the role. */
  override handleCommandComplete(message: unknown, connection: DriverConnection): void {
    if (this.#isTheirs) super.handleCommandComplete(message, connection);
    this.#isTheirs = true;
  }
}

/** A connection of the pool that can ask on behalf of a person. */
interface PersonClient extends pg.PoolClient {
  queryFor(personId: string, config: unknown, values: unknown): Promise<unknown>;
}

/** The pool as one person sees it, in the shape that the query builder takes for a pool (by the name of its class, too). */
export class PersonPool {
  readonly #pool: pg.Pool;
  readonly #personId: string;

  constructor(pool: pg.Pool, personId: string) {
    this.#pool = pool;
    this.#personId = requirePerson(personId);
  }

  async query(config: unknown, values: unknown): Promise<unknown> {
    const client = (await this.#pool.connect()) as PersonClient;
    try {
      const result = await client.queryFor(this.#personId, config, values);
      client.release();
      return result;
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  }

  /** A connection for one transaction, whose beginning makes it the person's. */
  async connect(): Promise<{ query: pg.PoolClient['query']; release: () => void }> {
    const client = await this.#pool.connect();
    let hasBegun = false;
    const query = async (config: { readonly text: string }, values: unknown[]) => {
      if (hasBegun) return client.query(config, values);
      hasBegun = true;
      try {
        if (!config.text.startsWith('begin')) throw new Error("a person's connection is for one transaction");
        return await client.query(`${config.text}; ${becoming(this.#personId)}`);
      } catch (error) {
        // Whoever asked gives up without giving it back.
        client.release(error as Error);
        throw error;
      }
    };
    return { query: query as pg.PoolClient['query'], release: () => client.release() };
  }
}

/**
 * The embedded database as one person sees it. Its only connection serves everybody in turn: whatever a person asks is a transaction,
 * which is theirs to its end.
 */
export function personPglite(client: PGlite, personId: string): PGlite {
  const scope = becoming(requirePerson(personId));
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
