import type { Db } from './database.ts';

interface Turn<Answer> {
  /** Resolved once the question that is under way is answered or refused. */
  readonly isOver: Promise<unknown>;
  /** The question after it, once somebody waits for it. */
  next?: Promise<Answer>;
}

/**
 * A question that many calls ask: one is under way at a time, and all who ask meanwhile share the next. Each is answered by what was read
 * after they asked; nothing is remembered for those who follow. Inside a transaction the transaction itself is asked.
 */
export function inTurn<Answer>(ask: (db: Db) => Promise<Answer>): (db: Db) => Promise<Answer> {
  const turns = new WeakMap<Db, Turn<Answer>>();
  return (db) => {
    const before = turns.get(db);
    const begin = () => {
      const answer = ask(db);
      const turn: Turn<Answer> = { isOver: answer.catch(() => {}).then(() => turns.delete(db)) };
      turns.set(db, turn);
      return answer;
    };
    if (!before) return begin();
    before.next ??= before.isOver.then(begin);
    return before.next;
  };
}
