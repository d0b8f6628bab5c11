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

/** What the driver's own query does that we take part in. */
interface DriverQuery {
  readonly name?: string;
  readonly text?: string;
  readonly _result: { _types?: unknown };
  prepare(connection: DriverConnection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: DriverConnection): void;
  handleReadyForQuery(connection: DriverConnection): void;
}

interface DriverConnection {
  readonly stream: { cork(): void; uncork(): void };
  bind(to: { statement: string; values: string[] }): void;
  execute(of: object): void;
  sync(): void;
}

type Answer = (error: Error | null, result?: unknown) => void;

const DriverQuery = pg.Query as unknown as new (
  config: unknown,
  values: unknown,
  answer: Answer,
) => DriverQuery;

/** A statement with its values, in any form that the driver takes, and whom its answer is for. */
export interface Asked {
  readonly config: unknown;
  readonly values: unknown;
  readonly answer: Answer;
}

/**
 * What a person asks at one moment. The role and the person travel in front of the statements in one message, and all of it is one
 * transaction: it costs one round trip however many they are, and nothing is left for whoever uses the connection next. When a
 * statement fails, none of them took effect, and each is told so.
 */
export class PersonQueries {
  readonly asked: readonly Asked[];
  readonly #personId: string;
  readonly #queries: readonly DriverQuery[];
  readonly #done: (error: Error | null) => void;
  /** Which statement the database answers; -1 is the taking of the role. */
  #at = -1;
  #failure: Error | null = null;

  /** @param types the connection's own; @param done told once the connection is free again. */
  constructor(
    personId: string,
    asked: readonly Asked[],
    types: unknown,
    done: (error: Error | null) => void,
  ) {
    this.#personId = personId;
    this.asked = asked;
    this.#done = done;
    this.#queries = asked.map(({ config, values, answer }) => {
      const query = new DriverQuery(named(config, values), values, (error, result) => {
        if (error) this.#failure ??= error;
        else answer(null, result);
      });
      query._result._types ??= types;
      return query;
    });
  }

  /** Of the statement that is answered: the driver notes under them what the database has understood. */
  get name(): string | undefined {
    return this.#queries[this.#at]?.name;
  }

  get text(): string | undefined {
    return this.#queries[this.#at]?.text;
  }

  submit(connection: DriverConnection): null {
    // Each statement would end the transaction.
    const within: DriverConnection = Object.create(connection, { sync: { value: () => {} } });
    connection.stream.cork();
    connection.bind({
      statement: TAKE_ROLE.name,
      values: [CLIENT_ROLE, this.#personId, 'true', 'force_generic_plan'],
    });
    connection.execute({});
    for (const query of this.#queries) if (!this.#failure) query.prepare(within);
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  handleRowDescription(message: unknown): void {
    this.#queries[this.#at]?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#queries[this.#at]?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: DriverConnection): void {
    this.#queries[this.#at]?.handleCommandComplete(message, connection);
    this.#at += 1;
  }

  handleError(error: Error): void {
    this.#fail(error);
  }

  handleReadyForQuery(connection: DriverConnection): void {
    if (!this.#failure) for (const query of this.#queries) query.handleReadyForQuery(connection);
    if (this.#failure) this.#fail(this.#failure);
    else this.#done(null);
  }

  #fail(error: Error): void {
    for (const { answer } of this.asked) answer(error);
    this.#done(error);
  }
}

/** A connection of the pool that can ask on behalf of a person. */
interface PersonClient extends pg.PoolClient {
  queryFor(personId: string, asked: readonly Asked[]): Promise<void>;
}

/** The pool as one person sees it, in the shape that the query builder takes for a pool (by the name of its class, too). */
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
    let client: PersonClient | undefined;
    try {
      client = (await this.#pool.connect()) as PersonClient;
      await client.queryFor(this.#personId, asked);
      client.release();
    } catch (error) {
      client?.release(error as Error);
      for (const { answer } of asked) answer(error as Error);
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
