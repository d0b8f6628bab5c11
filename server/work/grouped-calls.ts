import { actorIdOf } from '#domain/actors.ts';
import type { Db } from '../db/database.ts';
import { answerRow, claimsOf, isKeyTaken, type OnceCall, requireKey } from './idempotency-keys.ts';
import {
  type Call,
  continueAccepted,
  endWorks,
  type Outcome,
  type Surroundings,
  tellPosted,
  type Work,
  workIn,
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
   * @throws Refusal of the use case; `idempotency.key-required`, `idempotency.key-reused`.
   */
  run<Input, Result>(
    call: OnceCall & { readonly input: Input },
    useCase: SharedUseCase<Input, Result>,
  ): Promise<{ result: Result; replayed: boolean }>;
}

/**
 * A use case for several calls in one transaction. It writes nothing for a call that it refuses; an exception undoes them all. It must not
 * refuse a call because the same call took effect just before: keys are read first and written last, so that a repetition on another node
 * is detected only at the end, and then answered with the recorded result.
 */
export type SharedUseCase<Input, Result> = (calls: readonly Call<Input>[]) => Promise<Outcome<Result>[]>;

/** Calls per transaction: enough to make its fixed cost negligible, few enough to end within a few milliseconds. */
const MOST = 128;

interface Waiting {
  readonly call: OnceCall;
  readonly useCase: SharedUseCase<unknown, unknown>;
  readonly isAlone: boolean;
  readonly resolve: (answer: { result: unknown; replayed: boolean }) => void;
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
        useCase: useCase as unknown as SharedUseCase<unknown, unknown>,
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
    await new Promise((resolve) => setImmediate(resolve));
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

/**
 * Reads the keys, runs the use case for the calls that are not repetitions, records the answers, writes the announcements and the audit
 * trail.
 * @param isEnding called when only the end of the transaction is left.
 */
async function inOneTransaction(
  db: Db,
  surroundings: Surroundings,
  group: readonly Waiting[],
  isEnding: () => void,
): Promise<Outcome<{ result: unknown; replayed: boolean }>[]> {
  const works: Work[] = [];
  const answers = await db.transaction(async (transaction) => {
    const tx = transaction as unknown as Db;
    const now = surroundings.now();
    const calls = group.map(({ call }) => call);
    const claims = await claimsOf(tx, calls);
    const firsts: OnceCall[] = [];
    claims.forEach((claim, index) => {
      const call = calls[index];
      if (!call || !('result' in claim) || !claim.result.isFirst) return;
      firsts.push(call);
      works.push(workIn(tx, now, surroundings, call));
    });
    const useCase = group[0]?.useCase;
    const outcomes =
      useCase && firsts.length > 0
        ? await useCase(firsts.map(({ input }, index) => ({ work: works[index] as Work, input })))
        : [];
    if (outcomes.length !== firsts.length) throw new Error('a use case left a call without an outcome');
    const done = works.filter((work, index) => {
      const [call, outcome] = [firsts[index] as OnceCall, outcomes[index] as Outcome<unknown>];
      if ('refusal' in outcome) return false;
      work.rows.push(answerRow(call, outcome.result, now));
      return true;
    });
    await endWorks(tx, surroundings.newId, done);
    isEnding();
    const ofFirsts = [...outcomes];
    return continueAccepted(claims, (standing) =>
      standing.map((claim): Outcome<{ result: unknown; replayed: boolean }> => {
        if (!claim.isFirst) return { result: { result: claim.response, replayed: true } };
        const outcome = ofFirsts.shift() as Outcome<unknown>;
        return 'result' in outcome ? { result: { result: outcome.result, replayed: false } } : outcome;
      }),
    );
  });
  tellPosted(works);
  return answers;
}
