import type { Watch } from './fetch.ts';
import { type ApiProblem, connectionProblem } from './problem.ts';

interface Follower {
  /** The call is sent, for the first time or again. */
  readonly onSent?: () => void;
  /** The call ended, with an answer or without. */
  readonly onEnded?: () => void;
  /** Whether the result is still awaited on the screen. */
  readonly isFollowed: () => boolean;
}

const isWithoutNetwork = () => navigator.onLine === false;

/**
 * Watches a call that changes something. It is repeated only while its result is awaited and there is a network: a repeat could otherwise be
 * sent later, unexpectedly. A browser that reports no network may still reach a server on the same machine, so the first attempt is always made.
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
    // Behind a gateway error the server may have done it; likewise after a server lost its database at commit.
    gateway: (problem: ApiProblem) =>
      problem.code === 'service.unavailable' ? connectionProblem('unanswered', problem.status) : problem,
  };
}
