import pg from 'pg';
import { named } from './statement-names.ts';

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
  /** Those on their way to being known, by name. */
  readonly submittedNamedStatements: Record<string, string>;
  sync(): void;
}

export type Answer = (error: Error | null, result?: unknown) => void;

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
 * Statements that go to the database in one message and cost one round trip however many they are. Outside of a transaction they are one.
 * When one fails, those after it are not run, and each is told so.
 */
export class StatementBatch {
  readonly asked: readonly Asked[];
  readonly #queries: readonly DriverQuery[];
  readonly #done: (error: Error | null) => void;
  /** Which statement the database answers. */
  #at = 0;
  #failure: Error | null = null;

  /** @param types the connection's own; @param done told once the connection is free again. */
  constructor(asked: readonly Asked[], types: unknown, done: (error: Error | null) => void) {
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
    // Each statement would end the message.
    const within: DriverConnection = Object.create(connection, { sync: { value: () => {} } });
    connection.stream.cork();
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

  handleError(error: Error, { submittedNamedStatements }: DriverConnection): void {
    // The database skipped those that followed: the driver must not take them for known.
    for (const { name } of this.#queries.slice(this.#at)) if (name) delete submittedNamedStatements[name];
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

// A driver that sends ahead of answers takes no queries but its own, since others may keep something open between two messages; a batch does not.
Object.setPrototypeOf(StatementBatch.prototype, DriverQuery.prototype);

/** A connection that can be asked several things in one message. */
export interface BatchClient extends pg.PoolClient {
  /** Rejects when one of them fails, once each has been answered. */
  askTogether(asked: readonly Asked[]): Promise<void>;
}

/** The text of a statement, in any form that the driver takes. */
export function textOf(config: unknown): string {
  return typeof config === 'string' ? config : ((config as { text?: string } | null)?.text ?? '');
}

/** What comes in every transaction, known to the database by a name. */
const BOUNDS: Readonly<Record<string, { readonly name: string; readonly text: string }>> = Object.fromEntries(
  ['begin', 'commit', 'rollback'].map((text) => [text, { name: `guichet-${text}`, text }]),
);

/** Somebody asked something of a transaction that had ended. */
class TransactionEnded extends Error {
  constructor() {
    super('the transaction has ended');
    this.name = 'TransactionEnded';
  }
}

/**
 * A connection for one transaction, as the query builder takes it. What is asked before the process turns to something else goes in one
 * message: the beginning with the first statements, the end with the last, and after them. So nobody needs to wait for a statement
 * whose answer nobody reads (`awaitAtCommit`).
 */
export class TransactionConnection {
  readonly #client: BatchClient;
  /** What every transaction of this connection begins with. */
  readonly #opening: readonly Asked[];
  #asked: Asked[] = [];
  #end: Asked | null = null;
  #failure: Error | null = null;
  #hasEnded = false;

  constructor(client: BatchClient, opening: readonly Asked[] = []) {
    this.#client = client;
    this.#opening = opening;
  }

  query(config: unknown, values: unknown): Promise<unknown> {
    const text = textOf(config);
    // By now somebody else may use the connection; but an end that failed has to be followed by one that undoes.
    if (this.#hasEnded && text !== 'rollback') return Promise.reject(new TransactionEnded());
    if (text.startsWith('begin')) {
      // Answered at once: what keeps it from beginning keeps the first statement, where somebody waits.
      this.#ask({ config: BOUNDS[text] ?? config, values, answer: () => {} }, ...this.#opening);
      return Promise.resolve({ rows: [] });
    }
    return new Promise((resolve, reject) => {
      const answer: Answer = (error, result) => {
        this.#failure ??= error;
        if (text.startsWith('rollback to')) this.#failure = error;
        // PostgreSQL answers the end of a transaction in which something failed as if all were well.
        const isUndone =
          text === 'commit' && (result as { command?: string } | undefined)?.command !== 'COMMIT';
        // What came after the first fault is only told that there was one.
        if (error || isUndone) reject(this.#failure ?? new Error('the transaction was undone'));
        else resolve(result);
      };
      if (text === 'commit' || text === 'rollback') {
        this.#ask();
        this.#end = { config: BOUNDS[text], values, answer };
      } else this.#ask({ config, values, answer });
    });
  }

  #ask(...asked: readonly Asked[]): void {
    if (this.#asked.length === 0 && !this.#end) process.nextTick(() => this.#send());
    this.#asked.push(...asked);
  }

  #send(): void {
    const asked = this.#end ? [...this.#asked, this.#end] : this.#asked;
    this.#hasEnded = this.#end !== null;
    this.#asked = [];
    this.#end = null;
    // Each statement is told by itself.
    this.#client.askTogether(asked).catch(() => {});
  }

  release(): void {
    this.#client.release();
  }
}

/** Ends the current message: later statements go in the next one. Answers are not awaited. */
export function nextMessage(): Promise<void> {
  // Sending is scheduled in a tick that may not be queued yet.
  return new Promise((resolve) => process.nextTick(() => process.nextTick(resolve)));
}

/**
 * Lets the commit await a statement whose answer is not needed: the transaction fails when it does. No other await may stand between the
 * statement and this call.
 */
export function awaitAtCommit(statement: Promise<unknown>): void {
  statement.catch((error: Error) => {
    // The statement came after the end of the transaction: without this, the fault would go unnoticed.
    if (error.cause instanceof TransactionEnded) throw error;
  });
}
