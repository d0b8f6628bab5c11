import type pg from 'pg';

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

/** Answers of statements are told to those who wait for them. */
const ignore = () => {};

/**
 * A connection for one transaction, as the query builder takes it. The driver's pipeline sends a statement at once, ahead of the answers to
 * those before it, so that a round trip is spent only where an answer is awaited: the beginning goes with the first statements, the end
 * with the last.
 */
export class TransactionConnection {
  readonly #client: pg.PoolClient;
  /** Text of what every transaction of this connection begins with; empty for nothing. */
  readonly #opening: string;
  #failure: unknown = null;
  #hasEnded = false;

  constructor(client: pg.PoolClient, opening = '') {
    this.#client = client;
    this.#opening = opening;
  }

  async query(config: unknown, values: unknown[]): Promise<unknown> {
    const text = textOf(config);
    // By now somebody else may use the connection; but an end that failed has to be followed by one that undoes.
    if (this.#hasEnded && text !== 'rollback') throw new TransactionEnded();
    if (text.startsWith('begin')) {
      // Answered at once: what keeps it from beginning keeps the first statement, where somebody waits.
      const beginning = this.#opening ? `${text}; ${this.#opening}` : (BOUNDS[text] ?? text);
      this.#send(beginning, []).catch(ignore);
      return { rows: [] };
    }
    this.#hasEnded ||= text === 'commit' || text === 'rollback';
    const result = await this.#send(BOUNDS[text] ?? config, values);
    if (text.startsWith('rollback to')) this.#failure = null;
    // A beginning that failed left the connection its own role: nothing that came after it is told.
    else if (this.#failure && text !== 'rollback') throw this.#failure;
    // PostgreSQL answers the end of a transaction in which something failed as if all were well.
    if (text === 'commit' && result.command !== 'COMMIT') throw new Error('the transaction was undone');
    return result;
  }

  /** Fails with the first failure: what came after it is only told that there was one. */
  async #send(config: unknown, values: readonly unknown[]): Promise<pg.QueryResult> {
    try {
      return await this.#client.query(config as pg.QueryConfig, values as unknown[]);
    } catch (error) {
      this.#failure ??= error;
      throw this.#failure;
    }
  }

  release(): void {
    this.#client.release();
  }
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
