import type { Watch } from './fetch.ts';
import { type ApiProblem, connectionProblem } from './problem.ts';

interface Follower {
  /** The call leaves now, for the first time or again. */
  readonly onSent?: () => void;
  /** An answer came, or none will. */
  readonly onEnded?: () => void;
  /** Whether somebody still looks at the result. */
  readonly isFollowed: () => boolean;
}

const isWithoutNetwork = () => navigator.onLine === false;

/**
 * Follows a call that changes something. It is only repeated while somebody looks at its result and there is a network: a repeat would
 * otherwise leave later, when nobody expects it. A browser without a network may still reach a server on the same computer, so the first
 * try is always made.
 */
export function followCall({ onSent, onEnded, isFollowed }: Follower): Watch {
  let sendings = 0;
  let wasOffline = false;
  return {
    sent() {
      sendings += 1;
      wasOffline = isWithoutNetwork();
      onSent?.();
    },
    ended: () => onEnded?.(),
    mayRepeat: () => isFollowed() && !isWithoutNetwork(),
    silence: () => connectionProblem(wasOffline && sendings === 1 ? 'offline' : 'unanswered'),
    // A gateway does not know whether the server did it, and neither does a server that lost its database at the end of it.
    gateway: (problem: ApiProblem) =>
      problem.code === 'service.unavailable' ? connectionProblem('unanswered', problem.status) : problem,
  };
}
