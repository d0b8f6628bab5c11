import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** What the load generator is asked to send. `{n}` in a path or body is a number that never repeats, `{key}` a fresh idempotency key. */
export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Answers of the first seconds are not counted. */
  readonly warmUpSeconds?: number;
  readonly method: 'GET' | 'POST';
  /** Called in turn. */
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Requests a second over all connections; as fast as answers come when absent. */
  readonly rate?: number;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly answers: number;
  /** Answers that were not 200, by status. */
  readonly failures: Readonly<Record<string, number>>;
}

/** Load generators that have nothing to send: starting one takes as long as a short measurement. */
const idle: ChildProcess[] = [];

/** Sends loads from a process of its own, so that the generator does not slow the measured one; one result for each. */
function sendAll(loads: readonly [Load, ...Load[]]): Promise<LoadResult[]> {
  return new Promise((resolve, reject) => {
    const child =
      idle.pop() ?? fork(join(import.meta.dirname, 'load-generator.ts'), { serialization: 'advanced' });
    const failed = (code: number | null) => reject(new Error(`the load generator ended with code ${code}`));
    // Keeps this process alive while the child works; idle children do not.
    child.ref();
    child.channel?.ref();
    child.once('exit', failed);
    child.once('message', (results) => {
      child.off('exit', failed);
      child.unref();
      child.channel?.unref();
      idle.push(child);
      resolve(results as LoadResult[]);
    });
    child.send(loads);
  });
}

/** Sends one load. */
export async function send(load: Load): Promise<LoadResult> {
  return (await sendAll([load]))[0] as LoadResult;
}

/**
 * Sends loads by the same callers, who ask them in turn, call by call: what else the machine does slows all of them alike, so that their ratio travels better
 * than one of measurements that follow each other. Sends again for ten times as long what got no answer: a short pause of the machine outlasts a measurement of
 * a tenth of a second.
 * @throws Error when any answer was not 200: a figure made of refusals is no figure.
 */
export async function sendInTurn(loads: readonly [Load, ...Load[]]): Promise<LoadResult[]> {
  const first = await sendAll(loads);
  const isEmpty = first.some(({ answers, failures }) => answers === 0 && Object.keys(failures).length === 0);
  const [head, ...others] = loads;
  const results = isEmpty ? await sendAll([{ ...head, seconds: 10 * head.seconds }, ...others]) : first;
  for (const [at, { answers, failures }] of results.entries()) {
    if (Object.keys(failures).length > 0)
      throw new Error(`answers other than 200 from ${loads[at]?.paths[0]}: ${JSON.stringify(failures)}`);
    if (answers === 0) throw new Error(`no answer from ${loads[at]?.paths[0]}`);
  }
  return results;
}

/** Sends one load as `sendInTurn` does. */
export async function sendWell(load: Load): Promise<LoadResult> {
  return (await sendInTurn([load]))[0] as LoadResult;
}
