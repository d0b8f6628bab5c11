import { actorIdOf } from '#domain/actors.ts';
import { Refusal } from '#domain/errors.ts';
import type { Db } from '../db/database.ts';
import {
  answerRow,
  type Claim,
  claimsOf,
  isKeyTaken,
  type OnceCall,
  requireKey,
} from './idempotency-keys.ts';
import { othersTurn } from './others-turn.ts';
import {
  type Outcome,
  ROWS,
  type Surroundings,
  transactionOf,
  type Work,
  workIn,
  writeAtEnd,
} from './work.ts';

/**
 * Groups simultaneous calls of one operation into one transaction: one lock of the accounts they share, one append to the audit trail, one
 * flush to the disk (decision 0011). There is no fixed delay: an idle queue starts at once with the calls of the current turns of the event
 * loop; calls that arrive during a transaction form the next group.
 */
export interface GroupedCalls {
  /**
   * Runs the use case once for this call and records the answer under its key, as `once` does. Each call has its own outcome: a refusal, a
   * repetition or a reused key affects that call alone. When the shared transaction fails, each of its calls is run again alone, so that a
   * fault reaches only the call that caused it.
   * @param useCase reads, and leaves everything that it writes to the end of the transaction (`writeAtEnd`): what a refused call had
   * written before would be committed with the other calls. It must not refuse a call because the same call took effect just before: keys
   * are read first and written last, so that a repetition on another node is detected only at the end, and then answered with the recorded
   * result.
   * @throws Refusal of the use case; `idempotency.key-required`, `idempotency.key-reused`.
   */
  run<Result>(
    call: OnceCall,
    useCase: (work: Work) => Promise<Result>,
  ): Promise<{ result: Result; replayed: boolean }>;
}

/** Calls per transaction: enough to make its fixed cost negligible, few enough to end within a few milliseconds. */
const MOST = 128;

interface Answer {
  readonly result: unknown;
  readonly replayed: boolean;
}

interface Waiting {
  readonly call: OnceCall;
  readonly useCase: (work: Work) => Promise<unknown>;
  readonly isAlone: boolean;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

interface Queue {
  waiting: Waiting[];
  isAtWork: boolean;
  /** Promises of the calls under way, by key; each resolves once its call is answered. */
  readonly underWay: Map<string, Promise<void>>;
}

const keyOf = ({ call }: Waiting) => `${actorIdOf(call.actor)} ${call.key}`;

export function createGroupedCalls(db: Db, surroundings: Surroundings): GroupedCalls {
  const queues = new Map<string, Queue>();

  /**
   * Runs one transaction of an operation at a time, since a second one would hold half of the calls while it waits for the accounts of the
   * first. The next begins while the first one commits, and reaches the accounts when they are free.
   */
  async function work(queue: Queue): Promise<void> {
    if (queue.isAtWork) return;
    queue.isAtWork = true;
    while (queue.waiting.length > 0) {
      await arrivals(queue);
      const group = takeGroup(queue);
      const [first] = queue.waiting;
      if (group.length === 0 && first) {
        await queue.underWay.get(keyOf(first));
        continue;
      }
      const ending = Promise.withResolvers<void>();
      const answered = answer(group, queue, ending.resolve).finally(ending.resolve);
      for (const one of group) queue.underWay.set(keyOf(one), answered);
      await ending.promise;
    }
    queue.isAtWork = false;
  }

  async function answer(group: readonly Waiting[], queue: Queue, isEnding: () => void): Promise<void> {
    try {
      const outcomes = await inOneTransaction(db, surroundings, group, isEnding);
      // Start the next group before these answers are sent.
      setImmediate(() =>
        group.forEach((one, index) => {
          const outcome = outcomes[index];
          if (outcome && 'result' in outcome) one.resolve(outcome.result);
          else one.reject(outcome?.refusal);
        }),
      );
    } catch (error) {
      // Another node answered this key meanwhile: a second run finds that answer.
      if (group.length > 1 || isKeyTaken(error)) {
        queue.waiting.unshift(...group.map((one) => ({ ...one, isAlone: true })));
        setImmediate(work, queue);
      } else group[0]?.reject(error);
    } finally {
      for (const one of group) queue.underWay.delete(keyOf(one));
    }
  }

  return {
    run(call, useCase) {
      requireKey(call);
      let queue = queues.get(call.operation);
      if (!queue) {
        queue = { waiting: [], isAtWork: false, underWay: new Map() };
        queues.set(call.operation, queue);
      }
      const { promise, resolve, reject } = Promise.withResolvers<{ result: never; replayed: boolean }>();
      queue.waiting.push({
        call,
        useCase,
        isAlone: false,
        resolve: resolve as Waiting['resolve'],
        reject,
      });
      // Read the other requests of this turn of the event loop first.
      setImmediate(work, queue);
      return promise;
    },
  };
}

/**
 * Waits while each turn of the event loop brings further calls: requests arrive in bursts, and the end of a burst would otherwise need a
 * group of its own.
 */
async function arrivals(queue: Queue): Promise<void> {
  let before = 0;
  while (queue.waiting.length > before && queue.waiting.length < MOST) {
    before = queue.waiting.length;
    await othersTurn();
  }
}

/**
 * Takes the longest-waiting calls that may share a transaction. A call whose key is under way stays: it repeats that call. Empty when every
 * call waits for its first sending.
 */
function takeGroup(queue: Queue): Waiting[] {
  const group: Waiting[] = [];
  const left: Waiting[] = [];
  const keys = new Set(queue.underWay.keys());
  for (const one of queue.waiting) {
    const key = keyOf(one);
    const hasPlace = group.length === 0 || (!one.isAlone && !group[0]?.isAlone && group.length < MOST);
    if (hasPlace && !keys.has(key)) {
      group.push(one);
      keys.add(key);
    } else left.push(one);
  }
  queue.waiting = left;
  return group;
}

/** The outcome of a call of a group, with its answer left to be recorded under its key. @throws anything but a Refusal. */
async function outcomeOf(
  { call, useCase }: Waiting,
  claim: Outcome<Claim>,
  work: Work,
): Promise<Outcome<Answer>> {
  if ('refusal' in claim) return claim;
  if (!claim.result.isFirst) return { result: { result: claim.result.response, replayed: true } };
  try {
    const result = await useCase(work);
    writeAtEnd(work, ROWS, answerRow(call, result, work.now));
    return { result: { result, replayed: false } };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

/**
 * Reads the keys and runs the use case of each call that is not a repetition; then everything is written, together with the commit.
 * @param isEnding called when only that is left.
 */
function inOneTransaction(
  db: Db,
  surroundings: Surroundings,
  group: readonly Waiting[],
  isEnding: () => void,
): Promise<Outcome<Answer>[]> {
  const inShared = async (tx: Db) => {
    const now = surroundings.now();
    const claims = await claimsOf(
      tx,
      group.map(({ call }) => call),
    );
    const works = group.map(({ call }) => workIn(tx, now, surroundings, call));
    const settled = await Promise.allSettled(
      group.map((one, index) => outcomeOf(one, claims[index] as Outcome<Claim>, works[index] as Work)),
    );
    const result = settled.map((end) => {
      if (end.status === 'rejected') throw end.reason;
      return end.value;
    });
    return { result, works: works.filter((_, index) => 'result' in (result[index] as Outcome<Answer>)) };
  };
  return transactionOf(db, inShared, isEnding);
}
