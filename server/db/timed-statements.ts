import { isHeard, tell } from '../signals.ts';
import { textOf } from './transaction-connection.ts';

/** Tells how long each statement took. Values never come along. */
export function timed<Arguments extends unknown[]>(
  query: (...args: Arguments) => unknown,
): (...args: Arguments) => unknown {
  return (...args) => {
    if (!isHeard('guichet:statement')) return query(...args);
    const started = performance.now();
    const result = query(...args);
    const done = () => tell('guichet:statement', { text: textOf(args[0]), ms: performance.now() - started });
    if (result instanceof Promise) result.then(done, done);
    return result;
  };
}
