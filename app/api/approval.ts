import { operationOf } from '#domain/operations.ts';

/** A call that others must approve before it is done, as it was sent. */
export interface ToApprove {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

type Ask = (what: ToApprove) => void;

let asker: Ask | null = null;

let whenTaken: (() => void) | null = null;

/** Calls back once the call that was offered last is proposed or executed: what was typed for it is then done with. */
export function onceTaken(done: () => void): void {
  whenTaken = done;
}

/** Tells that the offered call was proposed, or executed in an emergency. */
export function offerTaken(): void {
  whenTaken?.();
  whenTaken = null;
}

/** Registers the dialog that proposes such a call (approval-host.tsx, in the back office). Returns how to stop. */
export function onApprovalNeeded(ask: Ask): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
}

/** A call under the name by which others approve it: to let a held transfer go is to validate it (FOUR-22). */
function commandOf(operation: string, input: ToApprove['input']): ToApprove {
  return operation === 'withdrawals.decideHold.release'
    ? { operation: 'withdrawals.decide.approve', input: { id: input.id, action: 'approve' } }
    : { operation, input };
}

/** Offers to propose a call that needs the approval of others. @returns whether a dialog does: the refusal is then shown by it. */
export function offerProposal(route: string, input: unknown): boolean {
  const operation = operationOf(route, input);
  whenTaken = null;
  if (!asker || !operation) return false;
  asker(commandOf(operation, (input ?? {}) as ToApprove['input']));
  return true;
}
